import { sql } from 'kysely'
import { type Actor, storesOf } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { type Db, row, type Tx } from '#server/db/db.ts'
import { ownStoreField } from '#server/resource/scope.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { refuseFields } from '../../shared/refusals.ts'
import { placeAmong } from '../../shared/users/shared-records.ts'
import { type Concerns, candidateOf, concernsIn, concernsOf } from './concerns.server.ts'
import { linked } from './linked.server.ts'
import { productPromotions } from './product-promotions.ts'
import { NEEDS_REASON, RULED, wrongIn } from './rules.ts'
import { keySql } from './standing.ts'

type Judging = Pick<AppContext, 'config'>

/** What of a promotion as it would be asks for a reason, whether or not there is one. */
export async function concernsFor(
  db: Db | Tx,
  { config: { promotionLimits } }: Judging,
  next: Columns,
  self: number | null,
): Promise<Concerns> {
  if (!isWhole(next) || Object.keys(wrongIn(next)).length > 0) return {}
  const [concerned] = await concernsOf(db, candidateOf(next, self), promotionLimits)
  return concerned ? concernsIn(concerned, promotionLimits) : {}
}

/** What is wrong with it, by field; what only lacks a reason is told where it arises, and at the reason. */
export async function wrongWith(
  db: Db | Tx,
  context: Judging,
  next: Columns,
  self: number | null,
): Promise<Record<string, string>> {
  const wrong = { ...wrongIn(next), ...(await foreignBarcode(db, next)) }
  if (Object.keys(wrong).length > 0 || !isBlank(next.reason)) return wrong
  const concerns = await concernsFor(db, context, next, self)
  return Object.keys(concerns).length > 0 ? { ...concerns, reason: NEEDS_REASON } : {}
}

/** A product is picked, and the barcode beside it is that of another one: nobody can tell which is meant. */
async function foreignBarcode(db: Db | Tx, { product, barcode }: Columns): Promise<Record<string, string>> {
  if (isBlank(product) || isBlank(barcode)) return {}
  const other = await row(
    db,
    { name: 'string' },
    sql`select name from products where deleted_at is null and barcode = ${barcode}::text and id <> ${product}::bigint`,
  )
  return other ? { barcode: pack('This is the barcode of another product: {{name}}', { name: other.name }) } : {}
}

/**
 * The same, refused. Two who plan the same product at the same moment come here one after the other, so that the second one is told of
 * the first.
 */
export async function settled(tx: Tx, context: Judging, next: Columns, self: number | null): Promise<void> {
  const fields = await wrongInTurn(tx, context, next, self)
  refuseFields(fields)
}

export const isSettled = async (tx: Tx, context: Judging, next: Columns, self: number): Promise<boolean> =>
  Object.keys(await wrongInTurn(tx, context, next, self)).length === 0

/** Who plans for one store need not name it, and is told of that one alone. */
export const placed = (columns: Columns, actor: Actor): Columns =>
  'stores' in columns && ownStoreField(productPromotions, actor)
    ? { ...columns, stores: placeAmong(storesOf(actor), columns.stores, true) ?? columns.stores }
    : columns

async function wrongInTurn(tx: Tx, context: Judging, next: Columns, self: number | null) {
  await sql`select pg_advisory_xact_lock(hashtext('promotion'), hashtext(${sql.raw(keySql('p'))}))
    from jsonb_populate_record(null::product_promotions, ${JSON.stringify(next)}::jsonb) p`.execute(tx)
  return wrongWith(tx, context, next, self)
}

/** Columns of a change with the product they name, judged together with what the record holds already. */
export async function changed(tx: Tx, context: Judging, columns: Columns, old: Columns): Promise<Columns> {
  // Another barcode is another product, unless one is chosen along with it.
  const base = 'barcode' in columns && !('product' in columns) ? { ...columns, product: null } : columns
  const next = { ...old, ...base }
  const isNamed = ['product', 'barcode', 'product_name'].some((name) => name in columns) && isBlank(next.product)
  const ready = isNamed ? { ...base, product: (await linked(tx, next)).product ?? null } : base
  if (RULED.some((name) => name in ready)) await settled(tx, context, { ...old, ...ready }, Number(old.id))
  return ready
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

const isWhole = ({ price, promotion_price, starts_on, ends_on, product_name }: Columns): boolean =>
  [price, promotion_price, starts_on, ends_on, product_name].every((value) => !isBlank(value))
