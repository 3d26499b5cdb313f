import { Refusal, type RefusalName, type RefusalParts } from '../../../shared/refusals.ts'
import { oneLine } from '../addresses.ts'

interface ImapFacts {
  code: string
  message: string
  authenticationFailed: boolean
  mailboxMissing: boolean
  responseStatus: string
  responseText: string
  serverResponseCode: string
}

const factsOf = (error: unknown): ImapFacts => ({
  code: '',
  authenticationFailed: false,
  mailboxMissing: false,
  responseStatus: '',
  responseText: '',
  serverResponseCode: '',
  ...(error instanceof Error ? { ...error, message: error.message } : { message: String(error) }),
})

/** Of the folder or, between a look for a mail and its reading, of the mail itself (RFC 5530, section 3). */
const GONE: readonly string[] = ['NONEXISTENT', 'TRYCREATE', 'EXPUNGEISSUED']

/** What TLS finds wrong with a certificate, by the codes of OpenSSL and Node. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ALTNAME|HOSTNAME_MISMATCH/

export const isCertificate = (error: unknown): boolean => CERTIFICATE.test(String(factsOf(error).code))

/** What is wrong with a certificate, in OpenSSL's words. */
export const certificateWords = (error: unknown): string => oneLine(factsOf(error).message, 150)

/** What a person reads when their mail server did not do what was asked, in words of what it said. */
export function mailRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const facts = factsOf(error)
  const no = (name: RefusalName, parts?: RefusalParts) => new Refusal(name, parts)
  if (facts.authenticationFailed) return no('mailbox closed')
  if (isCertificate(error)) return no('mailbox unsafe', { params: { answer: certificateWords(error) } })
  if (facts.mailboxMissing || GONE.includes(facts.serverResponseCode)) return no('mail gone')
  if (facts.serverResponseCode === 'OVERQUOTA' || /quota/i.test(facts.responseText)) return no('mailbox full')
  if (['NO', 'BAD'].includes(facts.responseStatus))
    return no('mailbox says no', { params: { answer: oneLine(facts.responseText || facts.message, 200) } })
  return no('mailbox away')
}

/** Whether trying once more with a new connection may help. */
export const isCut = (error: unknown): boolean => mailRefusal(error).refusal === 'mailbox away'
