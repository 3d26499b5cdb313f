import { sql } from 'kysely'
import { actorMay } from '#server/actor.ts'
import { all, type Db, rows, type Sql } from '#server/db/db.ts'
import type { Call } from '#server/http/route.ts'
import { conditionsOf } from '#server/resource/query/conditions.ts'
import { COUNTED_MOST, countsOf, isCounted } from '#server/resource/query/list.ts'
import { type ListQuery, readListQuery } from '#server/resource/query/parse-query.ts'
import { type Conditions, type OwnFilter, type OwnFilters, whereSql } from '#server/resource/query/where.ts'
import { searched } from '#server/search/search.ts'
import { refuse } from '../../../shared/refusals.ts'
import { complaints } from '../complaints.ts'
import { isOpenIn, isOpenState, OPEN_STATES, STATUSES } from '../states.ts'

/** The status of `r`. */
export const STATUS = sql.raw(`(${complaints.fields.status.sql})`)

const OPEN = sql.raw(isOpenState('r.state'))
const IS_LATE = sql`(${OPEN} and r.due_at < now())`

/** A status in words of the stored state and the clock, so that an index or the tally can serve it. */
const STATUS_SQL: Record<string, OwnFilter> = Object.fromEntries(
  STATUSES.map(({ value }): [string, OwnFilter] => {
    if (value === 'overdue') return [value, { where: IS_LATE, states: OPEN_STATES, late: 'only' }]
    if (value === 'deleted') return [value, { where: sql`r.state = 'deleted'`, states: ['deleted'], isTrash: true }]
    if (!isOpenIn(value)) return [value, { where: sql`r.state = ${sql.lit(value)}`, states: [value] }]
    return [
      value,
      {
        // So that the newest are walked through: in two comparisons an index of deadlines would be read, and most of it.
        where: sql`(r.state = ${sql.lit(value)} and coalesce(r.due_at >= now(), true))`,
        states: [value],
        late: 'not',
      },
    ]
  }),
)

export function inStatus(values: readonly string[]): OwnFilter {
  const [only] = values
  if (values.length === 1 && only) return STATUS_SQL[only] ?? refuse('invalid')
  const chosen = values.map((value) => STATUS_SQL[value] ?? refuse('invalid'))
  const isStored = chosen.every(({ states, late, isTrash }) => states && !late && !isTrash)
  return {
    where: sql`(${all(
      chosen.map((filter) => filter.where),
      sql` or `,
    )})`,
    isTrash: chosen.every((filter) => filter.isTrash),
    // Counts tell several together where none of them asks for the clock.
    ...(isStored && { states: chosen.flatMap(({ states = [] }) => states) }),
  }
}

export const filters: OwnFilters = {
  status: inStatus,
  is_paused(values) {
    const isAsked = new Set(values)
    if (isAsked.size === 2) return { where: sql`true` }
    return { where: isAsked.has('true') ? sql`r.paused_at is not null` : sql`r.paused_at is null` }
  },
  /** In the words of the index of what waits for its first reply. */
  is_reply_late(values) {
    const isAsked = new Set(values)
    if (isAsked.size === 2) return { where: sql`true` }
    const isLate = sql`(r.state = 'new' and r.handle_date is null and r.handle_due_at < now())`
    return { where: isAsked.has('true') ? isLate : sql`not coalesce(${isLate}, false)` }
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

/** A number for each status and for all; `at_least` names those of which there are more than were counted. */
type Counts = Record<string, number | string[]>

/** As the tabs are counted. */
export const COUNTS = {
  all: 'number',
  ...Object.fromEntries(STATUSES.map(({ value }) => [value, 'number'] as const)),
  'at_least?': 'string[]',
} as const

/** How many complaints in each status, under the filters of the list. */
export async function counts({ db, actor, query, context }: Call): Promise<Counts> {
  const { status: _status, page: _page, perpage: _perpage, sort: _sort, trashed: _trashed, ...rest } = query
  const asking = { definition: complaints, actor, timeZone: context.config.timezone, filters }
  const whole = readListQuery(complaints, rest, filters)
  const isTrashOpen = actorMay(actor, complaints.permission, 'delete')
  const lists: Record<string, ListQuery> = {
    all: whole,
    ...Object.fromEntries(
      STATUSES.filter(({ value }) => value !== 'deleted' || isTrashOpen).map(({ value }) => [
        value,
        { ...whole, filters: { ...whole.filters, status: [value] } },
      ]),
    ),
  }
  const conditionsIn = (name: string) => conditionsOf({ ...asking, query: lists[name] ?? whole })
  const counted = whole.search
    ? await foundCounts(db, conditionsIn, Object.keys(lists))
    : isCounted({ ...asking, query: whole })
      ? await countsOf(db, asking, lists)
      : await lookedCounts(db, conditionsIn, isTrashOpen)
  return { deleted: 0, ...counted }
}

/** Of a search. What lies outside the trash is found once and told apart; where that is too much, each status is looked through by itself. */
async function foundCounts(db: Db, conditionsIn: (list: string) => Conditions, lists: string[]): Promise<Counts> {
  const found = await searched(db, complaints, conditionsIn('all'))
  const counted: Counts = { all: found.total }
  const left = lists.filter((name) => name !== 'all' && (found.isMore || name === 'deleted'))
  if (!found.isMore) {
    for (const name of lists) counted[name] ??= 0
    for (const { status, n } of await byStatus(db, found.source)) counted[status] = n
  }
  const more = found.isMore ? ['all'] : []
  // One after another: seven at once would be seven connections for one person's tabs.
  for (const name of left) {
    const { total, isMore } = await searched(db, complaints, conditionsIn(name))
    counted[name] = total
    if (isMore) more.push(name)
  }
  return { ...counted, ...(more.length > 0 && { at_least: more }) }
}

/** Where no counts know these filters: all statuses in one look, of very many rows at the first of them. */
async function lookedCounts(db: Db, conditionsIn: (list: string) => Conditions, isTrashOpen: boolean): Promise<Counts> {
  const most = sql.lit(COUNTED_MOST + 1)
  const among = (list: string) => sql`select * from complaints r where ${whereSql(conditionsIn(list))} limit ${most}`
  const counted: Record<string, number> = Object.fromEntries(STATUSES.map(({ value }) => [value, 0]))
  for (const { status, n } of await byStatus(db, among('all'))) counted[status] = n
  const total = Object.values(counted).reduce((sum, n) => sum + n, 0)
  const trashed = isTrashOpen ? await byStatus(db, among('deleted')) : []
  const deleted = trashed.reduce((sum, { n }) => sum + n, 0)
  const live = ['all', ...STATUSES.map(({ value }) => value).filter((value) => value !== 'deleted')]
  const more = [...(total > COUNTED_MOST ? live : []), ...(deleted > COUNTED_MOST ? ['deleted'] : [])]
  return {
    ...counted,
    all: total,
    deleted,
    ...(more.length > 0 && { at_least: more }),
  }
}

const byStatus = (db: Db, source: Sql) =>
  rows(
    db,
    { status: 'string', n: 'number' },
    sql`select ${STATUS} as status, count(*)::int as n from (${source}) r group by 1`,
  )
