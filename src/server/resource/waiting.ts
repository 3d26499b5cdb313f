import { sql } from 'kysely'
import { modules } from '../../modules/index.ts'
import { WHOSE_RECORDS } from '../../shared/definition/waiting.ts'
import { stepsOf } from '../../shared/flow.ts'
import type { Definition } from '../../shared/resource.ts'
import { type Actor, actorMay } from '../actor.ts'
import { all, type Db, ident, row, rows, type Sql } from '../db/db.ts'
import { jsonOf, type RowOf } from '../db/shape.ts'
import { ownFiltersOf } from './own-filters.ts'
import { shown } from './query/columns.ts'
import { countOf } from './query/list.ts'
import { readListQuery } from './query/parse-query.ts'
import { filterAs, type OwnFilters } from './query/where.ts'
import { forActor, scopeOf } from './scope.ts'

/** The registers in which something may wait for somebody, of those an actor may read. */
export const waitingRegisters = (actor: Actor): Definition[] =>
  modules.filter((one) => one.pendingFilter && !one.internal && actorMay(actor, one.permission, 'read'))

/** Of a register that somebody only looks at, nothing waits for them: they may take none of its steps, nor approve anything in it. */
export const waitsFor = (actor: Actor, { flow, permission }: Definition): boolean =>
  actorMay(actor, permission, 'other') || stepsOf(flow).some(([, { needs }]) => actorMay(actor, permission, needs))

/** How many records of a register wait, of those the actor may see: what the menu shows, and the length of the list it leads to. */
export const countWaiting = (db: Db, definition: Definition, actor: Actor, timeZone: string): Promise<number> => {
  const pending = Object.entries(definition.pendingFilter ?? {}).map(
    ([name, values]) => [name, [...values]] as [string, string[]],
  )
  const query = readListQuery(definition, Object.fromEntries(pending))
  return countOf(db, { definition, query, actor, timeZone })
}

/** Of those that wait in a register the ones that wait for this actor rather than for somebody else; null where nothing tells them apart. */
export function theirOwn(definition: Definition, actor: Actor): Sql | null {
  const { mine } = definition.waiting ?? {}
  if (!mine) return givenTo(definition, actor)
  const filters = ownFiltersOf(definition)
  return all(Object.entries(mine).flatMap(([name, values]) => filters[name]?.(values, actor).where ?? []))
}

/** Those given to the actor and, for whoever directs the handling, those given to nobody yet. */
const givenTo = (definition: Definition, actor: Actor): Sql | null =>
  forActor(definition, actor, actorMay(actor, definition.permission, ['edit', 'other']))

/** `mine` of a register, for its list. */
export const mineFilter = (definition: Definition): OwnFilters[string] =>
  filterAs(WHOSE_RECORDS, (_values, actor) => ({
    where: givenTo(definition, actor) ?? sql`true`,
    isPersonal: true,
  }))

/** How many of them there are. */
export async function countTheirs(db: Db, definition: Definition, actor: Actor, theirs: Sql): Promise<number> {
  const found = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from ${ident(definition.table)} r where ${waitingSql(definition, actor)} and ${theirs}`,
  )
  return found?.n ?? 0
}

/** The rows `r` that wait, of those the actor may see. */
const waitingSql = (definition: Definition, actor: Actor): Sql => {
  const scope = scopeOf(definition, actor)
  return all([sql`r.deleted_at is null`, pendingSql(definition), ...(scope ? [scope] : [])])
}

const LINE = { clock: 'number?', at: 'date', row: jsonOf<object>() } as const

/**
 * The records of a register that wait and are worst off: those past a clock, by the gravest of these and how long; then those whose
 * nearest clock still runs, by how little is left; then those without any, the oldest first. Each clock gives its first ones by its
 * index, and the first of all are among these.
 * @param theirs narrows them to the actor's own
 */
export async function worstWaiting(
  db: Db,
  definition: Definition,
  actor: Actor,
  timeZone: string,
  most: number,
  theirs: Sql | null = null,
): Promise<RowOf<typeof LINE>[]> {
  const { table, fields, waiting: { clocks = [], since = 'created_at' } = {} } = definition
  const base = all([waitingSql(definition, actor), ...(theirs ? [theirs] : [])])
  const first = (rank: Sql, clock: Sql, at: Sql, where: Sql, order: Sql) =>
    sql`(select r.id, ${rank} as rank, ${clock} as clock, ${at} as at from ${ident(table)} r where ${base} and ${where} order by ${order}, r.id limit ${sql.lit(most)})` as Sql
  const running = clocks.flatMap(({ by, where = 'true' }, clock) => {
    const column = sql`r.${ident(by)}`
    const isDay = fields[by]?.kind === 'date'
    const at = isDay ? sql`((${column} + 1)::timestamp at time zone ${timeZone})` : sql`${column}`
    const now = isDay ? sql`(now() at time zone ${timeZone})::date` : sql`now()`
    const runs = sql.raw(`(${where})`)
    return [
      first(sql.lit(clock), sql.lit(clock), at, sql`${column} < ${now} and ${runs}`, column),
      first(sql.lit(clocks.length), sql.lit(clock), at, sql`${column} >= ${now} and ${runs}`, column),
    ]
  })
  const waited = since === 'created_at' ? sql`r.created_at` : sql`coalesce(r.${ident(since)}, r.created_at)`
  const rest = first(sql.lit(clocks.length + 1), sql`null::int`, waited, sql`true`, waited)
  return rows(
    db,
    LINE,
    sql`with found as (${all([...running, rest], sql` union all `)}),
      best as (select distinct on (id) * from found order by id, rank, at),
      worst as (select * from best order by rank, at, id limit ${sql.lit(most)})
    select b.clock, b.at, (select row_to_json(p) from (select ${shown(definition, 'list', actor.language)}) p) as row
    from worst b join ${ident(table)} r on r.id = b.id order by b.rank, b.at, b.id`,
  )
}

/** The records `r` that wait, with the values in its words, so that an index of just these serves. */
const pendingSql = ({ fields, pendingFilter = {} }: Definition): Sql =>
  all(
    Object.entries(pendingFilter).map(([name, values]) => {
      const field = fields[name]
      const column = field?.kind === 'computed' ? sql.raw(`(${field.sql})`) : sql`r.${ident(name)}`
      return sql`${column}::text in (${sql.join(values.map((one) => sql.lit(one)))})` as Sql
    }),
  )
