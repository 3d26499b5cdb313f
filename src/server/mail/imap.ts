import { isIP } from 'node:net'
import { ImapFlow, type ImapFlowOptions } from 'imapflow'
import { pack } from '../../shared/message.ts'
import { certificateWords, isCertificate } from './personal/refusing.ts'
import type { Account } from './smtp.ts'

/** A connection to the mailbox; the clock ends it where the server keeps silent. */
export const imapOf = (account: Account, silence: number, more: ImapFlowOptions = {}): ImapFlow => {
  const client = new ImapFlow({
    host: account.address,
    port: account.port,
    ...(isIP(account.host) === 0 && { servername: account.host }),
    secure: account.security === 'tls',
    doSTARTTLS: account.security === 'starttls',
    auth: { user: account.user, pass: account.password },
    tls: { rejectUnauthorized: !account.isInternal, minVersion: 'TLSv1.2' },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: silence,
    greetingTimeout: silence,
    socketTimeout: silence * 10,
    maxLiteralSize: 30 * 2 ** 20,
    ...more,
  })
  client.on('error', () => {}) // what was asked for fails as well, and says so
  return client
}

/** Does something with a mail server and ends it when it takes longer than so many ms. */
export async function within<R>(client: ImapFlow, ms: number, work: Promise<R>): Promise<R> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      client.close()
      fail(Object.assign(new Error('Too slow'), { code: 'ETIMEDOUT' }))
    }, ms)
  })
  work.catch(() => {}) // ended by the clock, nobody waits for it any more
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Where a folder's numbering stands: mails from `next` on are new. */
export interface Numbering {
  validity: number
  next: number
}

/** Reads where the folder stands, within so many ms, without touching it; or why not (packed). */
export async function tryImap(account: Account, folder: string, ms: number): Promise<Numbering | string> {
  const client = imapOf(account, ms)
  try {
    const opening = client.connect().then(() => client.mailboxOpen(folder, { readOnly: true }))
    const { uidValidity, uidNext } = await within(client, ms, opening)
    return { validity: Number(uidValidity), next: uidNext }
  } catch (error) {
    return imapReason(error)
  } finally {
    client.close()
  }
}

/** Why, packed; never what a stranger's port says. */
export function imapReason(error: unknown): string {
  const { code, authenticationFailed, mailboxMissing, responseStatus } = {
    code: '',
    authenticationFailed: false,
    mailboxMissing: false,
    responseStatus: '',
    ...(error instanceof Error && error),
  }
  if (authenticationFailed) return pack('The mail server does not accept user and password')
  if (isCertificate(error))
    return pack('The certificate of the mail server does not fit: {{answer}}', { answer: certificateWords(error) })
  if (mailboxMissing || responseStatus === 'NO') return pack('There is no such folder in the mailbox')
  if (/TIMEOUT|TIMEDOUT/i.test(String(code))) return pack('The mail server does not answer')
  return pack('The mail server cannot be reached')
}
