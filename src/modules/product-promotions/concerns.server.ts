import { sql } from 'kysely'
import { type Db, json, rows, type Sql, type Tx } from '#server/db/db.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { keySql } from './standing.ts'

/** What asks for a reason, by the field it stands at; packed sentences. */
export type Concerns = Record<string, string>

export interface Limits {
  /** Of a price, in per cent. */
  percent: number
  /** Days of discount in a year for one product in one store. */
  days: number
}

/** What is said of one candidate. */
export interface Concerned {
  line: number
  /** Per cent, where that is above the limit; rounded up, so that it is also read to be. */
  percent: number | null
  /** The worst year and store. */
  days: number | null
  year: number | null
  overlaps: number
}

/**
 * What of promotions that are to be asks for a reason: a deep discount, too many days of discount in a year, others of the same product
 * in the same store at the same time. One statement for a form and for a whole workbook.
 * @param candidates rows of `product_promotions` with a `line` beside them; `id` is null of a new one
 */
export const concernsOf = (db: Db | Tx, candidates: Sql, limits: Limits): Promise<Concerned[]> =>
  rows(
    db,
    { line: 'number', percent: 'number?', days: 'number?', year: 'number?', overlaps: 'number' },
    sql`with c as materialized (
          select x.line, x.id, x.product, x.product_name, x.price, x.promotion_price, x.stores, x.starts_on, x.ends_on, ${KEY_OF_X} as key
          from (${candidates}) x where x.active
        ), pool as materialized (
          ${POOL}
        ), crossed as (
          select c.line, count(*)::int as n from c join pool o on o.key = c.key and o.line is distinct from c.line
            and o.starts_on <= c.ends_on and o.ends_on >= c.starts_on
            and (o.stores = '{}' or c.stores = '{}' or o.stores && c.stores)
          group by 1
        ), heavy as materialized (
          -- Only where all days together are too many it is worth while to tell those of each store apart.
          select o.key, y.year, y.span from pool o cross join lateral (
            select year, daterange(make_date(year, 1, 1), make_date(year + 1, 1, 1)) as span
            from generate_series(extract(year from o.starts_on)::int, extract(year from o.ends_on)::int) year
          ) y
          group by 1, 2, 3 having sum(least(o.ends_on, upper(y.span) - 1) - greatest(o.starts_on, lower(y.span)) + 1) > ${limits.days}
        ), counted as (
          select c.line, h.year, (select sum(upper(d) - lower(d)) from unnest(range_agg(daterange(o.starts_on, o.ends_on, '[]') * h.span)) d)::int as days
          from heavy h join c on c.key = h.key and daterange(c.starts_on, c.ends_on, '[]') && h.span
            cross join lateral (select s.id from stores s where c.stores = '{}' and s.active and s.deleted_at is null union select unnest(c.stores)) s(id)
            join pool o on o.key = c.key and (o.stores = '{}' or s.id = any(o.stores)) and daterange(o.starts_on, o.ends_on, '[]') && h.span
          group by c.line, h.year, s.id
        ), worst as (
          select distinct on (line) line, year, days from counted where days > ${limits.days} order by line, days desc, year
        )
        select c.line, w.days, w.year, coalesce(o.n, 0) as overlaps,
          case when (c.price - c.promotion_price) * 100 > c.price * ${limits.percent} then ceil((c.price - c.promotion_price) * 1000 / nullif(c.price, 0)) / 10 end as percent
        from c left join crossed o using (line) left join worst w using (line)
        where o.n > 0 or w.days is not null or (c.price - c.promotion_price) * 100 > c.price * ${limits.percent} order by c.line`,
  )

const KEY_OF_X = sql.raw(keySql('x'))

/** Promotions of the candidates' products in the years that they touch, and the candidates themselves: those of a workbook count for each other. */
const POOL = sql`
  select null::int as line, r.stores, r.starts_on, r.ends_on, k.key
  from (select key, date_trunc('year', min(starts_on)::timestamp)::date as first, (date_trunc('year', max(ends_on)::timestamp) + interval '1 year')::date as last from c group by 1) k
    join product_promotions r on ${sql.raw(keySql('r'))} = k.key and r.ends_on >= k.first and r.starts_on < k.last
  where r.deleted_at is null and r.active and r.id not in (select c.id from c where c.id is not null)
  union all select c.line, c.stores, c.starts_on, c.ends_on, c.key from c`

/** What is said of them at their fields. */
export function concernsIn({ percent, days, year, overlaps }: Omit<Concerned, 'line'>, limits: Limits): Concerns {
  return {
    ...(percent !== null && {
      promotion_price: pack('A discount of {{percent}}% is above {{most}}% and needs a reason', {
        percent,
        most: limits.percent,
      }),
    }),
    ...(days !== null && {
      ends_on: pack(
        '{{n}} days of discount in {{year}} for one product in one store: more than {{most}} need a reason',
        {
          n: days,
          year: String(year),
          most: limits.days,
        },
      ),
    }),
    ...(overlaps > 0 && {
      starts_on: pack('Overlaps with {{n}} promotions of the same product: this needs a reason', { n: overlaps }),
    }),
  }
}

/** Columns as one candidate; `self` is the record they are to be. */
export const candidateOf = (columns: Columns, self: number | null): Sql =>
  sql`select 0 as line, ${self}::bigint as id, p.product, p.barcode, p.product_name, p.price, p.promotion_price, p.stores, p.starts_on, p.ends_on, p.active
    from jsonb_populate_record(null::product_promotions, ${json({ stores: [], active: true, ...columns })}) p`
