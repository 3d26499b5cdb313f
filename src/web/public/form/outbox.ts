import type { AnswerPromise } from '../../../shared/complaints/promise.ts'
import type { StoredFile } from '../../../shared/fields.ts'
import { type Letter as AnyLetter, alone, isAboutFiles, type KeptFile, outboxOf } from '../../outbox/outbox.ts'
import { uniqueKey } from '../../unique.ts'
import { forms } from '../keep.ts'
import type { PromisingStore } from '../promise.tsx'
import { takeProof } from '../proof/proof.ts'
import { call, Refused, Unreachable } from '../request.ts'
import type { Draft } from './draft.ts'
import { askToBeWoken } from './waking.ts'

/** A filled form on its way. */
export interface Letter extends AnyLetter {
  /** Which form it is, where its page stands, and the names of what is private in it, should it come back. */
  form: string
  page: string
  private: readonly string[]
  draft: Draft<object>
  receipt?: Receipt
}

export interface Receipt {
  number: string
  /** The private page where the sender sees how it goes. */
  follow?: string
  /** By when they hear from whom. */
  promise?: AnswerPromise | null
  store?: PromisingStore
}

const STALE_PROOF_CODE = 1601
const KEY_REUSED_CODE = 1408

const outbox = outboxOf<Letter, Receipt>({
  store: forms,
  send: async (letter, body) => {
    const answer = await call<Partial<Receipt> & { issue_number?: string }>('POST', letter.path, {
      body,
      once: letter.key,
    })
    return { ...answer, number: answer.number ?? answer.issue_number ?? '' }
  },
  upload: async (file) => {
    const form = new FormData()
    form.append('file', file, file.name)
    const { files } = await call<{ files: StoredFile[] }>('POST', '/public/upload', { body: form })
    const id = files[0]?.id
    if (!id) throw new Unreachable()
    return id
  },
  beside: takeProof,
  // Challenge and files can be too old when a letter has lain for hours; then it is sent with new ones, once.
  isStale: (error, letter) => isAboutProof(error) || isRefusedForFiles(error, letter),
  // Not one for too many at a time, nor a mistake of the server's.
  refusalOf: (error) =>
    error instanceof Refused && error.status < 500 && error.status !== 429
      ? { description: error.message, fields: error.fields, isKeyTaken: isKeyTaken(error) }
      : null,
  keptOf: ({ sent: _, ...rest }, receipt) => ({
    ...rest,
    ...{ draft: { ...rest.draft, values: {} }, body: {}, files: [], receipt },
  }),
})

export const { discard, all: letters } = outbox

const isWaiting = ({ receipt, refusal }: Letter): boolean => !receipt && !refusal

/**
 * Keeps the letter before the first try; a browser without a database of its own sends without the net. Throws as sending does. Nobody
 * else sends it, nor writes down what became of it, before this is over.
 */
export const post = (letter: Letter): Promise<Receipt> =>
  alone(lockOf(letter.key), async () => {
    await outbox.keep(letter).catch(() => {})
    try {
      const receipt = await outbox.deliver(letter)
      await discard(letter)
      return receipt
    } catch (error) {
      if (error instanceof Refused) await forms.forget('outbox', letter.key).catch(() => {})
      else void askToBeWoken()
      throw error
    }
  })

/**
 * Sends what waits and writes down what became of it, from whichever page or worker comes first.
 * @param held the key of a letter that somebody else is sending
 * @returns whether nothing waits any more
 */
export async function sendWaiting(held: () => string | null = () => null): Promise<boolean> {
  let isDone = true
  for (const letter of await letters())
    if (isWaiting(letter) && letter.key !== held()) isDone = (await sendKept(letter)) && isDone
  return isDone
}

/** False where it waits on. Of a letter that has arrived only the receipt is kept; one that was refused waits for its writer. */
const sendKept = ({ key }: Letter): Promise<boolean> =>
  alone(lockOf(key), async () => (await outbox.sendKept(key)).is !== 'waits')

/** A letter to be put right; under a key of its own where another has come under it. */
export const letterAgain = (key: string): Promise<Letter | undefined> =>
  alone(lockOf(key), async () => {
    const letter = await outbox.recall(key)
    if (!letter?.refusal?.isKeyTaken) return letter
    const again = { ...(await underNewKey(letter)), refusal: { ...letter.refusal, isKeyTaken: false } }
    await outbox.keep(again)
    await forms.forget('outbox', key)
    return again
  })

/** The letter as one of its own, with its files. */
export async function underNewKey(letter: Letter): Promise<Letter> {
  const key = uniqueKey()
  const { sent: _, ...rest } = letter
  for (const file of await forms.recallAll<KeptFile>('files').catch(() => []))
    if (file.draft === letter.key) await forms.keep('files', { ...file, draft: key })
  return { ...rest, key, draft: { ...letter.draft, key } }
}

/** Another letter has come under its key, as from a second tab. */
export const isKeyTaken = (error: unknown): boolean => error instanceof Refused && error.code === KEY_REUSED_CODE

const lockOf = (key: string): string => `letter-${key}`

const isAboutProof = (error: unknown) =>
  error instanceof Refused &&
  (error.code === STALE_PROOF_CODE || 'challenge' in error.fields || 'nonce' in error.fields)

const isRefusedForFiles = (error: unknown, letter: Letter) =>
  error instanceof Refused && error.status === 422 && isAboutFiles(error.fields, letter)
