import { sql } from 'kysely'
import { rows, type Tx } from '#server/db/db.ts'
import type { Imports } from '#server/resource/import-options.ts'
import { isWaiting, refuseRows } from '#server/sheets/sheets.ts'
import { pack } from '../../../shared/message.ts'
import { FOUR_DECIMALS, TOO_MUCH } from './plans.server.ts'

const RELEASED = pack('This event is released: change its plan on its own page')

/** Gifts of drafts come by workbooks; all of an event together, with those that are there, must fit. */
export const giftImports: Imports = {
  omits: ['substitute', 'image'],
  check,
}

async function check(tx: Tx, id: number): Promise<void> {
  const found = await rows(
    tx,
    { line: 'number', stage: 'string?', is_fine: 'boolean', is_too_much: 'boolean' },
    sql`with told as (
          select i.line, i.target, p.event, coalesce(p.chance, t.chance, 0) as chance
          from import_rows i left join gift_card_event_products t on t.id = i.target
            cross join lateral jsonb_populate_record(null::gift_card_event_products, i."values") p
          where i.import = ${id} and i.verdict <> 'bad'
        ), sums as (
          select e.event, sum(e.chance) + coalesce((select sum(o.chance) from gift_card_event_products o where o.event = e.event and o.deleted_at is null
            and not exists (select from told k where k.target = o.id)), 0) as sum
          from told e group by e.event
        )
        select t.line, e.stage, t.chance = round(t.chance, 4) as is_fine, s.sum > 100 as is_too_much
        from told t join import_rows i on i.import = ${id} and i.line = t.line and ${isWaiting(id)}
          join sums s on s.event = t.event left join gift_card_events e on e.id = t.event
        where e.stage <> 'draft' or t.chance <> round(t.chance, 4) or s.sum > 100`,
  )
  await refuseRows(
    tx,
    id,
    found.map(({ line, stage, is_fine, is_too_much }) => ({
      line,
      errors: {
        ...(stage !== 'draft' && { event: RELEASED }),
        ...(is_fine ? is_too_much && { chance: TOO_MUCH } : { chance: FOUR_DECIMALS }),
      },
    })),
  )
}
