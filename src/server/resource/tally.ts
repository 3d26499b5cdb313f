import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { all, type Db, row, type Sql, type Tx } from '../db/db.ts'
import type { Conditions } from './conditions.ts'
import type { ListQuery } from './query.ts'
import { type DaySpan, piecesOf, wholeDays } from './tally-range.ts'

/**
 * Totals counted ahead of time (design/performance.md 3.1). Statement triggers append what changed to `<table>_delta`;
 * `fold` moves that into `<table>_tally` every second; a reader adds both in one snapshot, so a total is exact at all times.
 */

/** The exact total as an SQL expression, or null where the tally does not know and the rows must be counted. */
export function tallyTotal(definition: Definition, query: ListQuery, conditions: Conditions): Sql | null {
  const { tally } = definition
  if (!tally || conditions.search || query.isTrash) return null
  const own = Object.values(conditions.own)
  if (own.length > 1 || own.some((filter) => !filter.states)) return null
  const [filter] = own
  const dimension = dimensionOf(definition, query, conditions)
  if (!dimension) return null
  const states = filter?.states
  const stateIs = (column: string): Sql =>
    states ? sql`${sql.ref(column)} = any(${states}::text[])` : sql`${sql.ref(column)} <> 'deleted'`
  const counted =
    Object.keys(conditions.ranges).length > 0
      ? countedWithin(definition, query, dimension, stateIs, rowsOf(definition, dimension, conditions.life, states))
      : countedEver(definition, dimension, stateIs)
  if (!counted || !filter?.minus) return counted && sql`(${counted})::bigint`
  const left = [
    filter.minus,
    conditions.life,
    ...Object.values(conditions.filters),
    ...Object.values(conditions.ranges),
  ]
  return sql`(${counted} - (select count(*) from ${sql.table(definition.table)} r where ${all(conditions.scope ? [...left, conditions.scope] : left)}))::bigint`
}

interface Dimension {
  name: string
  values: string[]
}
type StateIs = (column: string) => Sql

const inDelta = ({ name, values }: Dimension): Sql =>
  name === 'all' ? sql`true` : sql`${sql.ref(name)} = any(${values}::text[])`

function countedEver({ table }: Definition, dimension: Dimension, stateIs: StateIs): Sql {
  const { name, values } = dimension
  return sql`
    (select coalesce(sum(n), 0) from ${sql.table(`${table}_tally`)} where dim = ${name} and grain = 'ever' and key = any(${values}::text[]) and ${stateIs('state')})
    + (select coalesce(sum(n), 0) from ${sql.table(`${table}_delta`)} where ${inDelta(dimension)} and ${stateIs('state')})`
}

/** The same narrowing over the rows, in the columns' own types and with the list's own life, so that an index alone answers. */
function rowsOf(
  { fields, tally }: Definition,
  { name, values }: Dimension,
  life: Sql,
  states?: readonly string[],
): Sql {
  const type = fields[name]?.kind === 'ref' ? sql`bigint[]` : sql`text[]`
  const parts = [life, ...(name === 'all' ? [] : [sql`r.${sql.ref(name)} = any(${values}::${type})`])]
  return all(states && tally ? [...parts, sql`r.${sql.ref(tally.state)} = any(${states}::text[])`] : parts)
}

/** Whole months come from the tally; the days around them from its days, or, under a dimension, from the few rows themselves. */
function countedWithin(
  { table, tally }: Definition,
  query: ListQuery,
  dimension: Dimension,
  stateIs: StateIs,
  rowsMatch: Sql,
): Sql | null {
  const [[on, range] = []] = Object.entries(query.ranges)
  const days = on === tally?.on && Object.keys(query.ranges).length === 1 && range ? wholeDays(range) : null
  if (!tally || !days) return null
  const { months, edges } = piecesOf(days)
  const isWhole = dimension.name === 'all'
  if (!months && !isWhole) return null
  const { name, values } = dimension
  const ofMonths = months ? [sql`(grain = 'month' and start between ${months.from}::date and ${months.to}::date)`] : []
  const ofDays = isWhole
    ? edges.map((edge) => sql`(grain = 'day' and start between ${edge.from}::date and ${edge.to}::date)`)
    : []
  const told = isWhole
    ? sql`day between ${days.from}::date and ${days.to}::date`
    : sql`date_trunc('month', day) between ${months?.from ?? days.from}::date and ${months?.to ?? days.to}::date`
  const rowsOfEdge = (edge: DaySpan): Sql => sql`
    + (select count(*) from ${sql.table(table)} r where ${rowsMatch}
        and r.${sql.ref(tally.on)} >= ${edge.from}::date::timestamp at time zone chain_zone()
        and r.${sql.ref(tally.on)} < (${edge.to}::date + 1)::timestamp at time zone chain_zone())`
  return sql`
    (select coalesce(sum(n), 0) from ${sql.table(`${table}_tally`)} where dim = ${name} and key = any(${values}::text[]) and (${all([...ofMonths, ...ofDays], sql` or `)}) and ${stateIs('state')})
    + (select coalesce(sum(n), 0) from ${sql.table(`${table}_delta`)} where ${told} and ${inDelta(dimension)} and ${stateIs('state')})
    ${all(isWhole ? [] : edges.map(rowsOfEdge), sql` `, sql``)}`
}

/** The one dimension a request is narrowed by, its scope included; null where it is narrowed by more. */
function dimensionOf(definition: Definition, query: ListQuery, conditions: Conditions): Dimension | null {
  const { tally, placed } = definition
  const filtered = Object.keys(conditions.filters)
  const scopeStore = conditions.scope ? scopedStore(conditions.scope) : undefined
  if (conditions.scope && scopeStore === undefined) return null
  if (scopeStore !== undefined) {
    if (filtered.length > 0 || !placed.store || !tally?.by.includes(placed.store)) return null
    return { name: placed.store, values: [String(scopeStore)] }
  }
  if (filtered.length === 0) return { name: 'all', values: [''] }
  const [name] = filtered
  if (filtered.length > 1 || !name || !tally?.by.includes(name)) return null
  const values = query.filters[name] ?? []
  return values.includes(null) ? null : { name, values: values.map(String) }
}

const scopedStores = new WeakMap<Sql, number | null>()

/** Remembers that a scope predicate is exactly 'of this store', which the tally can count. */
export const markStoreScope = (scope: Sql, store: number | null): Sql => {
  scopedStores.set(scope, store)
  return scope
}
const scopedStore = (scope: Sql): number | null | undefined => scopedStores.get(scope)

/** Moves the appended changes into the tally; one server at a time, and a change is in one of the two at any moment. */
export async function fold(db: Db, definition: Definition): Promise<number> {
  if (!definition.tally) return 0
  const moved = await row<{ moved: number }>(db, sql.raw(foldSql(definition)))
  return moved?.moved ?? 0
}

function foldSql({ table, tally }: Definition): string {
  const dims = (tally?.by ?? []).map(
    (name) =>
      `('${name}', d.${name}, 'ever', date '0001-01-01'), ('${name}', d.${name}, 'month', date_trunc('month', d.day)::date)`,
  )
  return `
    with alone as (select pg_try_advisory_xact_lock(hashtext('fold ${table}')) as is_mine),
    taken as (delete from ${table}_delta using alone where alone.is_mine returning ${table}_delta.*),
    spread as (
      select x.dim, coalesce(x.key, '') as key, x.grain, x.start, d.state, sum(d.n)::bigint as n
      from taken d, lateral (values ('all', '', 'ever', date '0001-01-01'), ('all', '', 'month', date_trunc('month', d.day)::date), ('all', '', 'day', d.day)${dims.map((dim) => `, ${dim}`).join('')}) x(dim, key, grain, start)
      where x.key is not null
      group by 1, 2, 3, 4, 5 having sum(d.n) <> 0
    ),
    kept as (
      insert into ${table}_tally as t (dim, key, grain, start, state, n) select dim, key, grain, start, state, n from spread order by 1, 2, 3, 4, 5
      on conflict (dim, key, grain, start, state) do update set n = t.n + excluded.n
    )
    select count(*)::int as moved from taken`
}

/** The tables and triggers of a tally, for the migration that introduces it. */
export function tallyTables({ table, tally }: Definition): string {
  if (!tally) throw new Error(`${table} has no tally`)
  const dims = tally.by
  const columns = dims.map((name) => `${name}::text`).join(', ')
  const side = (source: string, sign: string) =>
    `select ${sign}1 as n, (${tally.on} at time zone chain_zone())::date as day, ${tally.state} as state, ${columns} from ${source}`
  const append = (from: string) => `insert into ${table}_delta (n, day, state, ${dims.join(', ')})
    select sum(n), day, state, ${dims.join(', ')} from (${from}) c group by day, state, ${dims.join(', ')} having sum(n) <> 0;`
  return `
create table ${table}_tally (dim text not null, key text not null, grain text not null, start date not null, state text not null, n bigint not null,
  primary key (dim, key, grain, start, state));
create table ${table}_delta (n bigint not null, day date not null, state text not null, ${dims.map((name) => `${name} text`).join(', ')})
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create function ${table}_inserted() returns trigger language plpgsql as $$ begin ${append(side('added', ''))} return null; end $$;
create function ${table}_deleted() returns trigger language plpgsql as $$ begin ${append(side('gone', '-'))} return null; end $$;
create function ${table}_updated() returns trigger language plpgsql as $$ begin ${append(`${side('added', '')} union all ${side('gone', '-')}`)} return null; end $$;
create trigger tally_insert after insert on ${table} referencing new table as added for each statement execute function ${table}_inserted();
create trigger tally_delete after delete on ${table} referencing old table as gone for each statement execute function ${table}_deleted();
create trigger tally_update after update on ${table} referencing new table as added old table as gone for each statement execute function ${table}_updated();
`
}

/** Rebuilds a tally from the rows and tells how many counts were wrong before; nothing may be. */
export async function recount(tx: Tx, definition: Definition): Promise<number> {
  const { table, tally } = definition
  if (!tally) return 0
  await sql.raw(`lock table ${table} in share mode`).execute(tx)
  await sql.raw(foldSql(definition)).execute(tx)
  const found = await row<{ wrong: number }>(
    tx,
    sql.raw(`select count(*)::int as wrong from
      (select state, sum(n) as n from ${table}_tally where dim = 'all' and grain = 'ever' group by state) t
      full join (select ${tally.state} as state, count(*) as n from ${table} group by 1) c using (state) where coalesce(t.n, 0) <> coalesce(c.n, 0)`),
  )
  return found?.wrong ?? 0
}
