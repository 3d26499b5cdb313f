import { RRuleTemporal } from 'rrule-temporal'
import { plusDays } from '../../shared/time/spans.ts'
import type { HolidayKind } from '../../shared/time/working-time.ts'
import { tetOf } from '../../shared/vietnam/lunar.ts'
import type { DaysLeftOut } from './days-left-out.ts'

export interface Rhythm {
  /** A rule that can be said in words (`repetitionOf`). */
  rule: string
  /** The day it began with, `YYYY-MM-DD`. */
  begins: string
  leftOut: DaysLeftOut
}

/** The days it falls on, later than one day and up to another. Days have no zone: a rule is read in UTC, wherever the chain is. */
export function occurrencesOf(
  { rule, begins, leftOut }: Rhythm,
  after: string,
  until: string,
  holidays: ReadonlyMap<string, HolidayKind>,
): string[] {
  const from = after < begins ? begins : plusDays(after, 1)
  if (from > until) return []
  const found = new RRuleTemporal({
    rruleString: `DTSTART:${packed(begins)}T000000Z\nRRULE:${rule.replace(/UNTIL=(\d{8})/, 'UNTIL=$1T235959Z')}`,
  }).between(instant(from), instant(until), true)
  const days = found.map((one) => new Date(one.epochMilliseconds).toISOString().slice(0, 10))
  return days.filter((day) => day > after && !isLeftOut(day, leftOut, holidays))
}

/** The first day after another on which it falls; null where it is over, or none comes within the years looked at. */
export function nextOccurrence(
  rhythm: Rhythm,
  after: string,
  holidays: ReadonlyMap<string, HolidayKind>,
): string | null {
  const years = Math.max(LOOKED_YEARS, 2 * Number(/INTERVAL=(\d+)/.exec(rhythm.rule)?.[1] ?? 1))
  const isYearly = rhythm.rule.startsWith('FREQ=YEARLY')
  for (const days of [40, 400, 366 * (isYearly ? years : LOOKED_YEARS * 9)]) {
    const [next] = occurrencesOf(rhythm, after, plusDays(after < rhythm.begins ? rhythm.begins : after, days), holidays)
    if (next) return next
  }
  return null
}
const LOOKED_YEARS = 3

/** Whether the register says that it is a day off, of Tết or of any kind. */
function isLeftOut(day: string, leftOut: DaysLeftOut, holidays: ReadonlyMap<string, HolidayKind>): boolean {
  if (leftOut === 'none' || holidays.get(day) !== 'off') return false
  return leftOut === 'off' || isTet(day)
}

/** The days off around the first of the lunar year; those of 1 January lie further away from it. */
function isTet(day: string): boolean {
  const tet = tetOf(Number(day.slice(0, 4)))
  return day >= plusDays(tet, -DAYS_BEFORE) && day <= plusDays(tet, DAYS_BEHIND)
}
const DAYS_BEFORE = 7
const DAYS_BEHIND = 14

const packed = (day: string) => day.replaceAll('-', '')
const instant = (day: string) => new Date(`${day}T00:00:00Z`)
