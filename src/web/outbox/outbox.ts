import type { Store } from './store.ts'

/**
 * What was done on a device and is on its way to the server: a public form's message, or an act of staff. It stays here until the server
 * has answered, so that it arrives once, whatever happens between. Forms and staff each have a way of their own to send (`Post`).
 */
export interface Letter {
  /** Also the server's Idempotency-Key. */
  key: string
  /** Below /api. */
  path: string
  body: object
  files: LetterFile[]
  /** The body as first sent: a repeat must be the same to be known as one. */
  sent?: object
  kept_at: number
  /** What became of it; without either it waits. */
  refusal?: Rebuff
  receipt?: unknown
}

/** Where a file is kept, the field it is for, and the server's id as far as known. */
export interface LetterFile {
  key: string
  field: string
  /** The field holds one file, not a list. */
  isOnly?: boolean
  id?: string
}

/** A file as it is kept on the device. */
export interface KeptFile {
  key: string
  /** The draft or act it belongs to. */
  draft: string
  file: File
  id?: string
  sent_at?: number
}

/** Why the server did not take it: as a whole, and field by field. */
export interface Rebuff {
  description: string
  fields: Record<string, string>
  /** Another letter has come under its key. */
  isKeyTaken?: boolean
}

/** The server forgets a file that nothing claims within an hour. */
export const CLAIM_MS = 45 * 60_000

export interface Post<L extends Letter, R> {
  store: Store
  /** Throws while there is no way, and where the server says no. */
  send(letter: L, body: object): Promise<R>
  /** The server's id of a file. */
  upload(file: File): Promise<string>
  /** What a body gets beside its files as it is sent. */
  beside?(): Promise<object>
  /** Too old for the server, which takes it with new files and what stands beside. */
  isStale(error: unknown, letter: L): boolean
  /** The refusal of an error that would be the same tomorrow; null where it is worth another try. */
  refusalOf(error: unknown): Rebuff | null
  /** What is kept in place of one that has arrived; nothing unless said. */
  keptOf?(letter: L, answer: R): L
}

/** Refused for its files alone: they were forgotten before it claimed them. */
export const isAboutFiles = (refused: Rebuff['fields'], { files }: Pick<Letter, 'files'>): boolean => {
  const names = Object.keys(refused)
  return names.length > 0 && names.every((name) => files.some(({ field }) => field === name))
}

/** How sending one that is kept ended; `gone`: somebody else has dealt with it. */
export type Sent<R> = { is: 'gone' } | { is: 'arrived'; answer: R } | { is: 'refused' | 'waits'; error: unknown }

export function outboxOf<L extends Letter, R>(post: Post<L, R>) {
  const { store } = post

  /** The letter, kept as it is now; the browser may have no database. */
  const keep = (letter: L): Promise<unknown> => store.keep('outbox', letter)

  /** A letter and its files, gone. */
  const discard = async (letter: Pick<Letter, 'key' | 'files'>): Promise<void> => {
    await Promise.all([store.forget('outbox', letter.key).catch(() => {}), forgetFiles(letter)])
  }

  const forgetFiles = async ({ files }: Pick<Letter, 'files'>): Promise<void> => {
    await Promise.all(files.map((file) => store.forget('files', file.key))).catch(() => {})
  }

  /** Its files first, then its words. */
  const deliver = async (letter: L): Promise<R> => {
    try {
      return await sendAs(letter, letter.sent ?? (await complete(letter)))
    } catch (error) {
      if (!post.isStale(error, letter)) throw error
      return sendAs(letter, await complete(letter))
    }
  }

  const sendAs = async (letter: L, body: object): Promise<R> => {
    letter.sent = body
    await keep(letter).catch(() => {})
    return post.send(letter, body)
  }

  const complete = async ({ body, files }: L): Promise<object> => {
    const held: Record<string, string | string[]> = {}
    for (const file of files) {
      const id = await fileId(file)
      if (id) held[file.field] = file.isOnly ? id : [held[file.field] ?? [], id].flat()
    }
    return { ...body, ...held, ...(await post.beside?.()) }
  }

  /** The server's id of a kept file, sent now where it was not yet or too long ago. */
  const fileId = async ({ key, id: known }: LetterFile): Promise<string | undefined> => {
    const kept = await store.recall<KeptFile>('files', key).catch(() => undefined)
    if (!kept) return known
    if (kept.id && Date.now() - (kept.sent_at ?? 0) < CLAIM_MS) return kept.id
    const id = await post.upload(kept.file)
    await store.keep<KeptFile>('files', { ...kept, id, sent_at: Date.now() })
    return id
  }

  /** Sends one that is kept and waits, and writes down what became of it: gone where it has arrived, else with its refusal. */
  const sendKept = async (key: string): Promise<Sent<R>> => {
    const letter = await store.recall<L>('outbox', key).catch(() => undefined)
    if (!letter || letter.refusal || letter.receipt) return { is: 'gone' }
    try {
      const answer = await deliver(letter)
      // In one step: a page that is closed between two would leave nothing of it.
      if (post.keptOf) await keep(post.keptOf(letter, answer))
      else await store.forget('outbox', key)
      await forgetFiles(letter)
      return { is: 'arrived', answer }
    } catch (error) {
      const refusal = post.refusalOf(error)
      if (!refusal) return { is: 'waits', error }
      await keep({ ...letter, refusal })
      return { is: 'refused', error }
    }
  }

  return {
    keep,
    discard,
    deliver,
    sendKept,
    all: (): Promise<L[]> => store.recallAll<L>('outbox').catch(() => []),
    recall: (key: string): Promise<L | undefined> => store.recall<L>('outbox', key).catch(() => undefined),
  }
}

let turn: Promise<unknown> = Promise.resolve()

/** Two tabs must not send one letter at a time. Without locks (plain http) those of one page take turns, and the server's key does the rest. */
export function alone<R>(name: string, work: () => Promise<R>): Promise<R> {
  if (navigator.locks) return navigator.locks.request(name, work)
  const done = turn.then(work, work)
  turn = done.catch(() => {})
  return done
}
