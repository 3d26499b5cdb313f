import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import { rows, type Tx } from '#server/db/db.ts'
import { managerOf } from '#server/holders.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { ANNOUNCED } from '../product-promotions/announced.ts'
import { productPromotions } from '../product-promotions/product-promotions.ts'
import { type Ring, ring } from './ringing.server.ts'

/** Who runs a store hears once, for all of them, of promotions that begin there tomorrow and end in three days. */
export async function notifyOfPromotions(tx: Tx, happened: readonly Happened[]): Promise<void> {
  const last = happened.findLast(({ action, module }) => action === ANNOUNCED && module === productPromotions.name)
  if (last?.record_title)
    await ring(tx, 'promotions', '/product-promotions', await managersOf(tx, last.id, last.record_title))
}

/** A store's manager, or, where none is there, its people of a store scope who may read promotions. */
const managersOf = async (tx: Tx, activity: number, day: string): Promise<Ring[]> => {
  const found = await rows(
    tx,
    { user_id: 'number', begin: 'number', end: 'number' },
    sql`with due as materialized (
          select r.id, r.stores, r.starts_on = ${day}::date + 1 as begins, r.ends_on = ${day}::date + 3 and r.starts_on <= ${day}::date as ends
          from product_promotions r where r.deleted_at is null and r.active
            and (r.starts_on = ${day}::date + 1 or (r.ends_on = ${day}::date + 3 and r.starts_on <= ${day}::date))
        ), mine as (
          select distinct u.id as user_id, s.id as store from stores s
            join users u on u.id = s.manager or (${managerOf(productPromotions.permission)} is null and u.store = s.id)
            join user_roles o on o.id = u.role and (o.permissions->${productPromotions.permission}->>'read')::boolean
          where s.active and s.deleted_at is null and u.deleted_at is null and ${sql.raw(isActive('u'))} and (u.id = s.manager or o.scope = 'store')
        )
        -- What holds in several stores of one person is told once.
        select m.user_id, count(distinct d.id) filter (where d.begins)::int as begin, count(distinct d.id) filter (where d.ends)::int as end
        from mine m join due d on d.stores = '{}' or m.store = any(d.stores) group by 1`,
  )
  return found.map(({ user_id, begin, end }) => ({
    user_id,
    activity,
    title: '',
    ticket_id: null,
    params: { begin, end },
  }))
}
