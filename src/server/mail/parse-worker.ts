import { parentPort } from 'node:worker_threads'
import { readMail } from './read-mail.ts'

/** Reads mails in a thread of its own: what makes it choke or run on takes only the thread with it. */
parentPort?.on('message', (raw: Uint8Array) => {
  void readMail(raw).then(
    (mail) => parentPort?.postMessage({ mail }),
    (error: unknown) => parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  )
})
