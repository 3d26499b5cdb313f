import { expect, test } from 'vitest'
import { stopWatch } from '../../../tests/setup/process/stop-watch.ts'
import { DAY_MS, HOUR_MS } from '../time/units.ts'
import { chainCalendar } from '../time/working-time.ts'
import { type Promised, promiseOf } from './promise.ts'

/** Monday to Saturday from eight to six; Monday 30 November is off, Sunday 6 December is worked for it. */
const week = Array.from({ length: 7 }, (_, day) =>
  day < 6 ? { opens: '08:00', closes: '18:00', is_law_day: day < 5 } : { opens: null, closes: null, is_law_day: false },
)
const holidays = new Map([
  ['2026-11-30', 'off'],
  ['2026-12-06', 'working'],
] as const)
const calendar = chainCalendar(week, holidays, 'Asia/Ho_Chi_Minh')

const at = (moment: string): string => new Date(`2026-${moment}+07:00`).toISOString()
const NONE: Promised = {
  ...{ state: 'new', handle_date: null, handle_due_at: null },
  ...{ due_at: null, law_due_at: null, paused_at: null },
}
/** Received on Thursday 26 November, nine o'clock. */
const FRESH: Promised = {
  ...NONE,
  handle_due_at: at('11-26T13:00'),
  due_at: at('11-28T11:00'),
  law_due_at: at('12-07T23:59'),
}
const TAKEN: Promised = { ...FRESH, state: 'processing', handle_date: at('11-26T10:00') }

test.each<[what: string, row: Promised, now: string, said: string | null]>([
  ['new: the first reply', FRESH, '11-26T09:00', 'reply 11-26T13:00'],
  ['new, a minute before it', FRESH, '11-26T12:59', 'reply 11-26T13:00'],
  ['new, on the very moment: it has passed', FRESH, '11-26T13:00', 'answer 11-28T11:00 late'],
  ['new and nobody replied in time: the answer', FRESH, '11-26T15:00', 'answer 11-28T11:00 late'],
  ['taken up in time: the answer, nothing is late', TAKEN, '11-26T15:00', 'answer 11-28T11:00'],
  ['begun while still called new', { ...FRESH, handle_date: at('11-26T09:30') }, '11-26T15:00', 'answer 11-28T11:00'],
  ['given more time by hand', { ...TAKEN, due_at: at('12-03T17:00') }, '11-26T15:00', 'answer 12-03T17:00'],
  ['never later than the law', { ...TAKEN, due_at: at('12-20T17:00') }, '11-26T15:00', 'answer 12-07T23:59'],
  ['given less time', { ...TAKEN, due_at: at('11-26T17:00') }, '11-26T15:00', 'answer 11-26T17:00'],
  [
    'an answer due before the first reply',
    { ...FRESH, due_at: at('11-26T12:00') },
    '11-26T09:00',
    'answer 11-26T12:00',
  ],
  ['Saturday missed: Sunday and the day off are passed over', TAKEN, '11-28T12:00', 'answer 12-01T11:00 late'],
  ['on the day off itself', TAKEN, '11-30T09:00', 'answer 12-01T11:00 late'],
  ['missed twice: a working day further', TAKEN, '12-01T11:30', 'answer 12-02T11:00 late'],
  ['a Saturday on, the Sunday worked instead', TAKEN, '12-05T12:00', 'answer 12-06T11:00 late'],
  [
    'no new moment beyond the law',
    { ...TAKEN, law_due_at: at('12-01T10:00') },
    '11-28T12:00',
    'answer 12-01T10:00 late',
  ],
  ['late by law, too: still a moment', TAKEN, '12-08T08:00', 'answer 12-08T18:00 late'],
  [
    'reopened runs like any other',
    { ...TAKEN, state: 'reopened', due_at: at('12-04T09:00') },
    '12-01T09:00',
    'answer 12-04T09:00',
  ],
  ['waits for the customer', { ...TAKEN, paused_at: at('11-26T11:00'), due_at: null }, '11-26T15:00', null],
  ['completed', { ...TAKEN, state: 'completed' }, '11-26T15:00', null],
  ['closed late', { ...TAKEN, state: 'closed' }, '12-20T15:00', null],
  ['in the trash', { ...FRESH, state: 'deleted' }, '11-26T10:00', null],
  ['without any clock', NONE, '11-26T10:00', null],
  ['the law alone', { ...NONE, law_due_at: at('12-07T23:59') }, '11-26T10:00', 'answer 12-07T23:59'],
])('%s', (_, row, now, said) => {
  const found = promiseOf(row, Date.parse(at(now)), calendar)
  const wall = found && new Date(Date.parse(found.at) + 7 * HOUR_MS).toISOString().slice(5, 16)
  expect(found && `${found.what} ${wall}${found.is_late ? ' late' : ''}`).toBe(said)
})

test('a matter of years is promised within days, and at once', () => {
  const old: Promised = { ...TAKEN, due_at: '2001-03-05T03:00:00Z', law_due_at: '2001-03-14T16:59:00Z' }
  const now = Date.parse(at('11-26T15:00'))
  const passed = stopWatch()
  const found = promiseOf(old, now, calendar)
  expect(passed()).toBeLessThan(50)
  const days = (Date.parse(found?.at ?? '') - now) / DAY_MS
  expect(days).toBeGreaterThan(0)
  expect(days).toBeLessThan(3)
})
