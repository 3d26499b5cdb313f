import { sql } from 'kysely'
import { actorMay } from '#server/actor.ts'
import { all } from '#server/db/db.ts'
import type { Call } from '#server/http/route.ts'
import type { OwnFilter, OwnFilters } from '#server/resource/conditions.ts'
import { countsOf } from '#server/resource/list.ts'
import { type ListQuery, readListQuery } from '#server/resource/query.ts'
import { refuse } from '../../shared/refusals.ts'
import { complaints, OPEN_STATES, STATUSES } from './complaints.ts'

const OPEN = sql`r.state in ('new', 'processing', 'reopened')`
const IS_LATE = sql`(${OPEN} and r.due_at < now())`

/** A status in words of the stored state and the clock, so that an index or the tally can serve it. */
const STATUS_SQL: Record<string, OwnFilter> = Object.fromEntries(
  STATUSES.map(({ value }): [string, OwnFilter] => {
    if (value === 'overdue') return [value, { where: IS_LATE }]
    if (value === 'deleted') return [value, { where: sql`r.state = 'deleted'`, states: ['deleted'], isTrash: true }]
    const isOpen = OPEN_STATES.some((state) => state === value)
    if (!isOpen) return [value, { where: sql`r.state = ${sql.lit(value)}`, states: [value] }]
    const late = sql`(r.state = ${sql.lit(value)} and ${IS_LATE})`
    return [
      value,
      {
        where: sql`(r.state = ${sql.lit(value)} and (r.due_at is null or r.due_at >= now()))`,
        states: [value],
        minus: late,
      },
    ]
  }),
)

export function inStatus(values: readonly string[]): OwnFilter {
  const [only] = values
  if (values.length === 1 && only) return STATUS_SQL[only] ?? refuse('invalid')
  const chosen = values.map((value) => STATUS_SQL[value] ?? refuse('invalid'))
  return {
    where: sql`(${all(
      chosen.map((filter) => filter.where),
      sql` or `,
    )})`,
    isTrash: chosen.every((filter) => filter.isTrash),
  }
}

export const filters: OwnFilters = {
  status: inStatus,
  is_paused(values) {
    const isAsked = new Set(values)
    if (isAsked.size === 2) return { where: sql`true` }
    return { where: isAsked.has('true') ? sql`r.paused_at is not null` : sql`r.paused_at is null` }
  },
  /** Not late yet, but within so many hours. */
  due_within(values) {
    const hours = Math.max(...values.map(Number))
    return { where: sql`(${OPEN} and r.due_at >= now() and r.due_at < now() + ${hours} * interval '1 hour')` }
  },
  /** Those that these notifications of the caller are about. */
  told: (ids, { id }) => ({
    where: sql`r.id in (select unnest(n.records) from notifications n where n.id = any(${ids.map(Number).filter(Number.isFinite)}::bigint[]) and n.user_id = ${id})`,
    isPersonal: true,
  }),
}

/** How many complaints in each status, under the filters of the list. */
export async function counts({ db, actor, query, house }: Call): Promise<Record<string, number>> {
  const { status: _status, page: _page, perpage: _perpage, sort: _sort, trashed: _trashed, ...rest } = query
  const settings = { timeZone: house.config.timezone, filters }
  const isTrashOpen = actorMay(actor, complaints.permission, 'delete')
  const lists = ['all', ...STATUSES.map(({ value }) => value)]
    .filter((status) => status !== 'deleted' || isTrashOpen)
    .map((status): [string, ListQuery] => [
      status,
      readListQuery(complaints, { ...rest, ...(status !== 'all' && { status }) }, filters),
    ])
  return { deleted: 0, ...(await countsOf(db, complaints, Object.fromEntries(lists), actor, settings)) }
}
