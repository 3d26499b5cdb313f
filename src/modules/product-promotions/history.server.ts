import { sql } from 'kysely'
import { ACTIVITY, LOG_PARAMETERS, pageOf, refuseOtherOrder, withinDays, withNames } from '#server/activity/history.ts'
import { all, type Sql } from '#server/db/db.ts'
import { pageOf as paged } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { dayParameter, idsParameter } from '#server/resource/query/parameters.ts'
import { many, one, readListQuery } from '#server/resource/query/parse-query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { CHANGE_KINDS, KIND_FIELDS, MAKING } from './history.ts'
import { productPromotions } from './product-promotions.ts'

const TOLD = Object.values(KIND_FIELDS).flat()

/** Every change of a promotion that a customer would notice, read from the activity: nothing is written twice. */
export const historyRoute: Route = get(
  'product-promotion-history',
  {
    needs: { permission: productPromotions.permission, flag: 'read' },
    answers: paged(ACTIVITY),
    summary: 'What changed in promotions: prices, quantity, place, dates, state; newest first',
    query: {
      ...LOG_PARAMETERS,
      product: idsParameter('products', 'ids of products'),
      stores: idsParameter('stores', 'ids of stores; none: those of all stores'),
      promotion: idsParameter('product-promotions', 'ids of promotions'),
      search: 'in the name of the product',
      kind: { says: 'what changed', schema: { enum: CHANGE_KINDS.map(({ value }) => value) } },
      from: dayParameter('first day'),
      to: dayParameter('last day'),
    },
  },
  async ({ db, actor, query, context }: Call) => {
    const { page, perpage, sort, filters, ranges, search } = readListQuery(productPromotions, {
      page: query.page,
      perpage: query.perpage,
      sort: query.sort || '-id',
      created_at: [...many(query.created_at), ...many(query['created_at[]'])],
      product: query.product,
      stores: query.stores,
      id: query.promotion,
      search: query.search,
    })
    refuseOtherOrder(sort)
    const scope = scopeOf(productPromotions, actor)
    const { product, stores, id } = filters
    const ids = (values: readonly unknown[]) => values.filter((value) => value !== null)
    const where = [
      sql`a.module = ${productPromotions.name} and a.record_id is not null`,
      ...(scope ? [scope] : []),
      ...(product ? [sql`r.product = any(${ids(product)}::bigint[])`] : []),
      ...(stores
        ? [
            sql`(r.stores && ${ids(stores)}::bigint[]${ids(stores).length < stores.length ? sql` or r.stores = '{}'` : sql``})`,
          ]
        : []),
      ...(id ? [sql`a.record_id = any(${ids(id)}::bigint[])`] : []),
      ...(search
        ? [sql`r.search_text like '%' || replace(replace(fold(${search}), '%', '\\%'), '_', '\\_') || '%'`]
        : []),
      kindSql(many(query.kind)),
      ...(ranges.created_at ? [withinDays(ranges.created_at, context.config.timezone)] : []),
      ...daysSql(one(query.from), one(query.to), context.config.timezone),
    ]
    const found = await pageOf(db, all(where), page, perpage, sql`join product_promotions r on r.id = a.record_id`)
    return { ...found, data: await withNames(db, productPromotions.name, found.data, actor.language) }
  },
)

function kindSql(kinds: readonly string[]): Sql {
  const wanted = kinds.length > 0 ? kinds : CHANGE_KINDS.map(({ value }) => value)
  const fields = wanted.flatMap((kind) => (kind in KIND_FIELDS ? KIND_FIELDS[kind as keyof typeof KIND_FIELDS] : []))
  if (kinds.some((kind) => !CHANGE_KINDS.some(({ value }) => value === kind))) wrong('kind')
  const making = sql`a.action = any(${[...MAKING]}::text[]) and not a.changes ?| ${TOLD}::text[]`
  return wanted.includes('made')
    ? sql`(a.changes ?| ${fields}::text[] or (${making}))`
    : sql`a.changes ?| ${fields}::text[]`
}

function daysSql(from: string | undefined, to: string | undefined, zone: string): Sql[] {
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  if (from && !isDay(from)) wrong('from')
  if (to && !isDay(to)) wrong('to')
  return [
    ...(from ? [sql`a.at >= ${from}::timestamp at time zone ${zone}`] : []),
    ...(to ? [sql`a.at < (${to}::timestamp + interval '1 day') at time zone ${zone}`] : []),
  ]
}

const wrong = (field: string): never =>
  refuse('invalid', { fields: { [field]: pack('{{field}} is not valid', { field }) } })
