import { sql } from 'kysely'
import { all, json, row, type Sql, type Tx } from '#server/db/db.ts'
import { nextOf } from '#server/resource/judging.ts'
import { serve } from '#server/resource/routes.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { REFUSALS, refuse, refuseFields } from '../../shared/refusals.ts'
import { vatRates } from './vat-rates.ts'

const ENDS_EARLY = { until_on: pack('The last day lies before the first') }
const HAS_RATE = { rate: pack('Only what is taxed has a rate') }
const IN_USE = { rate: pack(REFUSALS['rate in use'].text) }

/** What does not fit together, by field; of values that are missing, nothing. */
function wrongIn({ kind, rate, from_on, until_on }: Columns): Record<string, string> {
  const isEarly = from_on && until_on && String(until_on) < String(from_on)
  const isRated = kind && kind !== 'taxed' && rate !== undefined && Number(rate) !== 0
  return { ...(isEarly ? ENDS_EARLY : {}), ...(isRated ? HAS_RATE : {}) }
}

/**
 * What bills and requests were reckoned by stays: a rate in use only gets a last day where it had none, after the last of them.
 * @throws 'rate in use'
 */
async function refuseUsed(tx: Tx, { id, ...old }: Columns, next: Columns | null): Promise<void> {
  const moved = KEPT.filter((name) => next && String(next[name] ?? '') !== String(old[name] ?? ''))
  if (next && moved.length === 0) return
  const used = await row(tx, { last: 'string?' }, sql`select (${lastUseSql(sql`${id}::bigint`)})::text as last`)
  if (!used?.last) return
  const isEnded = next && moved.join() === 'until_on' && !old.until_on && used.last <= String(next.until_on)
  if (!isEnded) refuse('rate in use')
}

/** What a rate in use keeps. */
const KEPT = ['kind', 'rate', 'from_on', 'until_on'] as const

/** The last day on which a bill or a request was reckoned by a rate, those in the trash included: they may come back. */
const lastUseSql = (id: Sql): Sql => sql`
  select max(day) from (
    select max(d.sold_on) as day from vat_get_info d where d.rate = ${id}
    union all
    select max(coalesce(v.sold_on, (v.created_at at time zone chain_zone())::date)) from vat_info v
    where v.lines @> jsonb_build_array(jsonb_build_object('rate', ${id}))
  ) used`

const isMovedSql = sql`r.id is not null and (${all(
  KEPT.map(
    (name) =>
      sql`i."values" ? ${sql.lit(name)} and ${sql.ref(`p.${name}`)} is distinct from ${sql.ref(`r.${name}`)}` as Sql,
  ),
  sql` or `,
)})`

/** The same of rows from a workbook. */
async function check(tx: Tx, id: number): Promise<void> {
  await sql`update import_rows i set verdict = 'bad', errors = coalesce(i.errors, '{}') || x.errors
    from (
      select line, case when "values" ->> 'until_on' < "values" ->> 'from_on' then ${json(ENDS_EARLY)} else '{}' end
        || case when "values" ->> 'kind' <> 'taxed' and ("values" ->> 'rate')::numeric <> 0 then ${json(HAS_RATE)} else '{}' end
        || case when ${isMovedSql} and (${lastUseSql(sql`i.target`)}) is not null then ${json(IN_USE)} else '{}' end as errors
      from import_rows i cross join lateral jsonb_populate_record(null::vat_rates, i."values") p left join vat_rates r on r.id = i.target
      where import = ${id} and verdict <> 'bad'
    ) x where i.import = ${id} and i.line = x.line and x.errors <> '{}'`.execute(tx)
}

export default serve(vatRates, {
  before: {
    create(columns) {
      refuseFields(wrongIn(columns))
      return columns
    },
    async update(columns, old, { tx }) {
      const next = { ...old, ...columns }
      refuseFields(wrongIn(next))
      await refuseUsed(tx, old, next)
      return columns
    },
    destroy: (old, { tx }) => refuseUsed(tx, old, null),
  },
  judge: (columns, about) => wrongIn(nextOf(columns, about)),
  imports: { check },
})
