import { sql } from 'kysely'
import type { Sql } from '#server/db/db.ts'
import type { Columns } from '#server/resource/statements.ts'
import { flag } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import { REASON } from '../flow.ts'
import { BREACHES } from './timestamps.server.ts'

const DAYS_MOST = 366

/** Beside a deadline that somebody gives. */
export const SHORTER = flag('May be sooner than the present deadline')

const refuseDeadline = (message: string): never => refuse('invalid', { fields: { due_at: message } })

/** What a deadline given by hand sets; the alarms count anew from there. Refuses one that lies in the past or too far ahead. */
export function deadlineColumns(due_at: unknown): Columns {
  const at = Date.parse(String(due_at))
  if (!(at > Date.now())) refuseDeadline(pack('A deadline lies in the future'))
  if (at > Date.now() + DAYS_MOST * DAY_MS) refuseDeadline(pack('A deadline is at most a year from now'))
  return { due_at: sql`${due_at}::timestamptz`, ...BREACHES, due_round: sql`b.due_round + 1`, is_extended: true }
}

/** Whether the row (`b`) takes that deadline: its clock runs, the time becomes shorter only where that is meant, and late work gets more only with a reason. */
export const takesDeadline = (due_at: unknown, isShorterMeant: boolean, isReasoned: boolean): Sql =>
  sql`b.paused_at is null and (${isShorterMeant}::boolean or b.due_at is null or ${due_at}::timestamptz >= b.due_at)
    and (${isReasoned}::boolean or b.due_at is null or b.due_at >= now())`

export const refuseReasonless = (): never =>
  refuse('invalid', { fields: { reason: pack('{{field}} is required', { field: REASON.label }) } })

export const refuseShorter = (): never =>
  refuseDeadline(pack('This is sooner than the present deadline. Please say so if it is meant.'))
