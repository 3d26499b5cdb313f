import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../shared/time/units.ts'
import { type DaySpan, monthEndOf, wholeDays } from './day-ranges.ts'
import { signedPieces } from './figures-plan.ts'

const dayAt = (n: number) => new Date(Date.UTC(2023, 0, 1) + n * DAY_MS).toISOString().slice(0, 10)
const daysOf = ({ from, to }: DaySpan) => {
  const found: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    found.push(new Date(at).toISOString().slice(0, 10))
  return found
}
test('a month that is cut is told by its fewer days, inside or taken away', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1200 }), fc.integer({ min: 0, max: 800 }), (start, length) => {
      const span = { from: dayAt(start), to: dayAt(start + length) }
      const { starts, plus, minus } = signedPieces(span)
      const taken = minus.flatMap(daysOf)
      const told = [...starts.flatMap((from) => daysOf({ from, to: monthEndOf(from) })), ...plus.flatMap(daysOf)]
      expect(told.filter((day) => !taken.includes(day)).toSorted()).toEqual(daysOf(span))
      expect(taken.every((day) => told.includes(day))).toBe(true)
      expect(taken.length + plus.flatMap(daysOf).length).toBeLessThan(32)
    }),
  )
})

test('a range that cuts a day is no span of days', () => {
  expect(wholeDays(['2026-01-01', '2026-01-31'])).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  expect(wholeDays(['2026-01-01 00:00:00', '2026-01-31 23:59:59'])).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  expect(wholeDays(['2026-01-01 08:00:00', '2026-01-31 23:59:59'])).toBeNull()
  expect(wholeDays(['2026-01-01 00:00:00', '2026-01-31 12:00:00'])).toBeNull()
})
