import { expect, test } from 'vitest'
import { chainCalendar, type HolidayKind, type WorkingHours } from '../../shared/time/working-time.ts'
import { digestDay } from './digest.ts'

const hours = (opens: string | null): WorkingHours => ({ opens, closes: opens && '22:00', is_law_day: true })
/** Monday to Friday from eight, Saturday from five, Sunday closed. */
const WEEK = [...Array.from({ length: 5 }, () => hours('08:00')), hours('05:00'), hours(null)]
const HOLIDAYS = new Map<string, HolidayKind>([
  ['2026-09-02', 'off'],
  ['2026-09-06', 'working'],
])

test.each<[string, string, string | null, string]>([
  ['before the chain opens', '2026-11-23T00:59:59Z', null, 'Asia/Ho_Chi_Minh'],
  ['as it opens', '2026-11-23T01:00:00Z', '2026-11-23', 'Asia/Ho_Chi_Minh'],
  ['four hours later it is too late', '2026-11-23T05:00:00Z', null, 'Asia/Ho_Chi_Minh'],
  ['nobody is written to before seven', '2026-11-27T23:00:00Z', null, 'Asia/Ho_Chi_Minh'],
  ['but at seven', '2026-11-28T00:00:00Z', '2026-11-28', 'Asia/Ho_Chi_Minh'],
  ['not where the chain is closed', '2026-11-29T02:00:00Z', null, 'Asia/Ho_Chi_Minh'],
  ['not on a holiday', '2026-09-02T02:00:00Z', null, 'Asia/Ho_Chi_Minh'],
  ['on a make-up day', '2026-09-06T02:00:00Z', '2026-09-06', 'Asia/Ho_Chi_Minh'],
  ['by the clock of the chain, wherever it is', '2026-11-23T13:30:00Z', '2026-11-23', 'America/New_York'],
])('the digest: %s', (_, now, day, zone) => {
  expect(digestDay(chainCalendar(WEEK, HOLIDAYS, zone), Date.parse(now))).toBe(day)
})
