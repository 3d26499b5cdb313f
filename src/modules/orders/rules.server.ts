import { sql } from 'kysely'
import { type Db, row, type Tx } from '#server/db/db.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { refuseFields } from '../../shared/refusals.ts'
import { orders } from './orders.ts'

const AHEAD_MOST_MS = 5 * 60_000

interface Line {
  quantity: number
  price: number
}
interface Parcel {
  code: string
}
const listOf = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []) // checked against the definition's own fields

/** What is wrong with an order beyond its single fields: a packed message by field. */
export function wrongOf({ lines, total, parcels, ordered_at }: Columns): Record<string, string> {
  const goods = listOf<Line>(lines)
  const sum = goods.reduce((before, { quantity, price }) => before + quantity * price, 0)
  const codes = listOf<Parcel>(parcels).map(({ code }) => keyOf(code))
  const twice = codes.findIndex((code, at) => codes.indexOf(code) < at)
  return {
    ...(goods.length > 0 && typeof total === 'number' && sum !== total && { total: unequal(sum, total) }),
    ...(twice >= 0 && { [`parcels.${twice}.code`]: pack('This parcel is named twice') }),
    ...(typeof ordered_at === 'string' &&
      Date.parse(ordered_at) > Date.now() + AHEAD_MOST_MS && {
        ordered_at: pack('{{field}} cannot be in the future', { field: orders.fields.ordered_at.label }),
      }),
  }
}

/** A code as scanners, keyboards and senders write it alike. */
export const keyOf = (code: string): string => code.trim().toUpperCase()

const unequal = (sum: number, total: number): string =>
  pack(
    sum > total
      ? 'The goods come to {{sum}} đồng: {{difference}} đồng more than the total'
      : 'The goods come to {{sum}} đồng: {{difference}} đồng less than the total',
    { sum, difference: Math.abs(sum - total) },
  )

export function refuseWrong(columns: Columns): void {
  const fields = wrongOf(columns)
  refuseFields(fields)
}

/** A desk must know by its code alone which order a parcel is of. */
export async function takenParcels(
  db: Db | Tx,
  { parcels }: Columns,
  own: number | null,
): Promise<Record<string, string>> {
  const codes = listOf<Parcel>(parcels).map(({ code }) => keyOf(code))
  if (codes.length === 0) return {}
  const found = await row(
    db,
    { codes: 'string[]' },
    sql`select coalesce(array_agg(c), '{}') as codes from orders r cross join unnest(r.scan_codes) c
        where r.scan_codes && ${codes}::text[] and c = any(${codes}::text[]) and r.deleted_at is null and r.id is distinct from ${own}::bigint`,
  )
  const taken = codes.findIndex((code) => found?.codes.includes(code))
  return taken < 0 ? {} : { [`parcels.${taken}.code`]: pack('Another order has this code already') }
}

export async function refuseTaken(db: Db | Tx, columns: Columns, own: number | null): Promise<void> {
  const fields = await takenParcels(db, columns, own)
  refuseFields(fields)
}
