import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { type Db, inTransaction, row, rows, type Tx } from '../db/db.ts'
import {
  changesOf,
  cubesOf,
  isAny,
  keysOf,
  MEASURES,
  spreadOverCube,
  spreadOverTally,
  sums,
  TALLY_KEYS,
} from './tally-shape.ts'

/** A derived figure that differs from a count over the rows themselves. */
export interface Wrong {
  table: string
  /** What is counted, e.g. a store in a month. */
  key: Record<string, string>
  told: Record<string, number> | null
  counted: Record<string, number> | null
}

interface Derived {
  table: string
  keys: readonly string[]
  spread(changes: string): string
}

const derivedOf = (definition: Definition): Derived[] => [
  {
    table: `${definition.table}_tally`,
    keys: TALLY_KEYS,
    spread: (changes) => spreadOverTally(definition, changes),
  },
  ...cubesOf(definition).map((cube) => ({
    table: cube.table,
    keys: keysOf(cube),
    spread: (changes: string) => spreadOverCube(definition, cube, changes),
  })),
]

const SHOWN_MOST = 20

/** Compares every count with the rows in one snapshot, while others write; empty where all are right. */
export async function wrongCounts(db: Db, definition: Definition): Promise<Wrong[]> {
  if (!definition.tally) return []
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await unhurried(tx)
      const all = derivedOf(definition)
      // Before the snapshot is taken, so that counts are not made anew under it.
      await sql
        .raw(
          `lock table ${[`${definition.table}_delta`, ...all.map((one) => one.table)].join(', ')} in access share mode`,
        )
        .execute(tx)
      const found: Wrong[] = []
      for (const derived of all) found.push(...(await wrongIn(tx, definition, derived)))
      return found
    })
}

const wrongIn = (
  tx: Tx,
  { table: source, ...definition }: Definition,
  { table, keys, spread }: Derived,
): Promise<Wrong[]> => {
  const columns = [...keys, ...MEASURES].join(', ')
  const figures = (alias: string) =>
    `case when ${alias}.n is not null then jsonb_build_object(${MEASURES.map((name) => `'${name}', ${alias}.${name}`).join(', ')}) end`
  return rows<Wrong>(
    tx,
    sql.raw(`
    with counted as (${spread(`(${changesOf({ table: source, ...definition }, source)})`)}),
    told as (select ${keys.join(', ')}, ${sums('t')} from (select ${columns} from ${table} union all select ${columns} from (${spread(`${source}_delta`)}) s) t group by ${keys.join(', ')} having ${isAny('t')})
    select '${table}' as "table", jsonb_build_object(${keys.map((name) => `'${name}', ${name}`).join(', ')}) as key, ${figures('t')} as told, ${figures('c')} as counted
    from told t full join counted c using (${keys.join(', ')}) where (${MEASURES.map((name) => `t.${name}`).join(', ')}) is distinct from (${MEASURES.map((name) => `c.${name}`).join(', ')})
    limit ${SHOWN_MOST}`),
  )
}

/** Makes every count anew from the rows; writers wait until it is done. */
export async function recount(db: Db | Tx, definition: Definition): Promise<void> {
  if (!definition.tally) return
  const { table } = definition
  await inTransaction(db, async (tx) => {
    await unhurried(tx)
    await sql.raw(`lock table ${table} in share mode`).execute(tx)
    await row(tx, sql.raw(`select pg_advisory_xact_lock(hashtext('fold ${table}'))`))
    const derived = derivedOf(definition)
    await sql.raw(`truncate ${[`${table}_delta`, ...derived.map((one) => one.table)].join(', ')}`).execute(tx)
    await sql.raw(`create temp table counted on commit drop as ${changesOf(definition, table)}`).execute(tx)
    for (const { table: into, keys, spread } of derived)
      await sql
        .raw(
          `insert into ${into} (${[...keys, ...MEASURES].join(', ')}) ${spread('counted')} order by ${keys.join(', ')}`,
        )
        .execute(tx)
    for (const { table: into } of derived) await sql.raw(`analyze ${into}`).execute(tx)
  })
}

/** Counting all rows takes its time and wants room. */
async function unhurried(tx: Tx): Promise<void> {
  for (const setting of ['statement_timeout = 0', 'lock_timeout = 0', `work_mem = '256MB'`, `temp_buffers = '64MB'`])
    await sql.raw(`set local ${setting}`).execute(tx)
}
