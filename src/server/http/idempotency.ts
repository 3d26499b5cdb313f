import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '../../shared/refusals.ts'
import { type Db, flush, inHotLockTransaction, row, type Sql } from '../db/db.ts'
import type { Keys } from '../private/keys.ts'

export interface Answer {
  status: number
  /** The envelope's Data as JSON text. */
  data: string
}

interface Key {
  key: string
  route: string
  owner: string
  fingerprint: string
  /** Of the answer. */
  status: number
}

/** Writes the answer of a call under its key, as part of the statement or transaction of the work itself. */
export type Keep = (data: Sql) => Sql

/**
 * Does the work once per key: its writes and its kept answer are one transaction, so a repeat, even at the same moment,
 * finds the first answer and changes nothing (design/platform.md 1). Work that keeps its answer itself brings its own
 * transaction, and looks for no earlier answer: a repeat fails on the key, and finds it then.
 */
export async function once(
  db: Db,
  key: Key,
  work: (db: Db, keep: Keep) => Promise<Answer>,
  keepsItself = false,
): Promise<Answer> {
  const keep: Keep = (data) => sql`insert into idempotency_keys (key, route, owner, fingerprint, status, answer)
    select ${key.key}, ${key.route}, ${key.owner}, ${key.fingerprint}, ${key.status}, ${data}`
  const known = keepsItself ? undefined : await keptAnswer(db, key)
  if (known) return known
  try {
    if (keepsItself) return await work(db, keep)
    return await inHotLockTransaction(db, async (tx) => {
      const answer = await work(tx, keep)
      await keep(sql`${answer.data}::text`).execute(tx)
      return answer
    })
  } catch (error) {
    // The twin that was faster may show as a doubled key, or as a refusal such as 'these files are taken'.
    const first = await keptAnswer(db, key)
    if (!first) throw error
    return first
  }
}

async function keptAnswer(db: Db, key: Key): Promise<Answer | undefined> {
  const found = await row(
    db,
    { fingerprint: 'string', status: 'number', answer: 'string' },
    sql`select fingerprint, status, answer from idempotency_keys where key = ${key.key} and route = ${key.route} and owner = ${key.owner}`,
  )
  if (!found) return undefined
  if (found.fingerprint !== key.fingerprint) refuse('key reused')
  // It may be seen before the disk has it, as long as its first caller waits for that.
  await flush(db)
  return { status: found.status, data: found.answer }
}

/** Keyed: of a plain hash the number of a paper could be guessed. */
export const fingerprintOf = ({ newest }: Keys, body: unknown): string =>
  createHmac('sha256', newest.hash)
    .update(JSON.stringify(body ?? null))
    .digest('base64url')
