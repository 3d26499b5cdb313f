import { sql } from 'kysely'
import { all, rows, type Sql } from '#server/db/db.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { countOf } from '#server/resource/list.ts'
import { one, readListQuery } from '#server/resource/query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { BOARD_STATUSES, complaints, OPEN_STATES, STATUSES } from './complaints.ts'
import { filters, inStatus } from './status.server.ts'

const CARDS = 20

/** The columns of the board with the ids of their first cards and the count of all (specification section 7). */
export const boardRoutes: Route[] = [
  get(
    'board/columns',
    {
      needs: { permission: 'complaints', flag: 'read' },
      summary: 'Columns of the board',
      query: { by: 'status or department' },
    },
    (call) => columns(call),
  ),
]

interface Column {
  id: string
  name: string
  tone?: string
  total: number
  item_ids: number[]
}

async function columns(call: Call): Promise<{ columns: Column[]; column_orders: string[] }> {
  const found = one(call.query.by) === 'department' ? await byDepartment(call) : await byStatus(call)
  return { columns: found, column_orders: found.map((column) => column.id) }
}

function mine({ actor }: Call): Sql {
  const scope = scopeOf(complaints, actor)
  return all([sql`r.deleted_at is null`, ...(scope ? [scope] : [])])
}

/** Each column is counted as the tabs of the list are, and reads no more than its first cards: closed ones may be millions. */
async function byStatus(call: Call): Promise<Column[]> {
  return Promise.all(
    BOARD_STATUSES.map(async (key) => {
      const [total, item_ids] = await Promise.all([countIn(call, key), firstIn(call, key)])
      const status = STATUSES.find(({ value }) => value === key)
      return { id: key, name: status?.label ?? key, tone: status?.tone, total, item_ids }
    }),
  )
}

const countIn = ({ db, actor, house }: Call, status: string): Promise<number> =>
  countOf(db, complaints, readListQuery(complaints, { status }), actor, { timeZone: house.config.timezone, filters })

/** What is open in the order of its deadline, what is done newest first; as the cards themselves are read. */
async function firstIn(call: Call, status: string): Promise<number[]> {
  const where = sql`${mine(call)} and ${inStatus([status]).where}`
  const order = isOpen(status) ? sql`r.due_at, r.id` : sql`r.created_at desc, r.id desc`
  const found = await rows<{ id: number }>(
    call.db,
    sql`select r.id from complaints r where ${where} order by ${order} limit ${sql.lit(CARDS)}`,
  )
  return found.map(({ id }) => id)
}

const isOpen = (status: string): boolean => status === 'overdue' || OPEN_STATES.some((state) => state === status)

async function byDepartment(call: Call): Promise<Column[]> {
  const found = await rows<{ id: number | null; name: string | null; total: number; item_ids: number[] }>(
    call.db,
    sql`select c.department as id, d.name, c.total, c.item_ids from (
          select r.department, count(*)::int as total, (array_agg(r.id order by r.created_at desc, r.id desc))[1:${sql.lit(CARDS)}] as item_ids
          from complaints r where ${mine(call)} and r.state in ('new', 'processing', 'reopened') group by 1) c
        left join departments d on d.id = c.department order by d.name nulls first`,
  )
  return found.map((column) => ({
    id: String(column.id ?? 'none'),
    name: column.name ?? 'No department',
    total: column.total,
    item_ids: column.item_ids,
  }))
}
