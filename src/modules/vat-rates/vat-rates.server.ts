import { sql } from 'kysely'
import { json, type Tx } from '#server/db/db.ts'
import { serve } from '#server/resource/serve.ts'
import type { Columns } from '#server/resource/write.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { vatRates } from './vat-rates.ts'

const ENDS_EARLY = { until_on: pack('The last day lies before the first') }
const HAS_RATE = { rate: pack('Only what is taxed has a rate') }

function refuseWrong({ kind, rate, from_on, until_on }: Columns): void {
  if (until_on && String(until_on) < String(from_on)) refuse('invalid', { fields: ENDS_EARLY })
  if (kind !== 'taxed' && Number(rate) !== 0) refuse('invalid', { fields: HAS_RATE })
}

/** The same of rows from a workbook. */
async function check(tx: Tx, id: number): Promise<void> {
  await sql`update import_rows i set verdict = 'bad', errors = coalesce(i.errors, '{}') || x.errors
    from (
      select line, case when "values" ->> 'until_on' < "values" ->> 'from_on' then ${json(ENDS_EARLY)} else '{}' end
        || case when "values" ->> 'kind' <> 'taxed' and ("values" ->> 'rate')::numeric <> 0 then ${json(HAS_RATE)} else '{}' end as errors
      from import_rows where import = ${id} and verdict <> 'bad'
    ) x where i.import = ${id} and i.line = x.line and x.errors <> '{}'`.execute(tx)
}

export default serve(vatRates, {
  before: {
    create(columns) {
      refuseWrong(columns)
      return columns
    },
    update(columns, old) {
      refuseWrong({ ...old, ...columns })
      return columns
    },
  },
  imports: { check },
})
