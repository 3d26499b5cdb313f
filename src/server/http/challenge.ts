import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hasZeroBits, LEAST_SECONDS, MOST_HOURS } from '../../shared/challenge.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Config } from '../config.ts'

/** With what a proof is judged. */
type Judged = Pick<Config, 'secret' | 'challengeBits'>

/** Moment (milliseconds of the epoch, the same on all servers) and chance, sealed, so that neither can be made up. */
export function challengeOf(secret: string, at: number): string {
  const words = `${Math.floor(at / 1000)}.${randomBytes(9).toString('base64url')}`
  return `${words}.${seal(secret, words)}`
}

/** Honeypot, least time, proof of work: nothing a person notices. */
export function refuseMachines(
  config: Judged,
  now: number,
  { challenge, nonce, website }: Record<string, unknown>,
): void {
  const age = ageOf(config.secret, now, challenge)
  if (age === null) refuse('invalid', { fields: { challenge: pack('The form is too old. Please send it again.') } })
  if (website || age < LEAST_SECONDS) refuse('too early')
  if (!isSolved(config, challenge, nonce))
    refuse('invalid', { fields: { nonce: pack('The form is too old. Please send it again.') } })
}

/** Whether a challenge of ours was solved, however quickly. */
export const isProof = (config: Judged, now: number, { challenge, nonce }: Record<string, unknown>): boolean =>
  ageOf(config.secret, now, challenge) !== null && isSolved(config, challenge, nonce)

/** When a challenge of ours was given out, in seconds of the epoch: `refuseMachines` says whether it is one. */
export const givenAt = (challenge: unknown): number => Number(String(challenge).split('.')[0])

/** What a body says: sent again it may bring other work. */
export const withoutProof = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null) return body
  const { challenge: _, nonce: __, ...said } = body as Record<string, unknown> // an object, by the line above
  return said
}

/** Seconds since a challenge of ours was given out; null where it is none, or too old. */
function ageOf(secret: string, now: number, challenge: unknown): number | null {
  const [at = '', chance = '', sealed = ''] = String(challenge).split('.')
  const expected = Buffer.from(seal(secret, `${at}.${chance}`))
  const given = Buffer.from(sealed)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  const age = now / 1000 - givenAt(challenge)
  return isOurs && age <= MOST_HOURS * 3600 ? age : null
}

function isSolved({ challengeBits }: Judged, challenge: unknown, nonce: unknown): boolean {
  const hex = createHash('sha256')
    .update(`${String(challenge)}:${String(nonce)}`)
    .digest('hex')
  return hasZeroBits(hex, challengeBits)
}

const seal = (secret: string, words: string) =>
  createHmac('sha256', secret).update(`challenge:${words}`).digest('base64url')
