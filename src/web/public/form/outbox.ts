import type { StoredFile } from '../../../shared/fields.ts'
import { CLAIM_MS, type KeptFile } from '../attachments/kept-file.ts'
import { forget, keep, recall, recallAll } from '../keep.ts'
import { type Proof, takeProof } from '../proof/proof.ts'
import { call, Refused, Unreachable } from '../request.ts'
import type { Draft } from './draft.ts'
import { askToBeWoken } from './waking.ts'

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
  /** What became of it; without either it waits. */
  receipt?: Receipt
  refusal?: Rebuff
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

/** Why the server did not take it: as a whole, and field by field. */
export interface Rebuff {
  description: string
  fields: Record<string, string>
}

const STALE_PROOF_CODES = [1601]

export const letters = (): Promise<Letter[]> => recallAll<Letter>('outbox').catch(() => [])

const isWaiting = ({ receipt, refusal }: Letter): boolean => !receipt && !refusal

/** Keeps the letter before the first try; a browser without a database of its own sends without the net. Throws as `deliver` does. */
export async function post(letter: Letter): Promise<Receipt> {
  await keep('outbox', letter).catch(() => {})
  try {
    return await alone(letter.key, async () => {
      const receipt = await deliver(letter)
      await discard(letter)
      return receipt
    })
  } catch (error) {
    if (error instanceof Refused) await forget('outbox', letter.key).catch(() => {})
    else void askToBeWoken()
    throw error
  }
}

/**
 * Sends what waits and writes down what became of it, from whichever page or worker comes first.
 * @param held the key of a letter that somebody else is sending
 * @returns whether nothing waits any more
 */
export async function sendWaiting(held: () => string | null = () => null): Promise<boolean> {
  let isDone = true
  for (const letter of await letters())
    if (isWaiting(letter) && letter.key !== held()) isDone = (await sendKept(letter.key)) && isDone
  return isDone
}

/** A letter and its files, gone. */
export async function discard({ key, files }: Pick<Letter, 'key' | 'files'>): Promise<void> {
  await Promise.all([forget('outbox', key), ...files.map((file) => forget('files', file.key))]).catch(() => {})
}

/** False where it waits on. Of a letter that has arrived only the receipt is kept; one that was refused waits for its writer. */
const sendKept = (key: string): Promise<boolean> =>
  alone(key, async () => {
    const letter = await recall<Letter>('outbox', key).catch(() => undefined)
    if (!letter || !isWaiting(letter)) return true
    try {
      const receipt = await deliver(letter)
      await discard(letter)
      const { sent: _, ...rest } = letter
      await keep('outbox', { ...rest, draft: { ...letter.draft, values: {} }, body: {}, files: [], receipt })
      return true
    } catch (error) {
      if (!isFinal(error)) return false
      await keep('outbox', { ...letter, refusal: { description: error.message, fields: error.fields } })
      return true
    }
  })

/** A refusal that would be the same tomorrow: not one for too many at a time, nor a mistake of the server's. */
const isFinal = (error: unknown): error is Refused =>
  error instanceof Refused && error.status < 500 && error.status !== 429

/** Its files first, then its words. Throws Unreachable while there is no way, Refused where the server says no. */
async function deliver(letter: Letter): Promise<Receipt> {
  try {
    return await send(letter, letter.sent ?? (await complete(letter)))
  } catch (error) {
    // Riddle and files can be too old when a letter has lain for hours; then it is sent with new ones, once.
    if (!isAboutProof(error) && !isAboutFiles(error, letter)) throw error
    return send(letter, await complete(letter))
  }
}

const isAboutProof = (error: unknown) =>
  error instanceof Refused &&
  (STALE_PROOF_CODES.includes(error.code) || 'challenge' in error.fields || 'nonce' in error.fields)

/** Refused for no field of its own: its files were forgotten before it claimed them. */
const isAboutFiles = (error: unknown, { files }: Letter) =>
  error instanceof Refused && error.status === 422 && files.length > 0 && Object.keys(error.fields).length === 0

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
  const form = new FormData()
  form.append('file', kept.file, kept.file.name)
  const { files } = await call<{ files: StoredFile[] }>('POST', '/public/upload', { body: form })
  const id = files[0]?.id
  if (!id) throw new Unreachable()
  await keep<KeptFile>('files', { ...kept, id, sent_at: Date.now() })
  return id
}

/** Two tabs must not send one letter at a time. Without locks (plain http) the server's key alone keeps it to one. */
const alone = <R>(key: string, work: () => Promise<R>): Promise<R> =>
  navigator.locks ? navigator.locks.request(`letter-${key}`, work) : work()
