import { sql } from 'kysely'
import { type Db, rows, type Sql } from '../db/db.ts'
import { decryptIntact, type Keys, seal } from '../private/keys.ts'

const AT_ONCE = 500

interface Rotation {
  /** Some that another key sealed, by their numbers. */
  some: (after: number) => Sql
  keep: (id: number, before: string, now: string) => Sql
}

/** Seals with the newest key what proves the log; what no key opens stays as it is, to be found. Answers how many values. */
export async function rotateLogKeys(db: Db, keys: Keys): Promise<number> {
  const { id: newest } = keys.newest
  const checkpoints = await rotate(db, keys, {
    some: (after) =>
      sql`select number as id, chain as sealed, 'activity checkpoint ' || concat_ws(' ', number, upto, upto_id, lines) as place
          from activity_checkpoints where number > ${after} and split_part(chain, '.', 2) <> ${newest} order by number limit ${AT_ONCE}`,
    keep: (id, before, now) =>
      sql`update activity_checkpoints set chain = ${now} where number = ${id} and chain = ${before}`,
  })
  const redactions = await rotate(db, keys, {
    some: (after) => sql`select id, hashes as sealed, 'activity ' || id as place
        from activity_redactions where id > ${after} and split_part(hashes, '.', 2) <> ${newest} order by id limit ${AT_ONCE}`,
    keep: (id, before, now) =>
      sql`update activity_redactions set hashes = ${now} where id = ${id} and hashes = ${before}`,
  })
  return checkpoints + redactions
}

async function rotate(db: Db, keys: Keys, { some, keep }: Rotation): Promise<number> {
  let count = 0
  for (let last = 0; ; ) {
    const found = await rows(db, { id: 'number', sealed: 'string', place: 'string' }, some(last))
    for (const { id, sealed, place } of found) {
      const plain = decryptIntact(keys, place, sealed)
      if (plain === null) continue
      await keep(id, sealed, seal(keys, place, plain, '')).execute(db)
      count++
    }
    const end = found.at(-1)
    if (!end || found.length < AT_ONCE) return count
    last = end.id
  }
}
