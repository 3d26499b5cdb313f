import { sql } from 'kysely'
import { all, rows, type Sql } from '#server/db/db.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { countOf } from '#server/resource/list.ts'
import { one, readListQuery } from '#server/resource/query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { complaints, STATUSES } from './complaints.ts'
import { filters } from './status.server.ts'

const CARDS = 20
const SHOWN: readonly string[] = ['new', 'processing', 'overdue', 'reopened', 'completed', 'closed']

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

/** Each status with its first cards; the totals are those of the list's tabs. */
const byStatus = (call: Call): Promise<Column[]> =>
  Promise.all(
    SHOWN.map(async (key): Promise<Column> => {
      const status = STATUSES.find(({ value }) => value === key)
      const settings = { timeZone: call.house.config.timezone, filters }
      const [total, item_ids] = await Promise.all([
        countOf(call.db, complaints, readListQuery(complaints, { status: key }), call.actor, settings),
        firstOf(call, key),
      ])
      return { id: key, name: status?.label ?? key, tone: status?.tone, total, item_ids }
    }),
  )

async function firstOf(call: Call, status: string): Promise<number[]> {
  const is = filters.status?.([status]).where ?? sql`false`
  const found = await rows<{ id: number }>(
    call.db,
    sql`select r.id from complaints r where ${mine(call)} and ${is} order by r.created_at desc, r.id desc limit ${sql.lit(CARDS)}`,
  )
  return found.map(({ id }) => id)
}

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
