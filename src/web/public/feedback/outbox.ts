import { CLAIM_MS, type KeptFile } from '../attachments/use-attachments.ts'
import { forget, keep, recall, recallAll } from '../keep.ts'
import { type Proof, takeProof } from '../proof/proof.ts'
import { call, Refused, upload } from '../request.ts'
import type { Draft } from './draft.ts'

/** A filled form on its way. It stays here until the server has answered, so that it arrives once, whatever happens between. */
export interface Letter {
  key: string
  draft: Draft
  /** Its files: where they are kept, and the server's id as far as known. */
  files: { key: string; id?: string }[]
  /** The body as first sent: a repeat must be the same to be known as one. */
  body?: TicketBody
  kept_at: number
}

interface TicketBody extends Proof {
  store: number | null
  feedback_type: number | null
  content: string
  customer_name: string
  phone: string
  email?: string
  attachments: string[]
  agreed: true
  website: string
}

export interface Receipt {
  issue_number: string
  follow: string
}

const STALE_PROOF_CODES = [1601]

export const letters = (): Promise<Letter[]> => recallAll<Letter>('outbox').catch(() => [])

/** Keeps the letter before the first try; a browser without a database of its own sends without the net. */
export const post = async (letter: Letter): Promise<Receipt> => {
  await keep('outbox', letter).catch(() => {})
  return deliver(letter).catch(async (error) => {
    if (error instanceof Refused) await forget('outbox', letter.key).catch(() => {})
    throw error
  })
}

/**
 * Sends one letter: its files first, then its words. Throws Unreachable while there is no way, Refused for good;
 * in the second case the letter is taken back.
 */
export async function deliver(letter: Letter): Promise<Receipt> {
  return alone(letter.key, async () => {
    try {
      const receipt = await tryTwice(letter)
      await discard(letter)
      return receipt
    } catch (error) {
      if (isFinal(error)) await forget('outbox', letter.key).catch(() => {})
      throw error
    }
  })
}

/** A refusal that would be the same tomorrow: not one for too many at a time, nor a mistake of the server's. */
export const isFinal = (error: unknown): error is Refused =>
  error instanceof Refused && error.status < 500 && error.status !== 429

/** A letter and its files, gone. */
export async function discard({ key, files }: Letter): Promise<void> {
  await Promise.all([forget('outbox', key), ...files.map((file) => forget('files', file.key))]).catch(() => {})
}

/** A riddle can be too old when a letter has lain for hours; then it is sent with a new one, once. */
async function tryTwice(letter: Letter): Promise<Receipt> {
  try {
    return await send(letter, letter.body ?? (await write(letter)))
  } catch (error) {
    if (!isAboutProof(error)) throw error
    return send(letter, await write(letter))
  }
}

const isAboutProof = (error: unknown) =>
  error instanceof Refused &&
  (STALE_PROOF_CODES.includes(error.code) || 'challenge' in error.fields || 'nonce' in error.fields)

async function send(letter: Letter, body: TicketBody): Promise<Receipt> {
  letter.body = body
  await keep('outbox', letter).catch(() => {})
  return call<Receipt>('POST', '/create-ticket', { body, once: letter.key })
}

async function write({ draft, files }: Letter): Promise<TicketBody> {
  const attachments: string[] = []
  for (const file of files) {
    const id = await fileId(file)
    if (id) attachments.push(id)
  }
  const { store, feedback_type, content, customer_name, phone, email, website } = draft
  const proof = await takeProof()
  return {
    store,
    feedback_type,
    content,
    customer_name,
    phone,
    attachments,
    agreed: true,
    website,
    ...proof,
    ...(email.trim() ? { email } : {}),
  }
}

/** The server's id of a kept file, sent now where it was not yet or too long ago. */
async function fileId({ key, id: known }: Letter['files'][number]): Promise<string | undefined> {
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
