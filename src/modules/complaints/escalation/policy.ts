import { HOUR_MS } from '../../../shared/time/units.ts'
import {
  aWorkingDayAfter,
  type Calendar,
  dayOf,
  nextMidnight,
  nextOpening,
  workedBetween,
  workOn,
} from '../../../shared/time/working-time.ts'
import type { DeadlineKind } from '../../escalation-rungs/escalation-rungs.ts'

/** One rung of the ladder, as the chain set it up. */
export interface EscalationLevel {
  id: number
  name: string
  clock: DeadlineKind
  timing: 'share' | 'after'
  /** Percent of the time, or working hours after the deadline. */
  amount: number
  told: 'assignee' | 'department manager' | 'store manager' | 'role'
  role: number | null
  channels: readonly string[]
  /** Whether it is told again every working day. */
  again: boolean
}

/** What the ladder needs to know of a complaint; moments in milliseconds. */
export interface DeadlineSnapshot {
  isOpen: boolean
  isPaused: boolean
  /** Since when its clocks run: from the beginning, or from when it was imported or reopened. */
  due_since: number
  due_at: number | null
  /** Working time that it waited for the customer, in the chain's and in the law's calendar. */
  paused_ms: number
  law_paused_ms: number
  due_round: number
  /** With each the law's time began anew. */
  reopened_count: number
  /** Null once it has been handled. */
  handle_due_at: number | null
  law_due_at: number | null
  breached: { completion: boolean; first: boolean; law: boolean }
  /** Since when it is watched: what lay in the past by then is told to nobody. */
  since: number
  /** When somebody last acted. */
  acted_at: number | null
  fired: readonly { rung: number; round: number; at: number }[]
}

/** A firing to come, if nobody acts. */
export interface Coming {
  rung: EscalationLevel
  at: number
  round: number
  /** The working day on which it is told again; null for the first time. */
  again_on: string | null
}

export interface Calendars {
  chain: Calendar
  law: Calendar
}

interface Deadline {
  from: number
  at: number
  round: number
  paused: number
  calendar: Calendar
}

/** Whoever is told next by each rung, soonest first. A complaint that is done or waits for the customer alarms nobody. */
export function upcomingEscalations(
  watched: DeadlineSnapshot,
  rungs: readonly EscalationLevel[],
  calendars: Calendars,
  now: number,
): Coming[] {
  if (!watched.isOpen || watched.isPaused) return []
  const coming = rungs.flatMap((rung) => {
    const deadline = deadlineOf(watched, rung.clock, calendars)
    const next = deadline && nextOf(rung, deadline, watched, calendars.chain, now)
    return next ? [next] : []
  })
  return coming
    .filter((one) => !coming.some((other) => other.at <= now && isLater(other.rung, one.rung)))
    .filter((one) => !rungs.some((rung) => isLater(rung, one.rung) && hasFired(watched, rung.id, one.round)))
    .toSorted((a, b) => a.at - b.at)
}

/** Whether a reminder makes another of the same people needless: who hears that three quarters are over knows of the half. */
const isLater = (later: EscalationLevel, earlier: EscalationLevel): boolean =>
  later.timing === 'share' &&
  earlier.timing === 'share' &&
  later.amount > earlier.amount &&
  later.clock === earlier.clock &&
  later.told === earlier.told &&
  later.role === earlier.role

const hasFired = (watched: DeadlineSnapshot, rung: number, round: number): boolean =>
  watched.fired.some((one) => one.rung === rung && one.round === round)

/** Deadlines that have passed without being written down as a breach. */
export function missedBy(watched: DeadlineSnapshot, now: number): DeadlineKind[] {
  return (['first', 'completion', 'law'] as const).filter((clock) => {
    const at = dueOf(watched, clock)
    return at !== null && at <= now && !watched.breached[clock]
  })
}

/** When the complaint has to be looked at next; null where nothing is to come. */
export function nextCheckAt(watched: DeadlineSnapshot, coming: readonly Coming[]): number | null {
  const marks = (['first', 'completion', 'law'] as const).flatMap((clock) => {
    const at = dueOf(watched, clock)
    return at === null || watched.breached[clock] ? [] : [at]
  })
  const moments = [...marks, ...coming.map(({ at }) => at)]
  return moments.length > 0 ? Math.min(...moments) : null
}

/** The deadline of a clock, as long as it runs. */
export function dueOf(watched: DeadlineSnapshot, clock: DeadlineKind): number | null {
  if (!watched.isOpen || watched.isPaused) return null
  return clock === 'first' ? watched.handle_due_at : clock === 'law' ? watched.law_due_at : watched.due_at
}

function deadlineOf(watched: DeadlineSnapshot, clock: DeadlineKind, { chain, law }: Calendars): Deadline | null {
  const at = dueOf(watched, clock)
  if (at === null) return null
  if (clock === 'first') return { from: watched.due_since, at, round: 0, paused: 0, calendar: chain }
  if (clock === 'law') {
    const from = nextMidnight(law, watched.due_since)
    return { from, at, round: watched.reopened_count, paused: watched.law_paused_ms, calendar: law }
  }
  return { from: watched.due_since, at, round: watched.due_round, paused: watched.paused_ms, calendar: chain }
}

function nextOf(
  rung: EscalationLevel,
  deadline: Deadline,
  watched: DeadlineSnapshot,
  chain: Calendar,
  now: number,
): Coming | null {
  const { round } = deadline
  const fired = watched.fired.filter((one) => one.rung === rung.id && one.round === round).map((one) => one.at)
  if (rung.timing === 'share') {
    const at = shareOf(rung, deadline)
    const isOver = fired.length > 0 || at < watched.since || deadline.at <= now
    return isOver ? null : { rung, at, round, again_on: null }
  }
  const first = rung.amount === 0 ? deadline.at : workOn(chain, deadline.at, rung.amount * HOUR_MS)
  const isFirst = fired.length === 0 && first >= watched.since
  if (!isFirst && !rung.again) return null
  const planned = isFirst ? first : nextOpening(chain, Math.max(first, watched.since, ...fired))
  const at = afterActing(planned, deadline.at, watched.acted_at, chain)
  return { rung, at, round, again_on: isFirst ? null : dayOf(chain, at) }
}

/** The moment at which that share of the time has been worked; what stood still does not count. */
function shareOf({ amount }: EscalationLevel, { from, at, paused, calendar }: Deadline): number {
  const whole = workedBetween(calendar, from, at) - paused
  return workOn(calendar, from, (whole * amount) / 100 + paused)
}

/** Whoever acts on a late complaint has a working day before the ladder goes on. */
function afterActing(planned: number, deadline: number, acted: number | null, chain: Calendar): number {
  return acted !== null && acted > deadline ? Math.max(planned, aWorkingDayAfter(chain, acted)) : planned
}
