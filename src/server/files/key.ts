import { createHmac, timingSafeEqual } from 'node:crypto'

export const FILE_KEY_SECONDS = 300

/** A key that lets a browser's <img> and <video>, which send no token, read files for five minutes as this session's user. */
export function signFileKey(secret: string, userId: number, sid: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + FILE_KEY_SECONDS
  const words = [userId, Buffer.from(sid).toString('base64url'), expires].join('.')
  return `${words}.${sealOf(secret, words)}`
}

/** Whose key it is; null when altered or too old. The caller still asks whether the session lives and may read the file. */
export function readFileKey(secret: string, key: string, now: Date): { userId: number; sid: string } | null {
  if (key.length > 300) return null
  const [, words = '', userId, sid = '', expires, seal = ''] =
    /^((\d{1,15})\.([\w-]+)\.(\d{1,12}))\.([\w-]{43})$/.exec(key) ?? []
  if (!timingSafeEqual(digest(seal), digest(sealOf(secret, words)))) return null
  if (Number(expires) * 1000 <= now.getTime()) return null
  return { userId: Number(userId), sid: Buffer.from(sid, 'base64url').toString() }
}

// The purpose is part of what is sealed: no other signature of this secret passes for a file key.
const sealOf = (secret: string, words: string) =>
  createHmac('sha256', secret).update(`file-key:${words}`).digest('base64url')
const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest()
