import { sql } from 'kysely'
import { type Db, row, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
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

/** A desk must know by its code alone which order a parcel is of. That two orders have the same code themselves is refused by the index. */
export async function takenCodes(
  db: Db | Tx,
  { code, parcels }: Columns,
  own: number | null,
): Promise<Record<string, string>> {
  const codes = listOf<Parcel>(parcels).map((parcel) => keyOf(parcel.code))
  const ownCode = typeof code === 'string' ? keyOf(code) : ''
  const found = await row(
    db,
    { codes: 'string[]' },
    sql`select coalesce(array_agg(c), '{}') as codes from orders r cross join unnest(r.scan_codes) c
        where r.scan_codes && ${[...codes, ownCode]}::text[] and r.deleted_at is null and r.id is distinct from ${own}::bigint
          and (c = any(${codes}::text[]) or (c = ${ownCode} and upper(btrim(r.code)) <> c))`,
  )
  const isTaken = (one: string) => found?.codes.includes(one) === true
  const taken = codes.findIndex(isTaken)
  return {
    ...(isTaken(ownCode) && !codes.includes(ownCode) && { code: TAKEN }),
    ...(taken >= 0 && { [`parcels.${taken}.code`]: TAKEN }),
  }
}
const TAKEN = pack('Another order has this code already')

/** The same where the order is written, under a lock: of two that name the same parcel at once the second is refused. */
export async function lockedTakenCodes(tx: Tx, columns: Columns, own: number | null): Promise<Record<string, string>> {
  if (listOf(columns.parcels).length > 0)
    await sql`select pg_advisory_xact_lock(hashtext('codes of parcels'))`.execute(tx)
  return takenCodes(tx, columns, own)
}

/** What a desk reads an order by, as `takenCodes` takes it. */
export const codesOf = async (tx: Tx, id: number): Promise<Columns> =>
  (await row(
    tx,
    { code: 'string', parcels: jsonOf<Parcel[]>() },
    sql`select code, parcels from orders where id = ${id}`,
  )) ?? {}

export async function refuseTaken(tx: Tx, columns: Columns, own: number | null): Promise<void> {
  const fields = await lockedTakenCodes(tx, columns, own)
  refuseFields(fields)
}
