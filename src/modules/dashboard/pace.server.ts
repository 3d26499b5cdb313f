import type { Actor } from '#server/actor.ts'
import { doneByDay as doneOnDays, timesOf } from '#server/counters/counters.ts'
import type { Db } from '#server/db/db.ts'
import type { Span } from '../../shared/time/spans.ts'
import { complaints } from '../complaints/complaints.ts'

/** How fast and how well the work went. */
export interface Pace {
  completed: number
  /** Of those completed, in percent; null where none was. */
  on_time_share: number | null
  /** Medians, in minutes. */
  first_handling_minutes: number | null
  completion_minutes: number | null
  rating: number | null
}

const NOTHING: Pace = {
  completed: 0,
  on_time_share: null,
  first_handling_minutes: null,
  completion_minutes: null,
  rating: null,
}

const mayRead = (actor: Actor): boolean => actor.permissions.complaints?.read === true

/** First handling is of those received in the period; all else of those completed in it. */
export async function paceOf(db: Db, actor: Actor, span: Span): Promise<Pace> {
  if (!mayRead(actor)) return NOTHING
  const { wait_minutes, done, late, done_minutes, rating } = await timesOf(db, complaints, span, actor)
  return {
    completed: done,
    on_time_share: done === 0 ? null : Math.round((1000 * (done - late)) / done) / 10,
    first_handling_minutes: wait_minutes,
    completion_minutes: done_minutes,
    rating,
  }
}

/** How many were completed on each day. */
export async function doneByDay(db: Db, actor: Actor, span: Span): Promise<Map<string, number>> {
  const found = mayRead(actor) ? await doneOnDays(db, complaints, span, actor) : []
  return new Map(found.map(({ day, n }) => [day, n]))
}
