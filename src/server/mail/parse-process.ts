import { setPriority } from 'node:os'
import { cleanMail, outgoingWords, type Unclean } from './personal/clean-mail.ts'
import { readMail } from './read-mail.ts'

/** Reads mails in a process of its own: what makes it choke or run on takes only the process with it. */
setPriority(10)
process.on('message', (given: Uint8Array | Unclean | string) => {
  void answerTo(given).then(
    (mail) => process.send?.({ mail }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  )
})

/** A whole mail, the words of one to be shown, or words of ours to be sent. */
async function answerTo(given: Uint8Array | Unclean | string): Promise<object> {
  if (typeof given === 'string') return outgoingWords(given)
  return given instanceof Uint8Array ? readMail(given) : cleanMail(given)
}
