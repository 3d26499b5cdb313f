import { argon2Sync, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { BackupProblem } from './problem.ts'

/** What opens a house's data and is not in its database. */
export interface Secrets {
  app_secret: string
  /** As DATA_KEYS has them, the newest first. */
  data_keys: string[]
  /** Of the embedded database. */
  postgres_password: string | null
}

/** A passphrase can be guessed at leisure by whoever has the backup. */
export const PASSPHRASE_LEAST = 12

// The memory of a sign-in, as a house may have little, and more passes, as it is done once.
const STRENGTH = { memory: 65_536, passes: 12, parallelism: 1 } as const

const part = z.base64url()
const sealedSchema = z.strictObject({
  seal: z.literal('argon2id, aes-256-gcm'),
  memory: z.int().min(8).max(1_048_576),
  passes: z.int().min(1).max(20),
  salt: part,
  nonce: part,
  tag: part,
  sealed: part,
})
const secretsSchema = z.strictObject({
  app_secret: z.string().min(32),
  data_keys: z.array(z.string().min(32)),
  postgres_password: z.string().nullable(),
})

/** @param place names the backup they belong to; they open in no other */
export function sealSecrets(secrets: Secrets, passphrase: string, place: string): string {
  const salt = randomBytes(16)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt, STRENGTH), nonce)
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
  const texts = { salt, nonce, tag: cipher.getAuthTag(), sealed }
  const { memory, passes } = STRENGTH
  return `${JSON.stringify({
    seal: 'argon2id, aes-256-gcm',
    memory,
    passes,
    ...Object.fromEntries(Object.entries(texts).map(([name, bytes]) => [name, bytes.toString('base64url')])),
  })}\n`
}

/** @throws BackupProblem where the passphrase is another, or they belong to another backup */
export function openSecrets(text: string, passphrase: string, place: string): Secrets {
  try {
    const { memory, passes, ...texts } = sealedSchema.parse(JSON.parse(text))
    const bytes = (name: 'salt' | 'nonce' | 'tag' | 'sealed') => Buffer.from(texts[name], 'base64url')
    const key = keyOf(passphrase, bytes('salt'), { memory, passes, parallelism: 1 })
    const decipher = createDecipheriv('aes-256-gcm', key, bytes('nonce'), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(bytes('tag'))
    const opened = Buffer.concat([decipher.update(bytes('sealed')), decipher.final()]).toString('utf8')
    return secretsSchema.parse(JSON.parse(opened))
  } catch {
    throw new BackupProblem('The passphrase does not open the secrets of this backup.')
  }
}

const keyOf = (
  passphrase: string,
  nonce: Buffer,
  strength: { memory: number; passes: number; parallelism: number },
): Buffer => argon2Sync('argon2id', { message: passphrase.normalize('NFC'), nonce, tagLength: 32, ...strength })
