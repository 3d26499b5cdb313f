import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { all, type Db, row, rows, type Sql, type Tx } from '../db/db.ts'
import { spreadOverCube, spreadOverTally, spreadOverTimes } from './deltas.ts'
import { tablesOf } from './rollups.ts'
import { counterKeysOf, counterOptionsOf, keysOf, measuresOf, rollupsOf, TIMES_KEYS } from './shape.ts'

/** The most changes moved at once, so that an import of many thousands never holds a core for long. */
export const PIECE = 5000

/** Moves appended changes into the counts and tells how many; one server at a time, and a change is in one of the two at any moment. */
export async function compactDeltas(db: Db | Tx, definition: Definition, most = PIECE): Promise<number> {
  if (!definition.counters) return 0
  const moved = await row(db, { moved: 'number' }, sql.raw(foldSql(definition, most)))
  return moved?.moved ?? 0
}

/** Of these modules those with changes that are in no count yet, asked in one statement. */
export async function uncompacted(db: Db, definitions: readonly Definition[]): Promise<Definition[]> {
  const counted = definitions.filter(({ counters }) => counters)
  const asked = counted.map(
    ({ table }) =>
      sql`select ${sql.lit(table)} as name where exists (select from ${sql.table(`${table}_delta`)})` as Sql,
  )
  const found = await rows(db, { name: 'string' }, all(asked, sql` union all `))
  return counted.filter(({ table }) => found.some(({ name }) => name === table))
}

/** Next changes are joined, not listed: a list counts as ten to the planner, which then sorts thousands instead of hashing them. */
function foldSql(definition: Definition, most: number): string {
  const { table } = definition
  const added = (into: string, keys: readonly string[], rows: string) => addedSql(definition, into, keys, rows)
  const kept = rollupsOf(definition).map(
    (cube, at) => `kept_${at} as (${added(cube.table, keysOf(cube), spreadOverCube(definition, cube, 'taken'))})`,
  )
  const times = () => `times as (${added(`${table}_times`, TIMES_KEYS, spreadOverTimes(definition, 'taken'))})`
  const parts = [
    `kept as (${added(`${table}_counters`, counterKeysOf(definition), spreadOverTally(definition, 'taken'))})`,
    ...(counterOptionsOf(definition).work ? [times()] : []),
    ...kept,
  ]
  return `
    with alone as (select pg_try_advisory_xact_lock(hashtext('fold ${table}')) as is_mine),
    taken as (delete from ${table}_delta d using alone, (select ctid from ${table}_delta limit ${most}) next where alone.is_mine and d.ctid = next.ctid returning d.*),
    ${parts.join(',\n    ')}
    select count(*)::int as moved from taken`
}

function addedSql(definition: Definition, table: string, keys: readonly string[], rows: string): string {
  const measures = measuresOf(definition)
  const columns = [...keys, ...measures].join(', ')
  return `insert into ${table} as t (${columns}) select ${columns} from (${rows}) s order by ${keys.join(', ')}
      on conflict (${keys.join(', ')}) do update set ${measures.map((name) => `${name} = t.${name} + excluded.${name}`).join(', ')}`
}

/** Counts that came to nothing, such as of a state everything has left; they would only grow in number. */
export async function sweepCounts(db: Db, definition: Definition): Promise<void> {
  if (!definition.counters) return
  const { table } = definition
  for (const name of tablesOf(definition).filter((one) => one !== `${table}_delta`))
    await sql
      .raw(
        `with alone as materialized (select pg_try_advisory_xact_lock(hashtext('fold ${table}')) as is_mine)
        delete from ${name} t using alone where alone.is_mine and ${measuresOf(definition)
          .map((measure) => `t.${measure} = 0`)
          .join(' and ')}`,
      )
      .execute(db)
}
