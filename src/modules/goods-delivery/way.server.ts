import { sql } from 'kysely'
import { type Db, row, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import type { Columns } from '#server/resource/statements.ts'
import type { Address } from '../../shared/fields.ts'

/** Kilometres and minutes of a way; null where nothing tells. */
export interface Way {
  distance: number | null
  duration: number | null
}
export const UNKNOWN: Way = { distance: null, duration: null }

/** Town traffic, where only the way is known. */
const KM_PER_HOUR = 25
const WITHIN_A_WARD_KM = 2

export const minutesOf = (km: number): number => Math.max(1, Math.round((km / KM_PER_HOUR) * 60))

/** The fee by the administrator's table, for distance and receipt value; null where no row fits. */
export async function feeOf(db: Db | Tx, km: number | null, value: number): Promise<number | null> {
  if (km === null) return null
  const found = await row(db, { fee: 'number?' }, sql`select delivery_fee(${km}, ${value}) as fee`)
  return found?.fee ?? null
}

/**
 * How far it is by what the chain has driven before: the middle of the known ways from this store to the same ward, a short
 * way within the store's own ward; unknown otherwise, rather than a figure that is nowhere from.
 */
export async function estimate(db: Db | Tx, store: number, to: Address): Promise<Way> {
  if (!to.ward_code) return UNKNOWN
  const found = await row(
    db,
    { km: 'number?', min: 'number?', own: 'string?' },
    sql`select (percentile_cont(0.5) within group (order by d.distance))::numeric(6,1) as km,
          round(percentile_cont(0.5) within group (order by d.duration))::int as min,
          (select s.address ->> 'ward_code' from stores s where s.id = ${store}::bigint) as own
        from (select distance, duration from goods_delivery where store = ${store}::bigint and to_address ->> 'ward_code' = ${to.ward_code}
              and distance is not null and not is_estimate and deleted_at is null order by id desc limit 50) d`,
  )
  const distance = found?.km ?? (found?.own === to.ward_code ? WITHIN_A_WARD_KM : null)
  return { distance, duration: distance === null ? null : (found?.min ?? minutesOf(distance)) }
}

const WAY = ['store', 'to_address', 'distance', 'duration', 'receipt_value', 'from_address'] as const
export const touchesWay = (columns: Columns): boolean => WAY.some((name) => name in columns)

/** A new delivery: from the store's address unless said, with what is known of the way, and its fee. */
export async function complete(db: Db | Tx, columns: Columns): Promise<Columns> {
  const from = columns.from_address ?? (await addressOfStore(db, Number(columns.store)))
  return reckon(db, { ...columns, from_address: from }, {})
}

/** Way and fee anew: a way that a person gives counts; where none is known, one is estimated and marked so. */
export async function reckon(db: Db | Tx, columns: Columns, old: Columns): Promise<Columns> {
  const now = { ...old, ...columns }
  const isMoved = 'store' in columns || 'to_address' in columns
  const isGiven = typeof columns.distance === 'number' || (!isMoved && typeof now.distance === 'number')
  const way = isGiven
    ? { distance: Number(now.distance), duration: durationOf(columns, now) }
    : await estimate(db, Number(now.store), now.to_address as Address) // the column of an address
  return {
    ...columns,
    ...way,
    is_estimate: isGiven ? now.is_estimate === true : way.distance !== null,
    fee: await feeOf(db, way.distance, Number(now.receipt_value)),
  }
}

const durationOf = (columns: Columns, now: Columns): number =>
  typeof columns.duration === 'number' || (!('distance' in columns) && typeof now.duration === 'number')
    ? Number(now.duration)
    : minutesOf(Number(now.distance))

async function addressOfStore(db: Db | Tx, store: number): Promise<unknown> {
  const found = await row(
    db,
    { address: jsonOf<unknown>() },
    sql`select address from stores where id = ${store}::bigint`,
  )
  return found?.address ?? null
}
