import { sql } from 'kysely'
import { rows } from '#server/db/db.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { peopleInOrder } from '#server/resource/order.ts'
import { one } from '#server/resource/query.ts'

const OFFERED_MOST = 20

/** Colleagues whom a complaint can be given to, wherever they work. */
export const handlerRoutes: Route[] = [
  get(
    'handlers',
    {
      needs: 'read',
      summary:
        'Who may handle complaints and so can be assigned: of the whole chain, of departments, and of the own store',
      query: { search: 'part of a name', perpage: `1 to ${OFFERED_MOST}` },
    },
    (call) => handlers(call),
  ),
]

interface Handler {
  id: number
  name: string
  /** Where they work. */
  hint: string | null
}

/** Those of the actor's own department and store come first. People of another store would not see the complaint. */
async function handlers({ db, actor, query }: Call): Promise<{ data: Handler[] }> {
  const words = (one(query.search) ?? '').slice(0, 100).replaceAll('\u0000', '')
  const most = Math.min(Number(one(query.perpage)) || OFFERED_MOST, OFFERED_MOST)
  const isInReach = actor.scope === 'store' ? sql`(o.scope <> 'store' or u.store = ${actor.store}::bigint)` : sql`true`
  const data = await rows<Handler>(
    db,
    sql`select u.id, u.user_name as name, coalesce(case when o.scope = 'store' then s.name end, d.name, s.name) as hint
        from users u join user_roles o on o.id = u.role and (o.permissions->'complaints'->>'edit')::boolean
        left join departments d on d.id = u.department left join stores s on s.id = u.store
        where u.deleted_at is null and u.status = 'active' and not u.blocked and ${isInReach}
          and fold(u.user_name) like '%' || replace(replace(fold(${words}), '%', '\\%'), '_', '\\_') || '%'
        order by (u.store is not distinct from ${actor.store}::bigint and o.scope = 'store') desc, (u.department = ${actor.department}::bigint) is true desc, ${peopleInOrder(sql`u.user_name`)}, u.id
        limit ${Math.max(most, 1)}`,
  )
  return { data }
}
