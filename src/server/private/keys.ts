import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** The keys of private data, newest first. They come from the environment, never from the database. */
export interface Keys {
  newest: Key
  all: readonly Key[]
}
interface Key {
  /** Names the key beside what it sealed; it tells nothing of the key itself. */
  id: string
  seal: Buffer
  /** As an object: Node makes one of bytes at each use, which takes longer than the hash. */
  hash: KeyObject
  /** Opens what mailboxes were sealed with before they had these keys. */
  former: Buffer
}

/** Keys of long random secrets, the newest first: it seals, all of them open. */
export function keysOf(secrets: readonly [string, ...string[]]): Keys {
  const [newest, ...older] = secrets
  const first = keyOf(newest)
  return { newest: first, all: [first, ...older.map(keyOf)] }
}

function keyOf(secret: string): Key {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'private data', use, 32))
  const encrypt = derive('seal')
  const former = Buffer.from(hkdfSync('sha256', secret, 'mailbox', 'mail passwords', 32))
  return {
    id: createHash('sha256').update(encrypt).digest('hex').slice(0, 8),
    seal: encrypt,
    hash: createSecretKey(derive('hash')),
    former,
  }
}

/**
 * Seals a text for the database (AES-256-GCM): version, key, keyed hash for equality, what of it may be shown, and the sealed text.
 * @param place field and module it belongs to; it opens nowhere else
 * @param shown the few last characters that a mask may end in
 */
export function seal({ newest }: Keys, place: string, text: string, shown: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', newest.seal, nonce)
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const payload = Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
  return ['v1', newest.id, hashOf(newest, text), shown.replace(/[^\p{L}\p{N}]/gu, ''), payload].join('.')
}

/**
 * The text again.
 * @throws where no key opens it, or it was tampered with or moved from another place
 */
export function decrypt({ all }: Keys, place: string, sealed: string): string {
  const [version, id, , , payload = ''] = sealed.split('.')
  const key = all.find((one) => one.id === id)
  if (version !== 'v1' || !key) throw new Error(`No key opens a value of ${place}`)
  const bytes = Buffer.from(payload, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key.seal, bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** The text again, or null where it is not as it was sealed. */
export function decryptIntact(keys: Keys, place: string, sealed: string): string | null {
  try {
    return decrypt(keys, place, sealed)
  } catch {
    return null
  }
}

/** Stands where a sealed value must be and none is kept any more. */
export const NOTHING_SEALED = 'v1....'

export const isSealed = (value: unknown): value is string => typeof value === 'string' && value.startsWith('v1.')

/** What equal texts have in common, under each key: finds them without opening any. */
export const hashesOf = ({ all }: Keys, text: string): string[] => all.map((key) => hashOf(key, text))

const hashOf = ({ hash }: Key, text: string): string => createHmac('sha256', hash).update(text).digest('base64url')
