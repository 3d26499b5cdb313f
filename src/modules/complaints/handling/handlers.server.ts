import { sql } from 'kysely'
import { storesOf } from '#server/actor.ts'
import { rows, type Sql } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { namedAnswer } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { titleSql } from '#server/resource/query/columns.ts'
import { peopleInOrder } from '#server/resource/query/order.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { isActive } from '../../../shared/users/active-user.ts'
import { departments } from '../../departments/departments.ts'

const OFFERED_MOST = 20

export const NO_HANDLER = 'This person does not handle complaints of this store'

/** People (`u`, of role `o`) who may handle complaints of a store and see them; of any store where none is said. */
export const handlers = (store: Sql | null, columns: Sql = sql`1`, joins: Sql = sql``): Sql => sql`select ${columns}
  from users u join user_roles o on o.id = u.role and (o.permissions->'complaints'->>'edit')::boolean ${joins}
  where u.deleted_at is null and ${sql.raw(isActive('u'))} ${store ? sql`and (o.scope <> 'store' or u.store = ${store})` : sql``}`

const HANDLER = {
  id: 'number',
  name: 'string',
  /** Where they work. */
  hint: 'string?',
} as const

/** Colleagues whom a complaint can be given to, wherever they work. */
export const handlerRoutes: Route[] = [
  get(
    'handlers',
    {
      needs: 'read',
      summary:
        'Who may handle complaints and so can be assigned: of the whole chain, of departments, and of the own store',
      answers: { data: [namedAnswer('Handler', HANDLER)] },
      query: { search: 'part of a name', perpage: `1 to ${OFFERED_MOST}` },
    },
    (call) => offered(call),
  ),
]

type Handler = RowOf<typeof HANDLER>

/** Those of the actor's own department and store come first. People of another store would not see the complaint. */
async function offered({ db, actor, query }: Call): Promise<{ data: Handler[] }> {
  const words = (one(query.search) ?? '').slice(0, 100).replaceAll('\u0000', '')
  const most = Math.min(Number(one(query.perpage)) || OFFERED_MOST, OFFERED_MOST)
  const columns = sql`u.id, u.user_name as name, coalesce(case when o.scope = 'store' then s.name end, ${titleSql(departments, 'd', actor.language)}, s.name) as hint`
  const joins = sql`left join departments d on d.id = u.department left join stores s on s.id = u.store`
  const data = await rows(
    db,
    HANDLER,
    sql`${handlers(actor.scope === 'store' ? sql`any(${[...storesOf(actor)]}::bigint[])` : null, columns, joins)}
          and fold(u.user_name) like '%' || replace(replace(fold(${words}), '%', '\\%'), '_', '\\_') || '%'
        order by (u.store is not distinct from ${actor.store}::bigint and o.scope = 'store') desc, (u.department = ${actor.department}::bigint) is true desc, ${peopleInOrder(sql`u.user_name`)}, u.id
        limit ${Math.max(most, 1)}`,
  )
  return { data }
}
