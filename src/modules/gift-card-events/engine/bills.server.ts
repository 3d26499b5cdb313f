import { sql } from 'kysely'
import { type Db, json, rows, type Tx } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { billKey } from '../../../shared/draws/bill-key.ts'
import type { GivenBill } from '../../../shared/draws/desk.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'

const TAIL = 8

/** A bill as the tills know it, or as it was typed. */
export interface Bill {
  /** As it is shown: of the tills in full, else as it was typed. */
  number: string
  key: string
  total: number | null
  on: string | null
  isKnown: boolean
  /** The tills know several that end in these digits. */
  isUnclear: boolean
}

/** What a bill was used for before, in one event. */
export const USE = {
  log: 'number',
  key: 'string',
  on: 'string',
  store: 'number',
  store_name: 'string',
  at: 'date',
} as const
export type Use = RowOf<typeof USE>

const TILL_ROW = { at: 'number', number: 'string', on: 'string', total: 'number' } as const

/** What the tills say of each bill; what they do not know stands as it was typed. The same bill typed twice is one. */
export async function billsOf(db: Db | Tx, given: readonly GivenBill[], today: string): Promise<Bill[]> {
  const typed = given.map(({ number, total, on }, at) => {
    const key = billKey(number)
    if (key === '')
      refuse('invalid', {
        fields: { [`bills.${at}.number`]: pack('{{field}} is not valid', { field: 'Bill number' }) },
      })
    return { at, number: number.trim(), key, total: total ?? null, on: on ?? null }
  })
  const looked = typed
    .filter(({ key }) => /^\d{8,20}$/.test(key))
    .map(({ at, key }) => ({ at, key, tail: key.slice(-TAIL) }))
  const found =
    looked.length === 0
      ? []
      : await rows(
          db,
          TILL_ROW,
          sql`select g.at, v.bill_number as number, v.sold_on as on, sum(v.gross) as total
              from jsonb_to_recordset(${json(looked)}) g(at int, key text, tail text)
                join vat_get_info v on right(v.bill_number, 8) = g.tail and v.deleted_at is null
              where length(g.key) = 8 or v.bill_number = g.key
              group by g.at, v.bill_number, v.sold_on order by v.sold_on desc, v.bill_number limit 200`,
        )
  const bills = typed.map(({ at, number, key, total, on }): Bill => {
    const mine = found.filter((one) => one.at === at)
    const isTail = key.length === TAIL
    const ofDay = mine.filter((one) => one.on === (on ?? (isTail ? today : one.on)))
    const [till] = ofDay
    const isUnclear = isTail && new Set(ofDay.map((one) => one.number)).size > 1
    if (!till || isUnclear) return { number, key, total, on, isKnown: false, isUnclear }
    return { number: till.number, key: billKey(till.number), total: till.total, on: till.on, isKnown: true, isUnclear }
  })
  return bills.filter(({ key }, at) => bills.findIndex((one) => one.key === key) === at)
}

/** Where bills that may be these were used in an event. */
export const usesOf = (db: Db | Tx, event: number, keys: readonly string[]): Promise<Use[]> =>
  rows(
    db,
    USE,
    sql`select u.log, u.key, u.on, u.store, s.name as store_name, u.at from (
          select l.id as log, l.bill_key as key, l.bill_on as on, l.store, l.drawn_at as at from gift_card_event_logs l
          where l.event = ${event} and right(l.bill_key, 8) = any(${tailsOf(keys)}::text[])
          union all
          select b.log, b.bill_key, b.bill_on, l.store, l.drawn_at from draw_bills b join gift_card_event_logs l on l.id = b.log
          where b.event = ${event} and right(b.bill_key, 8) = any(${tailsOf(keys)}::text[])
        ) u join stores s on s.id = u.store order by u.log`,
  )

/** The draws a bill was used for: under the same number; or, of one day, where only its last eight digits were typed once. */
export const usesIn = (uses: readonly Use[], { key, on }: Pick<Bill, 'key' | 'on'>): Use[] =>
  uses.filter(
    (use) =>
      use.key === key ||
      (use.on === on && (use.key.length === TAIL || key.length === TAIL) && use.key.slice(-TAIL) === key.slice(-TAIL)),
  )

const tailsOf = (keys: readonly string[]): string[] => keys.map((key) => key.slice(-TAIL))
