import { setPriority } from 'node:os'
import { readMail } from './read-mail.ts'

/** Reads mails in a process of its own: what makes it choke or run on takes only the process with it. */
setPriority(10)
process.on('message', (raw: Uint8Array) => {
  void readMail(raw).then(
    (mail) => process.send?.({ mail }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  )
})
