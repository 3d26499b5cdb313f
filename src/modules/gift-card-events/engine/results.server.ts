import { sql } from 'kysely'
import { type Db, rows, type Tx } from '#server/db/db.ts'
import { described, namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import { type DrawResult, RESULT_STATES, type ResultState } from '../../../shared/draws/desk.ts'
import { shortCode, slotOf } from '../../../shared/draws/plan.ts'

export const CALLED = { code: 'string', name: 'string' } as const
export const RESULT = namedAnswer('DrawResult', {
  id: described('Of its log', 'number'),
  ...{ n: 'number', version: described('Of its log, for the steps that ask for it', 'number') },
  gift: orNull({
    ...{ id: 'number', name: 'string', colour: 'string', say: 'string?' },
    ...{ image: described('Id of its picture', 'string?'), value: 'number?' },
  }),
  state: oneOf(...RESULT_STATES),
  code: described('First 12 digits of the code of the row', 'string'),
  drawn_at: 'date',
  bill_number: 'string',
  slot: described('0 to 999,999: what the number said, in millionths of the way round the wheel', 'number'),
  store: CALLED,
  event: CALLED,
})

/** What draws came to, oldest first. */
export async function resultsOf(db: Db | Tx, logs: readonly number[]): Promise<DrawResult[]> {
  if (logs.length === 0) return []
  const found = await rows(
    db,
    {
      ...{ id: 'number', n: 'number', version: 'number', state: 'string', code: 'string', drawn_at: 'date' },
      ...{ bill_number: 'string', random: 'string', gift: 'number?', gift_name: 'string?', colour: 'string?' },
      ...{ say: 'string?', image: 'string?', value: 'number?', store_code: 'string', store_name: 'string' },
      ...{ event_code: 'string', event_name: 'string' },
    },
    sql`select l.id, l.n, l.version, l.state, l.code, l.drawn_at, l.bill_number, l.random, l.gift, p.name as gift_name, p.colour, p.say,
          p.image[1] as image, l.value, s.code as store_code, s.name as store_name, e.code as event_code, e.name as event_name
        from gift_card_event_logs l join stores s on s.id = l.store join gift_card_events e on e.id = l.event
          left join gift_card_event_products p on p.id = l.gift where l.id = any(${[...logs]}::bigint[]) order by l.id`,
  )
  return found.map((one) => ({
    ...{ id: one.id, n: one.n, version: one.version, state: one.state as ResultState }, // a choice of the definition
    gift:
      one.gift === null
        ? null
        : {
            ...{ id: one.gift, name: one.gift_name ?? '', colour: one.colour ?? '', say: one.say },
            ...{ image: one.image, value: one.value },
          },
    ...{ code: shortCode(one.code), drawn_at: one.drawn_at.toISOString(), bill_number: one.bill_number },
    slot: slotOf(Number(one.random)),
    store: { code: one.store_code, name: one.store_name },
    event: { code: one.event_code, name: one.event_name },
  }))
}
