import { sql } from 'kysely'
import type { AppContext } from '#server/app-context.ts'
import { calendarsOf } from '#server/calendars.ts'
import type { Db, Tx } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { namedAnswer, orNull } from '#server/http/answers.ts'
import { type AnswerPromise, promiseOf } from '../../../shared/complaints/promise.ts'
import { holidays } from '../../holidays/holidays.ts'

/** What a promise is read from, as columns of a complaint. */
export const CLOCKS = {
  handle_date: 'date?',
  handle_due_at: 'date?',
  due_at: 'date?',
  law_due_at: 'date?',
  paused_at: 'date?',
} as const
export const CLOCK_COLUMNS = sql`r.handle_date, r.handle_due_at, r.due_at, r.law_due_at, r.paused_at`

/** By when the customer hears from whom. */
export const PROMISE = orNull(namedAnswer('AnswerPromise', { at: 'date', what: 'string', is_late: 'boolean' }))
export const PROMISING_STORE = { code: 'string', name: 'string', phone: 'string?' } as const

/** Who answers, with the number to call: the store's, else the chain's. */
export const PROMISER = sql`json_build_object('code', s.code, 'name', s.name, 'phone', coalesce(s.phone, (select c.phone from chain_details c)))`

type Row = RowOf<typeof CLOCKS> & { state: string }

/** By when the customer hears from the chain, as its calendar stands. */
export async function promiseFor(
  db: Db | Tx,
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  row: Row,
): Promise<AnswerPromise | null> {
  const { chain } = await calendarsOf(db, holidays, config.timezone)
  return promiseOf(row, clock.now(), chain)
}
