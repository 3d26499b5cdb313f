import { sql } from 'kysely'
import { json, type Tx } from '#server/db/db.ts'
import type { Imports } from '#server/resource/import-options.ts'
import { isWaiting } from '#server/sheets/sheets.ts'
import { pack } from '../../shared/message.ts'
import { TOLERANCE } from '../../shared/vietnam/vat.ts'

export const NOT_IN_FORCE = pack('This VAT rate is not valid on the day of the bill')
export const WRONG = {
  tax: pack('The tax does not fit the amount and the rate'),
  gross: pack('Amount and tax do not add up'),
}
const THERE_DIFFERS = pack('This bill already exists with other amounts at this rate')
const TWICE = pack('This bill is already in the file at this rate')

/** A bill of the tills may come again: what is there already stays as it is, and what says something else is told. */
export const billImports: Imports = { check }

async function check(tx: Tx, id: number): Promise<void> {
  await datedRates(tx, id)
  await sql`update import_rows i set verdict = x.verdict, target = coalesce(x.target, i.target), errors = x.errors
    from (
      select line, target, nullif(errors, '{}') as errors, case when errors <> '{}' then 'bad' when target is not null then 'same' else 'new' end as verdict
      from (${judgedSql(id)}) j
    ) x where i.import = ${id} and i.line = x.line`.execute(tx)
}

/** Tills print a rate that goes on anew as before: of those printed alike the one counts that holds on the day of the bill. */
async function datedRates(tx: Tx, id: number): Promise<void> {
  await sql`update import_rows i set "values" = jsonb_set(i."values", '{rate}', to_jsonb(x.rate))
    from (
      select i.line, (
        select o.id from vat_rates o where coalesce(o.printed, o.name) = coalesce(v.printed, v.name) and o.deleted_at is null
          and p.sold_on between o.from_on and coalesce(o.until_on, 'infinity') order by o.from_on desc, o.id limit 1
      ) as rate
      from import_rows i cross join lateral jsonb_populate_record(null::vat_get_info, i."values") p join vat_rates v on v.id = p.rate
      where i.import = ${id} and ${isWaiting(id)} and i.verdict <> 'bad' and p.sold_on not between v.from_on and coalesce(v.until_on, 'infinity')
    ) x where i.import = ${id} and i.line = x.line and x.rate is not null`.execute(tx)
}

const when = (condition: ReturnType<typeof sql>, field: string, message: string) =>
  sql`case when ${condition} then ${json({ [field]: message })} else '{}' end`

const judgedSql = (id: number) => sql`
  select i.line, t.id as target,
    ${when(sql`p.sold_on not between v.from_on and coalesce(v.until_on, 'infinity')`, 'rate', NOT_IN_FORCE)}
    || ${when(sql`abs(p.tax - round(p.net * v.rate / 100)) > ${TOLERANCE}`, 'tax', WRONG.tax)}
    || ${when(sql`p.net + p.tax <> p.gross`, 'gross', WRONG.gross)}
    || ${when(sql`t.id is not null and (t.net, t.tax, t.gross, t.store) is distinct from (p.net, p.tax, p.gross, p.store)`, 'bill_number', THERE_DIFFERS)}
    || ${when(sql`row_number() over (partition by p.bill_number, p.sold_on, p.rate order by i.line) > 1`, 'bill_number', TWICE)} as errors
  from import_rows i cross join lateral jsonb_populate_record(null::vat_get_info, i."values") p
    join vat_rates v on v.id = p.rate
    left join vat_get_info t on t.bill_number = p.bill_number and t.sold_on = p.sold_on and t.rate = p.rate and t.deleted_at is null
  where i.import = ${id} and ${isWaiting(id)} and i.verdict <> 'bad'`
