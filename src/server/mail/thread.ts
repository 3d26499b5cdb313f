import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { domainOf } from './addresses.ts'

/**
 * A complaint's token in mails: its id and a seal that only the house can make, in lower-case letters and digits, because
 * some mail servers change the case of an address.
 */
export const threadToken = (secret: string, complaint: number): string =>
  `${complaint.toString(36)}-${sealOf(secret, complaint)}`

/** The complaint of a token, or null where its seal is not ours. */
export function readToken(secret: string, token: string): number | null {
  const [, id = '', seal = ''] = /^([0-9a-z]{1,10})-([a-v0-9]{16})$/.exec(token.toLowerCase()) ?? []
  const complaint = Number.parseInt(id, 36)
  // One spelling each: what is sealed is the number.
  if (!Number.isSafeInteger(complaint) || complaint < 1 || complaint.toString(36) !== id) return null
  const isOurs = timingSafeEqual(Buffer.from(sealOf(secret, complaint)), Buffer.from(seal))
  return isOurs ? complaint : null
}

/** Once per mail; its token leads an answer back through In-Reply-To and References. */
export const newMessageId = (secret: string, complaint: number | null, from: string): string =>
  `<${complaint === null ? 'mail' : threadToken(secret, complaint)}.${randomBytes(9).toString('hex')}@${domainOf(from)}>`

/** Where answers go: the mailbox, with the token behind a plus where the mail server knows that. */
export const plusAddress = (address: string, token: string): string => address.replace(/@(?=[^@]*$)/, `+${token}@`)

/** The complaints that tokens in these texts lead to: message ids, addresses, a subject. Forged ones lead nowhere. */
export function complaintsNamed(secret: string, texts: readonly string[]): number[] {
  const found = texts.flatMap(
    (text) => text.slice(0, 20_000).match(/(?<![0-9a-z])[0-9a-z]{1,10}-[a-v0-9]{16}(?![0-9a-z])/gi) ?? [],
  )
  return [...new Set(found.flatMap((token) => readToken(secret, token) ?? []))]
}

const BASE32 = '0123456789abcdefghijklmnopqrstuv'

/** 80 bits. */
function sealOf(secret: string, complaint: number): string {
  const bytes = createHmac('sha256', secret).update(`mail thread:${complaint}`).digest().subarray(0, 16)
  return [...bytes].map((byte) => BASE32[byte & 31]).join('')
}
