import { DAY_MS } from '../time/units.ts'
import { aWorkingDayAfter, type Calendar } from '../time/working-time.ts'

type Moment = Date | string | null

/** What of a complaint its promise is read from. */
export interface Promised {
  state: string | null
  handle_date: Moment
  handle_due_at: Moment
  due_at: Moment
  law_due_at: Moment
  /** Since when it waits for the customer: nobody can promise a moment before they write. */
  paused_at: Moment
}

/** What the customer is told to wait for. */
export interface AnswerPromise {
  /** By when. */
  at: string
  /** They hear from the store, or they have the answer. */
  what: 'reply' | 'answer'
  /** An earlier moment has passed: they are asked to forgive it. */
  is_late: boolean
}

/**
 * By when the customer hears from the chain: the first reply while nobody has begun, then the chain's own deadline, never later than that
 * of the law. Of clocks that have run out nothing is promised again: the next that runs counts, and where none does, the same time on the
 * first working day that is still to come. Null where it is answered, gone, or waits for the customer.
 * @param now milliseconds of the epoch
 * @param calendar when the chain works
 */
export function promiseOf(row: Promised, now: number, calendar: Calendar): AnswerPromise | null {
  if (row.state === 'completed' || row.state === 'closed' || row.state === 'deleted' || row.paused_at) return null
  const isUntouched = row.state === 'new' && row.handle_date === null
  const clocks = [
    { what: 'reply', at: isUntouched ? row.handle_due_at : null },
    { what: 'answer', at: row.due_at },
    { what: 'answer', at: row.law_due_at },
  ] as const
  const set = clocks.flatMap(({ what, at }) => (at === null ? [] : [{ what, at: new Date(at).getTime() }]))
  const missed = set.filter(({ at }) => at <= now)
  const [next] = set.filter(({ at }) => at > now).toSorted((a, b) => a.at - b.at)
  const is_late = missed.length > 0
  if (next && !isBehind(next.what, missed)) return { at: new Date(next.at).toISOString(), what: next.what, is_late }
  if (!next && !is_late) return null
  let at = Math.max(...missed.map((one) => one.at))
  // A matter of years is not walked through day by day.
  if (now - at > LONG_MS) at += Math.floor((now - at) / DAY_MS - 1) * DAY_MS
  while (at <= now) at = aWorkingDayAfter(calendar, at)
  if (next && next.at < at) at = next.at
  return { at: new Date(at).toISOString(), what: 'answer', is_late }
}

const LONG_MS = 30 * DAY_MS

/** Once the chain's own time for the answer is over, the law's, days later, is no comfort. */
const isBehind = (what: AnswerPromise['what'], missed: readonly { what: string }[]): boolean =>
  what === 'answer' && missed.some((one) => one.what === 'answer')
