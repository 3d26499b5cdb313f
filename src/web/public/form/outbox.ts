import { CLAIM_MS, type KeptFile } from '../attachments/kept-file.ts'
import { forget, keep, recall, recallAll } from '../keep.ts'
import { type Proof, takeProof } from '../proof/proof.ts'
import { call, Refused, upload } from '../request.ts'
import type { Draft } from './draft.ts'

/** A filled form on its way. It stays here until the server has answered, so that it arrives once, whatever happens between. */
export interface Letter {
  key: string
  /** Which form it is, where its page stands, and the names of what is private in it, should it come back. */
  form: string
  page: string
  private: readonly string[]
  draft: Draft<object>
  /** Below /api. */
  path: string
  body: object
  files: LetterFile[]
  /** The body as first sent: a repeat must be the same to be known as one. */
  sent?: object
  kept_at: number
}

/** Where a file is kept, the field it is for, and the server's id as far as known. */
export interface LetterFile {
  key: string
  field: string
  isOnly?: boolean
  id?: string
}

export interface Receipt {
  number: string
  /** The private page where the sender sees how it goes. */
  follow?: string
}

const STALE_PROOF_CODES = [1601]
/** The server knows a key for thirty days; what is private shall not lie on a phone for long. */
export const LONGEST_MS = 14 * 24 * 3600_000

export const letters = (): Promise<Letter[]> => recallAll<Letter>('outbox').catch(() => [])

/** Keeps the letter before the first try; a browser without a database of its own sends without the net. */
export const post = async (letter: Letter): Promise<Receipt> => {
  await keep('outbox', letter).catch(() => {})
  return alone(letter.key, () => deliver(letter)).catch(async (error) => {
    if (error instanceof Refused) await forget('outbox', letter.key).catch(() => {})
    throw error
  })
}

/** Sends a letter that was kept; null where another tab has sent it meanwhile. Throws as `deliver` does. */
export const postKept = (key: string): Promise<Receipt | null> =>
  alone(key, async () => {
    const letter = await recall<Letter>('outbox', key)
    return letter ? deliver(letter) : null
  })

/** A refusal that would be the same tomorrow: not one for too many at a time, nor a mistake of the server's. */
export const isFinal = (error: unknown): error is Refused =>
  error instanceof Refused && error.status < 500 && error.status !== 429

/** A letter and its files, gone. */
export async function discard({ key, files }: Letter): Promise<void> {
  await Promise.all([forget('outbox', key), ...files.map((file) => forget('files', file.key))]).catch(() => {})
}

/** Its files first, then its words. Throws Unreachable while there is no way, Refused for good; then it is taken back. */
async function deliver(letter: Letter): Promise<Receipt> {
  try {
    const receipt = await tryTwice(letter)
    await discard(letter)
    return receipt
  } catch (error) {
    if (isFinal(error)) await forget('outbox', letter.key).catch(() => {})
    throw error
  }
}

/** A riddle can be too old when a letter has lain for hours; then it is sent with a new one, once. */
async function tryTwice(letter: Letter): Promise<Receipt> {
  try {
    return await send(letter, letter.sent ?? (await complete(letter)))
  } catch (error) {
    if (!isAboutProof(error)) throw error
    return send(letter, await complete(letter))
  }
}

const isAboutProof = (error: unknown) =>
  error instanceof Refused &&
  (STALE_PROOF_CODES.includes(error.code) || 'challenge' in error.fields || 'nonce' in error.fields)

async function send(letter: Letter, body: object): Promise<Receipt> {
  letter.sent = body
  await keep('outbox', letter).catch(() => {})
  const answer = await call<Partial<Receipt> & { issue_number?: string }>('POST', letter.path, {
    body,
    once: letter.key,
  })
  return { ...answer, number: answer.number ?? answer.issue_number ?? '' }
}

async function complete({ body, files }: Letter): Promise<object & Proof> {
  const held: Record<string, string | string[]> = {}
  for (const file of files) {
    const id = await fileId(file)
    if (id) held[file.field] = file.isOnly ? id : [held[file.field] ?? [], id].flat()
  }
  return { ...body, ...held, ...(await takeProof()) }
}

/** The server's id of a kept file, sent now where it was not yet or too long ago. */
async function fileId({ key, id: known }: LetterFile): Promise<string | undefined> {
  const kept = await recall<KeptFile>('files', key).catch(() => undefined)
  if (!kept) return known
  if (kept.id && Date.now() - (kept.sent_at ?? 0) < CLAIM_MS) return kept.id
  const { id } = await upload(kept.file, kept.file.name, () => {})
  await keep<KeptFile>('files', { ...kept, id, sent_at: Date.now() })
  return id
}

/** Two tabs must not send one letter at a time. Without locks (plain http) the server's key alone keeps it to one. */
const alone = <R>(key: string, work: () => Promise<R>): Promise<R> =>
  navigator.locks ? navigator.locks.request(`letter-${key}`, work) : work()
