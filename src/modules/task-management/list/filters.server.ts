import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { all, type Db, rows, type Sql } from '#server/db/db.ts'
import type { Call } from '#server/http/route.ts'
import { conditionsOf, type ListRequest } from '#server/resource/query/conditions.ts'
import { countOf, countsOf, isCounted } from '#server/resource/query/list.ts'
import { type ListQuery, readListQuery } from '#server/resource/query/parse-query.ts'
import { filterAs, type OwnFilter, type OwnFilters, whereSql } from '#server/resource/query/where.ts'
import { withMerged } from '../../complaints/merged.ts'
import { isOneOf, OPEN_STATES, type TaskState, WORKING_STATES } from '../states.ts'
import { tasks } from '../task-management.ts'
import { WHOSE, type Whose, WITH } from './whose.ts'

const STATES_OF: Record<string, readonly TaskState[]> = {
  pending: OPEN_STATES,
  done: ['done'],
  cancelled: ['cancelled'],
}
const IS_WORKED_ON = sql.raw(isOneOf('r.state', WORKING_STATES))

/** Tasks by whom they stand with, as an index finds them. */
const ofPerson: Record<Whose, (actor: Actor) => Sql> = {
  mine: ({ id }) => sql`r.processors @> array[${id}::bigint]`,
  'to-approve': ({ id }) => sql`(r.approver = ${id}::bigint and r.state = 'asked')`,
  'asked-for': ({ id }) => sql`r.created_by = ${id}::bigint`,
  'my-store': ({ store }) => sql`r.store = ${store}::bigint`,
}

export const filters: OwnFilters = {
  /** The status in words of the stored state, so that an index serves. */
  status(values): OwnFilter {
    // No task is without a status.
    const states = values.flatMap((value) => STATES_OF[value] ?? [])
    return {
      where: states.length === 0 ? sql`false` : sql.raw(isOneOf('r.state', states)),
      values: { field: 'state', any: states },
    }
  },
  is_overdue(values) {
    const isAsked = new Set(values)
    if (isAsked.size === 2) return { where: sql`true` }
    // Those still worked on are found by their ends; of all others nobody asks.
    return {
      where: isAsked.has('true')
        ? sql`(${IS_WORKED_ON} and r.date_end < now())`
        : sql`(not ${IS_WORKED_ON} or coalesce(r.date_end >= now(), true))`,
    }
  },
  /** Those of what was merged into it belong to it too. */
  of_complaint: (ids) => ({
    where: sql`r.complaint in (${all(
      ids.map((id) => sql`select id from ${sql.raw(withMerged(String(Number(id))))} m`),
      sql` union `,
    )})`,
  }),
  whose: filterAs(WITH, (values, actor) => ({
    where: sql`(${all(
      values.map((value) => (isWhose(value) ? ofPerson[value](actor) : sql`false`)),
      sql` or `,
    )})`,
    isPersonal: true,
  })),
}

const isWhose = (value: string): value is Whose => WHOSE.some((one) => one.value === value)

/** As the tabs are counted; those of a store where the caller has one. */
export const COUNTS = {
  all: 'number',
  ...Object.fromEntries(WHOSE.map(({ value }) => [value === 'my-store' ? `${value}?` : value, 'number'] as const)),
} as const

/** How many tasks each tab has, under the same filters as the list: of one's own those that are still open. */
export async function counts({ db, actor, query, context }: Call): Promise<Record<string, number>> {
  const {
    whose: _whose,
    status: _status,
    page: _page,
    perpage: _perpage,
    sort: _sort,
    trashed: _trashed,
    ...rest
  } = query
  const asking = { definition: tasks, actor, timeZone: context.config.timezone, filters }
  const whole = readListQuery(tasks, rest, filters)
  const own = WHOSE.map(({ value }): [string, ListQuery] => [
    value,
    { ...whole, filters: { ...whole.filters, whose: [value], status: ['pending'] } },
  ])
  const seen = own.filter(([value]) => value !== 'my-store' || actor.store !== null)
  const [total, mine] = await Promise.all([
    isCounted({ ...asking, query: whole })
      ? countsOf(db, asking, { all: whole })
      : { all: await countOf(db, { ...asking, query: whole }) },
    countedEach(db, asking, seen),
  ])
  return { ...total, ...mine }
}

/** Of somebody's own there are never many: they are counted row by row, each list by its index. */
async function countedEach(
  db: Db,
  asking: Omit<ListRequest, 'query'>,
  lists: readonly [string, ListQuery][],
): Promise<Record<string, number>> {
  if (lists.length === 0) return {}
  const parts = lists.map(
    ([name, query]) =>
      sql`select ${name}::text as name, (select count(*)::int from task_management r where ${whereSql(conditionsOf({ ...asking, query }))}) as n` as Sql,
  )
  const found = await rows(db, { name: 'string', n: 'number' }, sql`${all(parts, sql` union all `)}`)
  return Object.fromEntries(found.map(({ name, n }) => [name, n]))
}
