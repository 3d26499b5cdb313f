import { sql } from 'kysely'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { DAY_MS, MINUTE_MS } from '../../shared/time/units.ts'
import { type Db, inTransaction, type Tx } from '../db/db.ts'
import type { Call, Route } from './route.ts'

/** The header by which a device says when an act was done that it could not send at once (docs/decisions/staff-outbox.md). */
export const DONE_AT = 'Done-At'
export const LATE_HEADER = {
  [DONE_AT]: {
    says: 'When it was done, where it could not be sent at once: not in the future, at most three days ago. Use an Idempotency-Key too.',
    schema: { type: 'string', format: 'date-time' },
  },
} as const

/** What is sent this soon was sent at once. */
const AT_ONCE_MS = MINUTE_MS
/** Clocks of devices differ by so much. */
const AHEAD_MOST_MS = 5 * MINUTE_MS
const LATE_MOST_MS = 3 * DAY_MS

/** When a late act was done; null where it was sent at once. Refuses what cannot be. */
export function doneAtOf({ mayBeLate }: Route, { request, context }: Pick<Call, 'request' | 'context'>): Date | null {
  const told = request.headers[DONE_AT.toLowerCase()]
  if (!mayBeLate || typeof told !== 'string' || told === '') return null
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(told) ? Date.parse(told) : Number.NaN
  if (Number.isNaN(at)) refuse('invalid', { fields: { [DONE_AT]: pack('{{field}} is not valid', { field: DONE_AT }) } })
  const ago = context.clock.now() - at
  if (ago < -AHEAD_MOST_MS) refuse('done in the future')
  if (ago > LATE_MOST_MS) refuse('done too long ago')
  return ago > AT_ONCE_MS ? new Date(at) : null
}

/** Does a late act: all that it writes, its line of history included, bears the time it was done at. In statements that is `done_at()`. */
export const inItsTime = <R>(db: Db, doneAt: Date | null, work: (db: Db) => Promise<R>): Promise<R> =>
  doneAt === null
    ? work(db)
    : inTransaction(db, async (tx: Tx) => {
        await sql`select set_config('app.done_at', ${doneAt.toISOString()}, true)`.execute(tx)
        return work(tx)
      })
