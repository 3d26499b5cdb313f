import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import { rows, type Sql, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { managerOf } from '#server/holders.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { orders } from '../orders/orders.ts'
import type { KindName } from './kinds.ts'
import { type Ring, ring } from './ringing.server.ts'

interface Told {
  kind: KindName
  link: string
  /** Which orders `w` of the store wait for its people. */
  waits: Sql
}
const TOLD: Readonly<Record<string, Told>> = {
  failed: {
    kind: 'orders failed',
    link: '/orders/get-failed-order',
    waits: sql`w.status = 'failed'`,
  },
  conflict: {
    kind: 'orders in conflict',
    link: '/orders/conflicts',
    waits: sql`w.conflict_at is not null`,
  },
}

/** Whoever runs a store hears that its orders fail, or were sent differently once they were scanned: how many wait, in one line. */
export async function tellOfOrders(tx: Tx, happened: readonly Happened[]): Promise<void> {
  const about = happened.filter(({ module, action }) => module === orders.name && action in TOLD)
  for (const [action, told] of Object.entries(TOLD)) {
    const ids = about.filter((one) => one.action === action).map(({ id }) => id)
    if (ids.length > 0) await ring(tx, told.kind, told.link, await keepers(tx, ids, told.waits))
  }
}

/** A store's manager, or, where none is there, its people who may mend it; nobody hears of what they did themselves. */
const keepers = (tx: Tx, activities: readonly number[], waits: Sql): Promise<Ring[]> =>
  rows(
    tx,
    { user_id: 'number', activity: 'number', title: 'string', ticket_id: 'number?', params: jsonOf<Ring['params']>() },
    sql`select distinct on (u.id) u.id as user_id, a.id as activity, coalesce(a.record_title, '') as title, null::bigint as ticket_id,
          jsonb_build_object('n', (select count(*)::int from orders w where w.store = r.store and ${waits} and w.deleted_at is null)) as params
        from activity a join orders r on r.id = a.record_id and r.deleted_at is null join stores s on s.id = r.store
        join users u on u.deleted_at is null and ${sql.raw(isActive('u'))} and u.id is distinct from a.actor
          and case when ${managerOf(orders.permission)} is not null then u.id = s.manager else u.store = s.id end
        join user_roles o on o.id = u.role and (o.permissions->${orders.permission}->>'read')::boolean and (o.permissions->${orders.permission}->>'edit')::boolean
        where a.id = any(${[...activities]}::bigint[]) order by u.id, a.id desc`,
  )
