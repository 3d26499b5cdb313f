import { sql } from 'kysely'
import { type Db, row, type Tx } from '#server/db/db.ts'
import type { Judged } from '#server/resource/module-options.ts'
import type { Columns } from '#server/resource/statements.ts'
import { wallClock } from '../../shared/format.ts'
import { pack } from '../../shared/message.ts'
import { refuse, refuseFields } from '../../shared/refusals.ts'
import { priceChecking } from './price-checking.ts'

interface Product {
  id: number
  barcode: string | null
  name: string
  price: number | null
}

const OF_KIND = {
  competitor: ['competitor', 'competitor_price'],
  shelf: ['shelf_price', 'till_price'],
} as const

/** By another kind nobody gets round the picture of the new label, or round an answer. */
const KIND_STAYS = pack('A check that was asked for, or found a wrong price, keeps its kind')

/** A new check as it is kept: with name and price as the product has them now, and judged where it brings its answer. */
export async function newCheck(db: Db | Tx, columns: Columns, actor: number | null, today: string): Promise<Columns> {
  const known = withProduct(columns, await productOf(db, columns))
  refuseWrong(known)
  return { ...known, checked_on: known.checked_on ?? today, ...answerOf(known, actor) }
}

/** A changed one: what it then says is held against the same rules. */
export async function changedCheck(db: Db | Tx, columns: Columns, old: Columns): Promise<Columns> {
  const isOther = 'product' in columns || 'barcode' in columns
  const now = isOther
    ? withProduct({ ...old, ...columns }, await productOf(db, { ...old, ...columns }))
    : { ...old, ...columns }
  refuseWrong(now)
  const isOtherKind = columns.kind !== undefined && columns.kind !== old.kind
  if (isOtherKind && (old.status === 'wrong' || old.due_at !== null))
    refuse('invalid', { fields: { kind: KIND_STAYS } })
  const moved = { product: now.product, barcode: now.barcode, product_name: now.product_name, our_price: now.our_price }
  const kind = isOtherKind ? { status: columns.kind === 'competitor' ? 'seen' : 'to_check' } : {}
  return { ...columns, ...(isOther && moved), ...kind }
}

/** What the rules say of a body, told beside whatever else is wrong with it. */
export async function judgeCheck(columns: Columns, { db, old, isRefused }: Judged): Promise<Record<string, string>> {
  if (isRefused('kind')) return {} // what it asks for hangs on its kind
  const all = { ...old, ...columns }
  return wrongOf(withProduct(all, await productOf(db, all)))
}

/** The product that is meant: the one picked, else the one of this barcode. */
export const productOf = (db: Db | Tx, { product, barcode }: Columns): Promise<Product | undefined> =>
  row(
    db,
    { id: 'number', barcode: 'string?', name: 'string', price: 'number?' },
    sql`select p.id, p.barcode, p.name, p.price from products p
        where p.deleted_at is null and (p.id = ${product ?? null}::bigint or (${product ?? null}::bigint is null and p.barcode = ${barcode ?? null}::text)) limit 1`,
  )

/** The day it is, or was when it was done without a line. */
export const todayOf = ({ config }: { config: { timezone: string } }, doneAt: Date | null = null): string =>
  wallClock(doneAt ?? new Date(), config.timezone).day

/** Name, code and price as they are now stand in the record; what was typed goes before. */
const withProduct = (columns: Columns, found: Product | undefined): Columns => ({
  ...columns,
  product: columns.product ?? found?.id ?? null,
  barcode: columns.barcode ?? found?.barcode ?? null,
  product_name: columns.product_name ?? found?.name ?? null,
  our_price: columns.our_price ?? found?.price ?? null,
})

function refuseWrong(columns: Columns): void {
  const fields = wrongOf(columns)
  refuseFields(fields)
}

function wrongOf(columns: Columns): Record<string, string> {
  const isCompetitor = columns.kind === 'competitor'
  const [own, others] = isCompetitor ? [OF_KIND.competitor, OF_KIND.shelf] : [OF_KIND.shelf, OF_KIND.competitor]
  const fields: Record<string, string> = {}
  if (isBlank(columns.product_name))
    fields.product_name = isBlank(columns.barcode)
      ? pack('Please choose a product, or write its name')
      : pack('No product has this barcode. Please write its name.')
  if (isBlank(columns.our_price)) fields.our_price = pack('Our price of this product is not known. Please write it.')
  for (const name of isCompetitor ? own : [])
    if (isBlank(columns[name]))
      fields[name] = pack('{{field}} is required', { field: priceChecking.fields[name].label })
  for (const name of others)
    if (!isBlank(columns[name]))
      fields[name] = pack(
        isCompetitor ? '{{field}} is not asked for at a competitor' : '{{field}} is not asked for on our shelf',
        { field: priceChecking.fields[name].label },
      )
  return fields
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Who looked at the shelf already need not say so twice: the prices tell whether they are right. */
function answerOf({ kind, our_price, shelf_price, till_price }: Columns, actor: number | null): Columns {
  if (kind === 'competitor') return { status: 'seen' }
  const seen = [shelf_price, till_price].filter((price) => !isBlank(price))
  if (seen.length === 0) return { status: 'to_check' }
  const isRight = seen.every((price) => price === our_price)
  return { status: isRight ? 'right' : 'wrong', checked_by: actor, checked_at: sql`done_at()` }
}
