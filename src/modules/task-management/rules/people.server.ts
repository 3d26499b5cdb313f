import { sql } from 'kysely'
import { type Db, rows, type Sql, type Tx } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { namedAnswer } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { titleSql } from '#server/resource/query/columns.ts'
import { peopleInOrder } from '#server/resource/query/order.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { isActive } from '../../../shared/users/active-user.ts'
import { departments } from '../../departments/departments.ts'
import { tasks } from '../task-management.ts'

const OFFERED_MOST = 20

/** People (`u`, of role `o`) who may open tasks, and so can be given one or approve it: whose task it is sees it whatever their scope. */
export const taskPeople = (columns: Sql, joins: Sql = sql``): Sql => sql`select ${columns}
  from users u join user_roles o on o.id = u.role and (o.permissions->${tasks.permission}->>'read')::boolean ${joins}
  where u.deleted_at is null and u.kind <> 'key' and ${sql.raw(isActive('u'))}`

/** Those of these people who may open tasks. */
export async function taskPeopleAmong(db: Db | Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const found = await rows(db, { id: 'number' }, sql`${taskPeople(sql`u.id`)} and u.id = any(${[...ids]}::bigint[])`)
  return new Set(found.map(({ id }) => id))
}

const OFFERED = {
  id: 'number',
  name: 'string',
  /** Where they work. */
  hint: 'string?',
} as const

export const peopleRoutes: Route[] = [
  get(
    'handlers',
    {
      needs: 'read',
      answers: { data: [namedAnswer('TaskHandler', OFFERED)] },
      summary: 'Who can be given a task or approve it: those of the own store and department first',
      query: { search: 'part of a name', perpage: `1 to ${OFFERED_MOST}` },
    },
    (call) => offered(call),
  ),
]

async function offered({ db, actor, query }: Call): Promise<{ data: RowOf<typeof OFFERED>[] }> {
  const words = (one(query.search) ?? '').slice(0, 100).replaceAll('\u0000', '')
  const most = Math.max(Math.min(Number(one(query.perpage)) || OFFERED_MOST, OFFERED_MOST), 1)
  const columns = sql`u.id, u.user_name as name, coalesce(case when o.scope = 'store' then s.name end, ${titleSql(departments, 'd', actor.language)}, s.name) as hint`
  const joins = sql`left join departments d on d.id = u.department left join stores s on s.id = u.store`
  const data = await rows(
    db,
    OFFERED,
    sql`${taskPeople(columns, joins)}
          and fold(u.user_name) like '%' || replace(replace(fold(${words}), '%', '\\%'), '_', '\\_') || '%'
        order by (u.store = ${actor.store}::bigint) is true desc, (u.department = ${actor.department}::bigint) is true desc, ${peopleInOrder(sql`u.user_name`)}, u.id
        limit ${most}`,
  )
  return { data }
}
