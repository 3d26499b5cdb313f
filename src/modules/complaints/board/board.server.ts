import { sql } from 'kysely'
import { rows, type Sql } from '#server/db/db.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { RequestCoalescer } from '#server/request-coalescer.ts'
import { conditionsOf } from '#server/resource/query/conditions.ts'
import { countOf } from '#server/resource/query/list.ts'
import { inAlphabet } from '#server/resource/query/order.ts'
import { listParameters } from '#server/resource/query/parameters.ts'
import { type ListQuery, one, readListQuery } from '#server/resource/query/parse-query.ts'
import { whereSql } from '#server/resource/query/where.ts'
import { scopeKey } from '#server/resource/scope.ts'
import { type Searched, searched } from '#server/search/search.ts'
import { complaints } from '../complaints.ts'
import { filters, STATUS } from '../list/status.server.ts'
import { BOARD_STATUSES, isOpenState, OPEN_STATUSES, STATUSES } from '../states.ts'

const CARDS = 20

// What the columns say themselves is no filter, and a board has no pages; what only its owner is shown is no question of many.
const { status, told, trashed, page, perpage, sort, ...NARROWED } = listParameters(complaints, filters)
const PARAMETERS = {
  by: { says: 'status (the usual) or department', schema: { enum: ['status', 'department'] } },
  ...NARROWED,
}

/** The columns of the board with the ids of their first cards and the count of all (specification section 7). */
export const boardRoutes: Route[] = [
  get(
    'board/columns',
    {
      needs: { permission: 'complaints', flag: 'read' },
      summary: 'Columns of the board, under the same filters as the list',
      query: PARAMETERS,
    },
    (call) => columns(call),
  ),
]

interface Column {
  id: string
  name: string
  tone?: string
  total: number
  /** True where a search matched more than were counted. */
  total_is_more?: boolean
  item_ids: number[]
}

/** A change makes every open board ask the same. */
const boards = new RequestCoalescer<Column[]>()

async function columns(call: Call): Promise<{ columns: Column[]; column_orders: string[] }> {
  const { by, ...asked } = call.query
  const wanted = readListQuery(complaints, asked, filters)
  const isByDepartment = one(by) === 'department'
  const key = `${isByDepartment} ${scopeKey(complaints, call.actor)} ${JSON.stringify(wanted)}`
  const found = await boards.ask(key, () => (isByDepartment ? byDepartment(call, wanted) : byStatus(call, wanted)))
  return { columns: found, column_orders: found.map((column) => column.id) }
}

/** Each column is counted as the tabs of the list are, and reads no more than its first cards: closed ones may be millions. */
async function byStatus(call: Call, wanted: ListQuery): Promise<Column[]> {
  const few = wanted.search ? await fewFound(call, wanted) : null
  return Promise.all(
    BOARD_STATUSES.map(async (key) => {
      const status = STATUSES.find(({ value }) => value === key)
      const cards = few
        ? (few.get(key) ?? NO_CARDS)
        : await cardsIn(call, { ...wanted, filters: { ...wanted.filters, status: [key] } })
      return { id: key, name: status?.label ?? key, tone: status?.tone, ...cards }
    }),
  )
}

type Cards = Pick<Column, 'total' | 'total_is_more' | 'item_ids'>
const NO_CARDS: Cards = { total: 0, item_ids: [] }

// What is open in the order of its deadline, what is done newest first; as the cards themselves are read.
const BY_DEADLINE = sql`r.due_at, r.id`
const NEWEST_FIRST = sql`r.created_at desc, r.id desc`

/** What a search finds is laid out in one reading; null where it is too much for that and each column is asked by itself. */
async function fewFound({ db, actor, context }: Call, query: ListQuery): Promise<Map<string, Cards> | null> {
  const { source, isMore } = await searched(
    db,
    complaints,
    conditionsOf(complaints, query, actor, context.config.timezone, filters),
  )
  if (isMore) return null
  const first = (order: Sql) => sql`(array_agg(r.id order by ${order}))[1:${sql.lit(CARDS)}]`
  const found = await rows(
    db,
    { status: 'string', total: 'number', item_ids: 'number[]' },
    sql`select r.status, count(*)::int as total, case when r.status = any(${OPEN_STATUSES}::text[]) then ${first(BY_DEADLINE)} else ${first(NEWEST_FIRST)} end as item_ids
        from (select r.id, r.due_at, r.created_at, ${STATUS} as status from (${source}) r) r group by r.status`,
  )
  return new Map(found.map(({ status, ...cards }) => [status, cards]))
}

async function cardsIn(call: Call, query: ListQuery): Promise<Cards> {
  const [status] = query.filters.status ?? []
  const isOpen = OPEN_STATUSES.some((open) => open === status)
  const { source, total, isMore } = await matching(call, query, isOpen ? undefined : CARDS)
  const order = isOpen ? BY_DEADLINE : NEWEST_FIRST
  const first = await rows(
    call.db,
    { id: 'number' },
    sql`select r.id from (${source}) r order by ${order} limit ${sql.lit(CARDS)}`,
  )
  return { total, ...(isMore && { total_is_more: true }), item_ids: first.map(({ id }) => id) }
}

/** @param wanted how many of the newest are shown; all may be where they are in another order */
async function matching({ db, actor, context }: Call, query: ListQuery, wanted?: number): Promise<Searched> {
  const settings = { timeZone: context.config.timezone, filters }
  const conditions = conditionsOf(complaints, query, actor, settings.timeZone, filters)
  if (conditions.search) return searched(db, complaints, conditions, wanted)
  const source: Sql = sql`select * from complaints r where ${whereSql(conditions)}`
  return { source, total: await countOf(db, complaints, query, actor, settings), isMore: false }
}

/** Every department with open work has its column, also where none of it is looked for. */
async function byDepartment(
  { db, actor, context }: Call,
  { filters: wished, ...wanted }: ListQuery,
): Promise<Column[]> {
  const { department: _department, ...rest } = wished
  const timeZone = context.config.timezone
  const everything = conditionsOf(complaints, { ...wanted, search: '', filters: {}, ranges: {} }, actor, timeZone)
  const looked = conditionsOf(complaints, { ...wanted, filters: rest }, actor, timeZone, filters)
  const isLooked = whereSql(looked, looked.search?.byHand ?? null)
  const found = await rows(
    db,
    { id: 'number?', name: 'string?', total: 'number', item_ids: 'number[]?' },
    sql`select c.department as id, d.name, c.total, c.item_ids from (
          select o.department, count(*) filter (where o.is_looked)::int as total,
            (array_agg(o.id order by o.due_at, o.id) filter (where o.is_looked))[1:${sql.lit(CARDS)}] as item_ids
          from (select r.id, r.department, r.due_at, (${isLooked}) as is_looked
                from complaints r where ${whereSql(everything)} and ${sql.raw(isOpenState('r.state'))}) o group by 1) c
        left join departments d on d.id = c.department order by ${inAlphabet(sql`d.name`)} nulls first`,
  )
  return found.map((column) => ({
    id: String(column.id ?? 'none'),
    name: column.name ?? 'No department',
    total: column.total,
    item_ids: column.item_ids ?? [],
  }))
}
