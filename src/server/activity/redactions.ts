import { sql } from 'kysely'
import { rows, type Tx } from '../db/db.ts'
import { decryptIntact, type Keys, seal } from '../private/keys.ts'

/** Hashes of a line before and after an erasure. */
export interface Redacted {
  id: number
  before: string
  after: string
}

/** Keeps of lines that an erasure has just changed, in its transaction, what they were: their checkpoint still holds that. */
export async function keepRedactions(tx: Tx, keys: Keys, changed: readonly Redacted[]): Promise<void> {
  const lines = changed.filter(({ before, after }) => before !== after)
  if (lines.length === 0) return
  const known = await rows(
    tx,
    { id: 'number', hashes: 'string' },
    sql`select id, hashes from activity_redactions where id = any(${lines.map(({ id }) => id)}::bigint[])`,
  )
  const sealed = new Map(known.map(({ id, hashes }) => [id, hashes]))
  const kept = lines.flatMap((line) => {
    const { id, before, after } = line
    const first = firstHash(keys, id, sealed.get(id), before)
    // What somebody else changed since the last erasure stays a fault.
    return first === null ? [] : [{ id, hashes: sealedHashes(keys, id, first, after) }]
  })
  await sql`insert into activity_redactions (id, hashes)
      select id, hashes from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as r (id bigint, hashes text)
      on conflict (id) do update set hashes = excluded.hashes`.execute(tx)
}

/**
 * The hash of a line as its checkpoint holds it.
 * @param sealed of its redaction, where there is one
 * @param now the hash of what it says now
 * @returns null where somebody else has changed it since it was redacted, or made its redaction
 */
export function firstHash(keys: Keys, id: number, sealed: string | null | undefined, now: string): string | null {
  if (sealed == null) return now
  const [first, left] = decryptIntact(keys, placeOfRedaction(id), sealed)?.split(' ') ?? []
  return first !== undefined && left === now ? first : null
}

const sealedHashes = (keys: Keys, id: number, first: string, left: string): string =>
  seal(keys, placeOfRedaction(id), `${first} ${left}`, '')

/** What the hashes of a line are bound to. */
export const placeOfRedaction = (id: number): string => `activity ${id}`
