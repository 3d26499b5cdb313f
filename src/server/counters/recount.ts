import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { type Db, inTransaction, row, rows, type Tx } from '../db/db.ts'
import { jsonOf, type RowOf } from '../db/shape.ts'
import { isAny, sums } from './deltas.ts'
import { changesOfAll, changesOfCube, countingOf, type Derived, derivedOf, spreadOf, tablesOf } from './rollups.ts'
import { measuresOf } from './shape.ts'

/** A derived figure that differs from a count over the rows themselves. */
const WRONG = {
  table: 'string',
  /** What is counted, e.g. a store in a month. */
  key: jsonOf<Record<string, string>>(),
  stored: jsonOf<Record<string, number> | null>(),
  counted: jsonOf<Record<string, number> | null>(),
} as const
export type Wrong = RowOf<typeof WRONG>

const SHOWN_MOST = 20

/** Compares every count with the rows in one snapshot, while others write; empty where all are right. */
export async function wrongCounts(db: Db, definition: Definition): Promise<Wrong[]> {
  if (!definition.counters) return []
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await unhurried(tx)
      // Before the snapshot is taken, so that counts are not made anew under it.
      await sql.raw(`lock table ${tablesOf(definition).join(', ')} in access share mode`).execute(tx)
      const found: Wrong[] = []
      for (const derived of derivedOf(definition)) found.push(...(await wrongIn(tx, definition, derived)))
      return found
    })
}

/** Counts already proved stand for the rows where they say the same. */
function wrongIn(tx: Tx, definition: Definition, { table, keys, where, source, spread }: Derived): Promise<Wrong[]> {
  const measures = measuresOf(definition)
  const columns = [...keys, ...measures].join(', ')
  const changes = source ? changesOfCube(definition, source) : `(${changesOfAll(definition)})`
  const isFolded = `select ${columns} from ${table} where ${where}`
  const isToFold = `select ${columns} from (${spreadOf(definition, table, `${definition.table}_delta`)}) s where ${where}`
  const figures = (alias: string) =>
    `case when ${alias}.n is not null then jsonb_build_object(${measures.map((name) => `'${name}', ${alias}.${name}`).join(', ')}) end`
  const all = (alias: string) => measures.map((name) => `${alias}.${name}`).join(', ')
  return rows(
    tx,
    WRONG,
    sql.raw(`
    with counted as (${spread(changes)}),
    stored as (select ${keys.join(', ')}, ${sums(definition, 't')} from (${isFolded} union all ${isToFold}) t group by ${keys.join(', ')} having ${isAny(definition, 't')})
    select '${table}' as "table", jsonb_build_object(${keys.map((name) => `'${name}', ${name}`).join(', ')}) as key, ${figures('t')} as stored, ${figures('c')} as counted
    from stored t full join counted c using (${keys.join(', ')}) where (${all('t')}) is distinct from (${all('c')})
    limit ${SHOWN_MOST}`),
  )
}

/** Makes every count anew from the rows; writers wait until it is done. */
export async function recount(db: Db | Tx, definition: Definition): Promise<void> {
  if (!definition.counters) return
  const { table } = definition
  await inTransaction(db, async (tx) => {
    await unhurried(tx)
    await sql.raw(`lock table ${table} in share mode`).execute(tx)
    await row(tx, sql.raw(`select pg_advisory_xact_lock(hashtext('fold ${table}'))`))
    await sql.raw(`truncate ${tablesOf(definition).join(', ')}`).execute(tx)
    for (const statement of countingOf(definition)) await sql.raw(statement).execute(tx)
  })
}

/** Counting all rows takes its time and wants room. */
export async function unhurried(tx: Tx): Promise<void> {
  for (const setting of ['statement_timeout = 0', 'lock_timeout = 0', `work_mem = '256MB'`, `temp_buffers = '64MB'`])
    await sql.raw(`set local ${setting}`).execute(tx)
}
