/** A period in days of the chain's calendar, and the equally long one before it. */
export interface Period {
  from: string
  to: string
  before_from: string
  before_to: string
}

const LONGEST_DAYS = 400
const USUAL_DAYS = 30
const DAY = 86_400_000

/** Null where the days are no days, the wrong way round, or more than 400 (design/security.md, T22). */
export function periodOf(from: string | undefined, to: string | undefined, today: string): Period | null {
  const end = to || today
  const start = from || plusDays(end, 1 - USUAL_DAYS)
  if (!isDay(start) || !isDay(end) || start > end) return null
  const days = (Date.parse(end) - Date.parse(start)) / DAY + 1
  if (days > LONGEST_DAYS) return null
  return { from: start, to: end, before_from: plusDays(start, -days), before_to: plusDays(start, -1) }
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && plusDays(text, 0) === text

/** Calendar arithmetic in UTC: days have no zone. */
export function plusDays(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? '' : new Date(at + days * DAY).toISOString().slice(0, 10)
}
