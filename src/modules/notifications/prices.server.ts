import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import { rows, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { managerOf } from '#server/holders.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { priceChecking } from '../price-checking/price-checking.ts'
import type { KindName } from './kinds.ts'
import { type Ring, ring } from './ringing.server.ts'

const TOLD: Record<string, KindName> = { ask: 'price check asked', remind: 'price check late' }

/** Stores that are asked to check a price hear of it, and once more when their time has run out: how many wait, in one line. */
export async function notifyOfPrices(tx: Tx, happened: readonly Happened[]): Promise<void> {
  const about = happened.filter(({ module, action }) => module === priceChecking.name && action in TOLD)
  for (const [action, kind] of Object.entries(TOLD)) {
    const ids = about.filter((one) => one.action === action).map(({ id }) => id)
    if (ids.length > 0) await ring(tx, kind, `/${priceChecking.name}/to-check`, await answerers(tx, ids))
  }
}

/** Who answers for a store: its manager, or, where none is there, its people who may. */
const answerers = (tx: Tx, activities: readonly number[]): Promise<Ring[]> =>
  rows(
    tx,
    {
      user_id: 'number',
      activity: 'number',
      title: 'string',
      ticket_id: 'number?',
      params: jsonOf<Ring['params']>(),
    },
    sql`select distinct on (u.id) u.id as user_id, a.id as activity, coalesce(a.record_title, '') as title, null::bigint as ticket_id,
          jsonb_build_object('n', (select count(*)::int from price_checking w where w.store = r.store and w.status = 'to_check' and w.due_at is not null and w.deleted_at is null)) as params
        from activity a join price_checking r on r.id = a.record_id and r.deleted_at is null and r.status = 'to_check' join stores s on s.id = r.store
        join users u on u.deleted_at is null and ${sql.raw(isActive('u'))} and u.id is distinct from a.actor
          and case when ${managerOf(priceChecking.permission)} is not null then u.id = s.manager else u.store = s.id end
        join user_roles o on o.id = u.role and (o.permissions->${priceChecking.permission}->>'read')::boolean and (o.permissions->${priceChecking.permission}->>'other')::boolean
        where a.id = any(${[...activities]}::bigint[]) order by u.id, a.id desc`,
  )
