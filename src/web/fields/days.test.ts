import { expect, test } from 'vitest'
import { instantOf, readDay, shiftDay } from './days.ts'

const TODAY = '2026-11-21'

test.each([
  ['7/3/2026', '2026-03-07'],
  ['07-03-26', '2026-03-07'],
  ['07.03.2026', '2026-03-07'],
  ['07032026', '2026-03-07'],
  ['7/3', '2026-03-07'],
  ['2026-03-07', '2026-03-07'],
])('a day typed as %s is read as %s', (typed, day) => {
  expect(readDay(typed, TODAY)).toBe(day)
})

test.each(['31/02/2026', '12/13/2026', 'mai', ''])('%j is no day', (typed) => {
  expect(readDay(typed, TODAY)).toBeNull()
})

test('days are counted over the ends of months and years', () => {
  expect(shiftDay('2026-03-01', -1)).toBe('2026-02-28')
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01')
})

test('a time typed on the clock of the chain is the right instant everywhere', () => {
  expect(instantOf('2026-11-21 08:00:00', 'Asia/Ho_Chi_Minh')).toBe('2026-11-21T01:00:00.000Z')
  expect(instantOf('2026-07-01 12:00:00', 'Europe/Berlin')).toBe('2026-07-01T10:00:00.000Z')
  expect(instantOf('2026-03-29 03:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
})
