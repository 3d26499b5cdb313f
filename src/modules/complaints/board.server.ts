import { sql } from 'kysely'
import { all, rows, type Sql } from '#server/db/db.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { one } from '#server/resource/query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { complaints, STATUSES } from './complaints.ts'

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

const STATUS = sql.raw(`(${complaints.fields.status.sql})`)

function mine({ actor }: Call): Sql {
  const scope = scopeOf(complaints, actor)
  return all([sql`r.deleted_at is null`, ...(scope ? [scope] : [])])
}

/** Closed complaints are many and done: the board counts them, but opens them only in the list. */
async function byStatus(call: Call): Promise<Column[]> {
  const found = await rows<{ key: string; total: number; item_ids: number[] }>(
    call.db,
    sql`select key, count(*)::int as total, (array_agg(id order by created_at desc, id desc))[1:${sql.lit(CARDS)}] as item_ids
        from (select ${STATUS} as key, r.id, r.created_at from complaints r where ${mine(call)} and r.state <> 'closed') c group by 1`,
  )
  const closed = await rows<{ id: number; total: number }>(
    call.db,
    sql`select r.id, 0 as total from complaints r where ${mine(call)} and r.state = 'closed' order by r.created_at desc, r.id desc limit ${CARDS}`,
  )
  const closedTotal = await rows<{ n: number }>(
    call.db,
    sql`select count(*)::int as n from complaints r where ${mine(call)} and r.state = 'closed'`,
  )
  const byKey = new Map(found.map((column) => [column.key, column]))
  return SHOWN.map((key) => {
    const status = STATUSES.find(({ value }) => value === key)
    const isClosed = key === 'closed'
    return {
      id: key,
      name: status?.label ?? key,
      tone: status?.tone,
      total: isClosed ? (closedTotal[0]?.n ?? 0) : (byKey.get(key)?.total ?? 0),
      item_ids: isClosed ? closed.map((card) => card.id) : (byKey.get(key)?.item_ids ?? []),
    }
  })
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
