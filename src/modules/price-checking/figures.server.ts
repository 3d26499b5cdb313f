import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { rows, type Sql } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { NAMED, namedAnswer } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { dayParameter, idParameter } from '#server/resource/query/parameters.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { daysSpan, LONGEST_DAYS, plusDays, type Span } from '../../shared/time/spans.ts'
import { productPromotions } from '../product-promotions/product-promotions.ts'
import { INDEX_LEAST, type IndexLine, type ProductPrices } from './figures.ts'
import { priceChecking } from './price-checking.ts'
import { todayOf } from './rules.server.ts'

const USUAL_DAYS = 90
const query = {
  from: dayParameter('first day; 90 days unless said'),
  to: dayParameter(`last day, today unless said; at most ${LONGEST_DAYS} days`),
  store: idParameter('stores'),
}

const INDEX_LINE = namedAnswer('PriceIndex', {
  competitor: NAMED,
  products: 'number',
  index: 'number?',
  dearer: 'number',
  cheaper: 'number',
  dearer_checks: 'number',
  cheaper_checks: 'number',
  months: [{ month: 'string', products: 'number', index: 'number?' }],
})
const PRICES = namedAnswer('ProductPrices', {
  points: [{ day: 'day', competitor: 'string?', price: 'number' }],
  promotions: [{ id: 'number', from: 'day', to: 'day', price: 'number' }],
})

export const figureRoutes: Route[] = [
  get(
    'price-index',
    {
      needs: 'report',
      query,
      answers: { data: [INDEX_LINE] },
      summary: 'Our prices against each competitor, 100 is equal; nothing below 10 products',
    },
    async (call) => ({ data: await indexOf(call, askedPeriod(call)) }),
  ),
  get(
    'prices',
    {
      needs: 'read',
      query: { product: { ...idParameter('products'), isRequired: true } },
      answers: PRICES,
      summary: 'The prices of a product over time: ours, and those of each competitor',
    },
    (call) => pricesOf(call),
  ),
]

function askedPeriod({ query: asked, context }: Call): Span {
  const to = one(asked.to) || todayOf(context)
  const period = daysSpan(one(asked.from) || plusDays(to, 1 - USUAL_DAYS), to)
  return period ?? refuse('invalid', { fields: { from: pack('{{field}} must be two dates', { field: 'Period' }) } })
}

const askedId = (given: string | undefined): number | null => (given && /^\d{1,15}$/.test(given) ? Number(given) : null)

/** What this person sees of the checks `r`, of one store where it is asked for. */
function seen(actor: Actor, store: number | null = null): Sql {
  const scope = scopeOf(priceChecking, actor)
  return sql`r.deleted_at is null ${scope ? sql`and ${scope}` : sql``} ${store === null ? sql`` : sql`and r.store = ${store}`}`
}

/** What makes two checks checks of one product. */
const SAME = sql`coalesce('p' || r.product, 'b' || r.barcode, 'n' || fold(r.product_name))`

/**
 * The geometric mean of the ratios of the prices of each product (Jevons), each at its last check in the period: no product weighs more
 * than another, and turned round the index is the inverse (docs/decisions/price-index.md).
 */
async function indexOf({ db, actor, query: asked }: Call, { from, to }: Span): Promise<IndexLine[]> {
  const found = await rows(
    db,
    {
      id: 'number',
      name: 'string',
      products: 'number',
      index: 'number?',
      dearer: 'number',
      cheaper: 'number',
      dearer_checks: 'number',
      cheaper_checks: 'number',
      months: jsonOf<IndexLine['months']>(),
    },
    sql`with seen as materialized (
          select r.id, r.competitor, r.checked_on, ${SAME} as same, r.our_price, r.competitor_price, ln(r.our_price / r.competitor_price) as ratio
          from price_checking r where r.kind = 'competitor' and r.our_price > 0 and r.competitor_price > 0
            and r.checked_on between ${from}::date and ${to}::date and ${seen(actor, askedId(one(asked.store)))}
        ), lasts as (select distinct on (competitor, same) * from seen order by competitor, same, checked_on desc, id desc),
        monthly as (
          select competitor, to_char(checked_on, 'YYYY-MM') as month, count(*)::int as products, round(100 * exp(avg(ratio)), 1) as index
          from (select distinct on (competitor, to_char(checked_on, 'YYYY-MM'), same) * from seen
                order by competitor, to_char(checked_on, 'YYYY-MM'), same, checked_on desc, id desc) m group by 1, 2
        )
        select c.id, c.name, count(*)::int as products, case when count(*) >= ${sql.lit(INDEX_LEAST)} then round(100 * exp(avg(l.ratio)), 1) end as index,
          count(*) filter (where l.our_price > l.competitor_price)::int as dearer, count(*) filter (where l.our_price < l.competitor_price)::int as cheaper,
          (select count(*)::int from seen a where a.competitor = c.id and a.our_price > a.competitor_price) as dearer_checks,
          (select count(*)::int from seen a where a.competitor = c.id and a.our_price < a.competitor_price) as cheaper_checks,
          (select coalesce(jsonb_agg(jsonb_build_object('month', m.month, 'products', m.products, 'index', case when m.products >= ${sql.lit(INDEX_LEAST)} then m.index end) order by m.month), '[]')
            from monthly m where m.competitor = c.id) as months
        from lasts l join competitors c on c.id = l.competitor group by c.id, c.name order by products desc, c.id`,
  )
  return found.map(({ id, name, ...line }) => ({ competitor: { id, name }, ...line }))
}

/** Our price as it was at each check, and at each change of the product; a competitor's at each check there. */
async function pricesOf({ db, actor, query: asked, context }: Call): Promise<ProductPrices> {
  const product = askedId(one(asked.product)) ?? refuse('not found')
  const zone = context.config.timezone
  const runs = scopeOf(productPromotions, actor)
  const points = await rows(
    db,
    { day: 'string', competitor: 'string?', price: 'number' },
    sql`select to_char(day, 'YYYY-MM-DD') as day, competitor, avg(price)::float8 as price from (
          select r.checked_on as day, c.name as competitor, r.competitor_price as price from price_checking r join competitors c on c.id = r.competitor
            where r.product = ${product} and r.competitor_price is not null and ${seen(actor)}
          union all select r.checked_on, null, r.our_price from price_checking r where r.product = ${product} and r.our_price is not null and ${seen(actor)}
          union all select (a.at at time zone ${zone})::date, null, (a.changes -> 'price' ->> 1)::numeric from activity a
            where a.module = 'products' and a.record_id = ${product} and a.changes -> 'price' ->> 1 is not null
          union all select (now() at time zone ${zone})::date, null, p.price from products p where p.id = ${product} and p.price is not null
        ) x where day is not null group by 1, 2 order by 1, 2 nulls first`,
  )
  const promotions = actorMay(actor, productPromotions.permission, 'read')
    ? await rows(
        db,
        { id: 'number', from: 'string', to: 'string', price: 'number' },
        sql`select r.id, r.starts_on as "from", r.ends_on as "to", r.promotion_price as price from product_promotions r
            where r.product = ${product} and r.active and r.deleted_at is null ${runs ? sql`and ${runs}` : sql``} order by r.starts_on`,
      )
    : []
  return { points, promotions }
}
