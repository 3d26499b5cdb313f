import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Seals a password for the database (AES-256-GCM); the key comes from the house's secret, which is not in the database. */
export function sealPassword(secret: string, password: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce)
  const sealed = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()])
  return ['v1', ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.')
}

/** The password, or null where it was sealed with another secret or was tampered with. */
export function openPassword(secret: string, text: string): string | null {
  const [version, ...parts] = text.split('.')
  const [nonce, tag, sealed] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (version !== 'v1' || !nonce || tag?.length !== 16 || !sealed) return null
  try {
    const cipher = createDecipheriv('aes-256-gcm', keyOf(secret), nonce)
    cipher.setAuthTag(tag)
    return Buffer.concat([cipher.update(sealed), cipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'mailbox', 'mail passwords', 32))
