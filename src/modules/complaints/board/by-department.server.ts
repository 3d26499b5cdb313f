import { sql } from 'kysely'
import { type BoardColumn, type BoardLayouts, CARDS } from '#server/board/board.ts'
import { rows } from '#server/db/db.ts'
import { titleSql } from '#server/resource/query/columns.ts'
import { conditionsOf } from '#server/resource/query/conditions.ts'
import { inAlphabet } from '#server/resource/query/order.ts'
import { whereSql } from '#server/resource/query/where.ts'
import { departments } from '../../departments/departments.ts'
import { complaints } from '../complaints.ts'
import { filters } from '../list/status.server.ts'
import { isOpenState } from '../states.ts'

/** Every department with open work has its column, also where none of it is looked for. */
export const byDepartment: BoardLayouts[string] = async (
  { db, actor, context },
  { filters: wished, ...wanted },
): Promise<BoardColumn[]> => {
  const { department: _department, ...rest } = wished
  const asking = { definition: complaints, actor, timeZone: context.config.timezone }
  const everything = conditionsOf({ ...asking, query: { ...wanted, search: '', filters: {}, ranges: {} } })
  const looked = conditionsOf({ ...asking, query: { ...wanted, filters: rest }, filters })
  const called = titleSql(departments, 'd', actor.language)
  const isLooked = whereSql(looked, looked.search?.byHand ?? null)
  const found = await rows(
    db,
    { id: 'number?', name: 'string?', total: 'number', item_ids: 'number[]?' },
    sql`select c.department as id, ${called} as name, c.total, c.item_ids from (
          select o.department, count(*) filter (where o.is_looked)::int as total,
            (array_agg(o.id order by o.due_at, o.id) filter (where o.is_looked))[1:${sql.lit(CARDS)}] as item_ids
          from (select r.id, r.department, r.due_at, (${isLooked}) as is_looked
                from complaints r where ${whereSql(everything)} and ${sql.raw(isOpenState('r.state'))}) o group by 1) c
        left join departments d on d.id = c.department order by ${inAlphabet(called)} nulls first`,
  )
  return found.map((column) => ({
    id: String(column.id ?? 'none'),
    name: column.name ?? 'No department',
    total: column.total,
    item_ids: column.item_ids ?? [],
  }))
}
