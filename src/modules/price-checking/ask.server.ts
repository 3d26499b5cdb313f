import { sql } from 'kysely'
import { recordSql } from '#server/activity/activity.ts'
import type { Actor } from '#server/actor.ts'
import { actorMay } from '#server/actor.ts'
import { calendarsOf } from '#server/calendars.ts'
import { inTransaction, json, row, rows, type Sql, type Tx } from '#server/db/db.ts'
import { NAMED } from '#server/http/answers.ts'
import { type Call, post } from '#server/http/route.ts'
import { refuseDangling } from '#server/resource/dangling.ts'
import { placeSql, scopeOf } from '#server/resource/scope.ts'
import type { Columns } from '#server/resource/statements.ts'
import { digits, longText, moment, money, ref, refs, text } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { refuse, refuseFields } from '../../shared/refusals.ts'
import { HOUR_MS } from '../../shared/time/units.ts'
import { workOn } from '../../shared/time/working-time.ts'
import { complaints } from '../complaints/complaints.ts'
import { holidays } from '../holidays/holidays.ts'
import { STATUS_WHERE } from '../product-promotions/standing.ts'
import { ANSWER_HOURS, priceChecking } from './price-checking.ts'
import { productOf } from './rules.server.ts'

const ASKED = {
  complaint: ref('Complaint', 'complaints'),
  origin: ref('Found at', 'price-checking'),
  promotion: ref('Promotion', 'product-promotions'),
  product: ref('Product', 'products'),
  barcode: digits('Barcode', { min: 4, max: 20, isBarcode: true }),
  product_name: text('Product name', { max: 191 }),
  our_price: money('Our price'),
  stores: refs('Stores', 'stores'),
  due_at: moment('Answer by'),
  note: longText('Note', { max: 1000 }),
}

/** What the stores are to look at, and why. */
interface Wanted {
  complaint: number | null
  origin: number | null
  notAt: number | null
  product: number | null
  barcode: string | null
  product_name: string
  our_price: number
  /** The stores that run the promotion, where it is one of some. */
  runIn: readonly number[]
}

/** One press: every store that is open looks at its shelf, by a deadline. Asked again, those are asked that were not yet. */
export const askRoute = post(
  'ask',
  {
    needs: 'add',
    body: ASKED,
    answers: { asked: [NAMED], already: 'number' },
    summary: 'Ask the stores to check the price of a product: all that are open unless said, each once',
  },
  async (call) => {
    const { body, context, actor } = call
    await refuseDangling(call.db, { ...priceChecking, fields: ASKED }, body, actor)
    const answer = await inTransaction(call.db, async (tx) => {
      const wanted = await wantedOf(tx, call)
      const { chain } = await calendarsOf(tx, holidays, context.config.timezone)
      const due = body.due_at ?? new Date(workOn(chain, Date.now(), ANSWER_HOURS * HOUR_MS)).toISOString()
      if (Date.parse(due) <= Date.now())
        refuse('invalid', { fields: { due_at: pack('{{field}} must be later than now', { field: 'Answer by' }) } })
      // One at a time: a complaint and each wrong shelf of it ask for the same.
      await sql`select pg_advisory_xact_lock(hashtext('ask for price checks'))`.execute(tx)
      const stores = body.stores?.length ? body.stores : wanted.runIn
      return askStores(tx, wanted, { due, note: body.note ?? null, stores }, actor)
    })
    context.feed.nudge()
    return answer
  },
)

async function wantedOf(tx: Tx, { body, actor }: Pick<Call, 'body' | 'actor'>): Promise<Wanted> {
  const { complaint = null, origin = null } = body
  if (complaint === null && origin === null)
    refuse('invalid', { fields: { complaint: pack('{{field}} is required', { field: 'Complaint' }) } })
  if (complaint !== null && !actorMay(actor, complaints.permission, 'read')) refuse('no permission')
  const from = origin === null ? undefined : await wrongShelf(tx, Number(origin), actor)
  const { stores: runIn = [], ...offer } = body.promotion ? await offerOf(tx, Number(body.promotion)) : {}
  const given: Columns = { ...from, ...offer, ...filled(body) }
  const found = await productOf(tx, given)
  const product_name = given.product_name ?? found?.name
  const our_price = given.our_price ?? found?.price
  const fields = {
    ...(!product_name && { product_name: pack('Please choose a product, or write its name') }),
    ...((our_price ?? null) === null && {
      our_price: pack('Our price of this product is not known. Please write it.'),
    }),
  }
  refuseFields(fields)
  return {
    complaint: complaint === null ? (from?.complaint ?? null) : Number(complaint),
    origin: origin === null ? null : Number(origin),
    notAt: from?.store ?? null,
    product: found?.id ?? null,
    barcode: String(given.barcode ?? found?.barcode ?? '') || null,
    product_name: String(product_name),
    our_price: Number(our_price),
    runIn,
  }
}

/** What a promotion offers, and where; a shelf shows its price as long as it runs, and no longer. */
async function offerOf(tx: Tx, id: number) {
  const found = await row(
    tx,
    {
      ...{ product: 'number?', barcode: 'string?', product_name: 'string', our_price: 'number' },
      ...{ stores: 'number[]', is_running: 'boolean' },
    },
    sql`select r.product, r.barcode, r.product_name, r.promotion_price as our_price, r.stores, ${sql.raw(STATUS_WHERE.running)} as is_running
        from product_promotions r where r.id = ${id} and r.deleted_at is null`,
  )
  if (!found) refuse('not found')
  const { is_running, ...offer } = found
  if (!is_running) refuse('invalid', { fields: { promotion: pack('This promotion is not running today.') } })
  return offer
}

const filled = (body: Columns): Columns =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== ''))

/** The shelf from which the others are asked; it asks nobody while its price is not wrong. */
async function wrongShelf(tx: Tx, id: number, actor: Actor) {
  const scope = scopeOf(priceChecking, actor)
  const found = await row(
    tx,
    {
      status: 'string',
      store: 'number',
      complaint: 'number?',
      product: 'number?',
      barcode: 'string?',
      product_name: 'string?',
      our_price: 'number?',
    },
    sql`select r.status, r.store, r.complaint, r.product, r.barcode, r.product_name, r.our_price from price_checking r
        where r.id = ${id} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`,
  )
  if (!found) refuse('not found')
  const { status, ...shelf } = found
  if (status !== 'wrong' && status !== 'fixed') refuse('no wrong shelf')
  return shelf
}

/** A check for each store that has none of this product for the same reason; who is asked hears of it by the activity. */
async function askStores(
  tx: Tx,
  { complaint, origin, notAt, ...product }: Wanted,
  { due, note, stores }: { due: string; note: string | null; stores: readonly number[] },
  actor: Actor,
): Promise<{ asked: { id: number; name: string }[]; already: number }> {
  const isSame: Sql = sql`(p.product = ${product.product}::bigint or p.barcode = ${product.barcode}::text or p.product_name = ${product.product_name})`
  const open = sql`select s.id, s.name, exists (
      select 1 from price_checking p where p.store = s.id and p.deleted_at is null and p.kind = 'shelf' and ${isSame}
        and (p.complaint = ${complaint}::bigint or p.origin = ${origin}::bigint)
    ) as is_asked
    from stores s where s.deleted_at is null and s.active and not s.is_head_office and s.id is distinct from ${notAt}::bigint
      ${stores.length > 0 ? sql`and s.id = any(${[...stores]}::bigint[])` : sql``}`
  const counted = await row(tx, { n: 'number' }, sql`select count(*)::int as n from (${open}) o where o.is_asked`)
  const asked = await rows(
    tx,
    { id: 'number', name: 'string' },
    sql`with o as materialized (${open}), made as (
        insert into price_checking (kind, product, barcode, product_name, store, our_price, note, status, checked_on, due_at, complaint, origin, created_by, updated_by)
        select 'shelf', ${product.product}::bigint, ${product.barcode}::text, ${product.product_name}::text, o.id, ${product.our_price}::numeric, ${note}::text,
          'to_check', (now() at time zone chain_zone())::date, ${due}::timestamptz, ${complaint}::bigint, ${origin}::bigint, ${actor.id}::bigint, ${actor.id}::bigint from o where not o.is_asked order by o.id returning *
      ), told as (${recordSql(actor, 'ask', priceChecking.name, { id: sql`m.id`, title: sql`left(m.product_name, 191)`, place: placeSql(priceChecking, 'm'), changes: json({ due_at: [null, due] }) }, sql`made m`)})
      select o.id, o.name from o where not o.is_asked order by o.name`,
  )
  return { asked, already: counted?.n ?? 0 }
}
