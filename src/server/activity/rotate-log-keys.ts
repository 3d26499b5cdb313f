import { sql } from 'kysely'
import { type Db, rows, type Sql } from '../db/db.ts'
import { decryptIntact, type Keys, seal } from '../private/keys.ts'
import { CHECKPOINT, CHECKPOINTS, placeOfCheckpoint } from './checkpoints.ts'
import { placeOfRedaction } from './redactions.ts'

const AT_ONCE = 500

interface Sealed {
  id: number
  sealed: string
  place: string
}

interface Rotation {
  /** Some that another key sealed, by their numbers. */
  some: (after: number) => Promise<Sealed[]>
  keep: (id: number, before: string, now: string) => Sql
}

/** Seals with the newest key what proves the log; what no key opens stays as it is, to be found. Answers how many values. */
export async function rotateLogKeys(db: Db, keys: Keys): Promise<number> {
  const { id: newest } = keys.newest
  const checkpoints = await rotate(db, keys, {
    some: async (after) => {
      const found = await rows(
        db,
        CHECKPOINT,
        sql`${CHECKPOINTS} where number > ${after} and split_part(chain, '.', 2) <> ${newest} order by number limit ${AT_ONCE}`,
      )
      return found.map((one) => ({ id: one.number, sealed: one.chain, place: placeOfCheckpoint(one) }))
    },
    keep: (id, before, now) =>
      sql`update activity_checkpoints set chain = ${now} where number = ${id} and chain = ${before}`,
  })
  const redactions = await rotate(db, keys, {
    some: async (after) => {
      const found = await rows(
        db,
        { id: 'number', sealed: 'string' },
        sql`select id, hashes as sealed from activity_redactions
            where id > ${after} and split_part(hashes, '.', 2) <> ${newest} order by id limit ${AT_ONCE}`,
      )
      return found.map((one) => ({ ...one, place: placeOfRedaction(one.id) }))
    },
    keep: (id, before, now) =>
      sql`update activity_redactions set hashes = ${now} where id = ${id} and hashes = ${before}`,
  })
  return checkpoints + redactions
}

async function rotate(db: Db, keys: Keys, { some, keep }: Rotation): Promise<number> {
  let count = 0
  for (let last = 0; ; ) {
    const found = await some(last)
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
