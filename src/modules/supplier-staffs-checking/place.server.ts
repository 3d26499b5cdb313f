import { sql } from 'kysely'
import { type Actor, storesOf } from '#server/actor.ts'
import { type Db, row, type Sql, type Tx } from '#server/db/db.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { closingMinutes } from '../../shared/time/opening-hours.ts'
import { supplierStaffsChecking } from './supplier-staffs-checking.ts'

const refuseStore = (): never =>
  refuse('invalid', {
    fields: { store: pack('{{field}} is not valid', { field: supplierStaffsChecking.fields.store.label }) },
  })

/** Whoever sees the visits of some stores holds no other's desk. */
export function refuseOtherStore(actor: Actor, store: number): void {
  if (scopeOf(supplierStaffsChecking, actor) && !storesOf(actor).includes(store)) refuseStore()
}

export interface Place {
  id: number
  code: string
  name: string
  usesBadges: boolean
  closing: number
}

/** A store that is open for business, with the minute of the day it closes at. */
export async function placeOf(db: Db | Tx, id: number): Promise<Place> {
  const found = await row(
    db,
    { id: 'number', code: 'string', name: 'string', usesBadges: 'boolean', hours: 'string?' },
    sql`select id, code, name, uses_badges as "usesBadges", opening_hours as hours from stores where id = ${id}::bigint and deleted_at is null and active`,
  )
  if (!found) return refuseStore()
  const { hours, ...place } = found
  return { ...place, closing: closingMinutes(hours) }
}

/** When a store next closes after a moment: whoever comes after closing stays until the next one. */
export const closesAfter = (at: Sql, closing: number): Sql =>
  sql`(select min(c) from generate_series(-1, 1) n(n), lateral (
      select (((${at} at time zone chain_zone())::date + n.n)::timestamp + make_interval(mins => ${closing}::int)) at time zone chain_zone() as c
    ) x where c > ${at})`
