import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Actor } from '../actor.ts'
import type { Config } from '../config.ts'

export const UNSUBSCRIBE = 'notification/unsubscribe'

/** The page that asks whether to end what a token names. */
export const unsubscribePage = (token: string): string => `/backoffice/unsubscribe/${encodeURIComponent(token)}`

/**
 * What a mail program needs to end these mails with one click (RFC 8058); it must be https and lead to us.
 * @param what kinds of notification, the digest, or a report; nothing where the reader cannot end it
 */
export function endingHeaders(
  { secret, publicUrl }: Pick<Config, 'secret' | 'publicUrl'>,
  reader: Actor,
  what: readonly string[],
): Record<string, string> {
  if (!publicUrl?.startsWith('https:') || what.length === 0) return {}
  return {
    'List-Unsubscribe': `<${publicUrl}/api/${UNSUBSCRIBE}?token=${unsubscribeToken(secret, reader, what)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** Whom and what, sealed; it does not grow old, as a mail may lie for years. */
export function unsubscribeToken(secret: string, reader: Actor, what: readonly string[]): string {
  const words = Buffer.from(JSON.stringify([Number(reader.id), ...what])).toString('base64url')
  return `${words}.${sealOf(secret, words)}`
}

export function readUnsubscribeToken(secret: string, token: string): { person: number; what: string[] } | null {
  const [words = '', sealed = ''] = token.split('.')
  const [expected, given] = [Buffer.from(sealOf(secret, words)), Buffer.from(sealed)]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [person, ...what] = JSON.parse(Buffer.from(words, 'base64url').toString()) as [number, ...string[]] // sealed by us
  return { person, what }
}

const sealOf = (secret: string, words: string): string =>
  createHmac('sha256', secret).update(`unsubscribe:${words}`).digest('base64url').slice(0, 22)
