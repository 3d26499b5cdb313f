import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import { rows, type Sql, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { supplierStaffs } from '../supplier-staffs/supplier-staffs.ts'
import { supplierStaffsChecking } from '../supplier-staffs-checking/supplier-staffs-checking.ts'
import type { KindName } from './kinds.ts'
import { type Ring, ring } from './ringing.server.ts'

const ENDING = 'supplier staff ending' satisfies KindName
const UNRESOLVED = 'visit unresolved' satisfies KindName

/** The managers of stores hear, once, whose time ends in a week, and who left their store without checking out. */
export async function tellOfSupplierStaff(tx: Tx, happened: readonly Happened[]): Promise<void> {
  const ending = idsOf(happened, supplierStaffs.name, 'ending soon')
  if (ending.length > 0) await ring(tx, ENDING, '/supplier-staffs/ending', await managersOfEnding(tx, ending))
  const lapsed = idsOf(happened, supplierStaffsChecking.name, 'lapse')
  if (lapsed.length > 0)
    await ring(tx, UNRESOLVED, '/supplier-staffs-checking/unresolved', await managersOfLeft(tx, lapsed))
}

const idsOf = (happened: readonly Happened[], module: string, action: string): number[] =>
  happened.filter((one) => one.module === module && one.action === action).map(({ id }) => id)

/** Whoever runs the store `s`, where they may read that register. */
const manager = (permission: string): Sql =>
  sql`join users u on u.id = s.manager and u.deleted_at is null and ${sql.raw(isActive('u'))}
      join user_roles o on o.id = u.role and (o.permissions->${permission}->>'read')::boolean`

const NAMES_SAID = 3
/** The first names of the people `r`, and that there are more. */
const namesSaid: Sql = sql`array_to_string((array_agg(distinct r.full_name))[1:${sql.lit(NAMES_SAID)}], ', ')
  || case when count(distinct r.id) > ${sql.lit(NAMES_SAID)} then ' …' else '' end`

const RING = {
  user_id: 'number',
  activity: 'number',
  ticket_id: 'number?',
  title: 'string',
  params: jsonOf<Ring['params']>(),
} as const

/** Of each manager: how many of those who may enter their store end, and the newest line that says so. */
const managersOfEnding = (tx: Tx, activities: readonly number[]): Promise<Ring[]> =>
  rows(
    tx,
    RING,
    sql`select u.id as user_id, max(a.id) as activity, null::bigint as ticket_id, ${namesSaid} as title,
          jsonb_build_object('n', count(distinct r.id)::int) as params
        from activity a join supplier_staffs r on r.id = a.record_id and r.deleted_at is null
          join stores s on s.deleted_at is null and s.active and not s.is_head_office and (r.stores = '{}' or s.id = any(r.stores))
          ${manager(supplierStaffs.permission)}
        where a.id = any(${[...activities]}::bigint[]) group by u.id order by u.id`,
  )

/** Of each manager: how many of their store wait to be resolved. */
const managersOfLeft = (tx: Tx, activities: readonly number[]): Promise<Ring[]> =>
  rows(
    tx,
    RING,
    sql`select u.id as user_id, max(a.id) as activity, null::bigint as ticket_id, max(v.person) as title,
          jsonb_build_object('n', (select count(*)::int from supplier_staffs_checking w join stores x on x.id = w.store
            where x.manager = u.id and w.status = 'unresolved' and w.deleted_at is null)) as params
        from activity a join supplier_staffs_checking v on v.id = a.record_id and v.status = 'unresolved'
          join stores s on s.id = v.store ${manager(supplierStaffsChecking.permission)}
        where a.id = any(${[...activities]}::bigint[]) group by u.id order by u.id`,
  )
