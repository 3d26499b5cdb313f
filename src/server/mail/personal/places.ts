import { createHmac, timingSafeEqual } from 'node:crypto'
import { refuse } from '../../../shared/refusals.ts'

/** Where a mail lies: a folder as it is numbered now. */
export interface MailPlace {
  path: string
  validity: number
  uid: number
}

/** 96 bits: nobody guesses the key of a mail. */
const SEAL_BYTES = 12

/**
 * The keys of one person's mails and folders in one mailbox. They are sealed: what is a key for somebody else, or for a mailbox that the person
 * had before, is none here, though the same folder and number may exist.
 */
export class MailKeys {
  readonly #secret: string
  readonly #owner: string

  /** @param owner the person and the mailbox, e.g. `7 imaps://mail.example/lan` */
  constructor(secret: string, owner: string) {
    this.#secret = secret
    this.#owner = owner
  }

  ofMail({ path, validity, uid }: MailPlace): string {
    return this.#sealed('m', `${validity}.${uid}.${path}`)
  }

  ofFolder(path: string): string {
    return this.#sealed('f', path)
  }

  /** @throws Refusal where it is no key of a mail in this mailbox */
  mail(key: unknown): MailPlace {
    const [, validity, uid, path = ''] =
      /^(\d{1,15})\.(\d{1,10})\.(.{1,1000})$/s.exec(this.#opened('m', key) ?? '') ?? []
    return path === '' ? refuse('mail gone') : { path, validity: Number(validity), uid: Number(uid) }
  }

  /** @throws Refusal where it is no key of a folder in this mailbox */
  folder(key: unknown): string {
    return this.#opened('f', key) ?? refuse('not found')
  }

  #sealed(kind: string, words: string): string {
    return Buffer.concat([this.#sealOf(kind, words), Buffer.from(words)]).toString('base64url')
  }

  #opened(kind: string, key: unknown): string | null {
    if (typeof key !== 'string' || key.length > 2000 || !/^[\w-]+$/.test(key)) return null
    const bytes = Buffer.from(key, 'base64url')
    if (bytes.length <= SEAL_BYTES) return null
    const words = bytes.subarray(SEAL_BYTES).toString()
    return timingSafeEqual(bytes.subarray(0, SEAL_BYTES), this.#sealOf(kind, words)) ? words : null
  }

  #sealOf(kind: string, words: string): Buffer {
    return createHmac('sha256', this.#secret)
      .update(`mail-key:${kind}:${this.#owner}:${words}`)
      .digest()
      .subarray(0, SEAL_BYTES)
  }
}
