import { sql } from 'kysely'
import { rows, type Tx } from '#server/db/db.ts'
import type { Imports } from '#server/resource/import-options.ts'
import { isWaiting, refuseRows } from '#server/sheets/sheets.ts'
import { pack } from '../../../shared/message.ts'
import type { Face } from '../faces.ts'
import { giftImports } from './gift-import.server.ts'

export const ENDS_FIRST = pack('The end must be after the beginning')
export const ONE_OF_BOTH = pack('Please give either a sum or a number of bills for one draw')
const RELEASED = pack('This event is released: change it on its own page')

/** New events and drafts come by workbooks, their gifts in a second sheet; what a form would refuse is refused here. */
export const eventImports = ({ gift }: Face): Imports => ({
  omits: ['images'],
  next: { definition: gift, imports: giftImports },
  check,
})

async function check(tx: Tx, id: number): Promise<void> {
  const found = await rows(
    tx,
    { line: 'number', is_turned: 'boolean', is_both: 'boolean', is_released: 'boolean' },
    sql`select * from (
          select i.line, coalesce(p.ends_at <= p.starts_at, false) as is_turned, p.bill_step is not null and p.quantity_of_bills is not null as is_both,
            coalesce(t.stage <> 'draft' and i.verdict = 'changed', false) as is_released
          from import_rows i left join gift_card_events t on t.id = i.target
            cross join lateral jsonb_populate_record(t, i."values") p
          where i.import = ${id} and ${isWaiting(id)} and i.verdict <> 'bad'
        ) x where is_turned or is_both or is_released`,
  )
  await refuseRows(
    tx,
    id,
    found.map(({ line, is_turned, is_both, is_released }) => ({
      line,
      errors: {
        ...(is_turned && { ends_at: ENDS_FIRST }),
        ...(is_both && { quantity_of_bills: ONE_OF_BOTH }),
        ...(is_released && { code: RELEASED }),
      },
    })),
  )
}
