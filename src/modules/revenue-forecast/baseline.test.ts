import { describe, expect, test } from 'vitest'
import { baselines, daysOf, goneShare, monthOf, tetDays, wapeOf, weightOf } from './baseline.ts'

/** All values here are reckoned by hand from printed calendars (docs/decisions/revenue-baseline.md). */
describe('the days of a month around Tết', () => {
  test('Tết of 29 January 2025: all three weeks before it in January, the week from it on in both months', () => {
    expect(tetDays(monthOf(2025, 1))).toEqual({ before: 21, after: 3 })
    expect(tetDays(monthOf(2025, 2))).toEqual({ before: 0, after: 4 })
    // 31 + 21/2 - 3/2, and 28 - 4/2
    expect(weightOf(monthOf(2025, 1))).toBe(40)
    expect(weightOf(monthOf(2025, 2))).toBe(26)
  })

  test('Tết of 17 February 2026: five of the twenty-one days before it in January', () => {
    expect(tetDays(monthOf(2026, 1))).toEqual({ before: 5, after: 0 })
    expect(tetDays(monthOf(2026, 2))).toEqual({ before: 16, after: 7 })
    expect(weightOf(monthOf(2026, 1))).toBe(33.5)
    expect(weightOf(monthOf(2026, 2))).toBe(32.5)
  })

  test('Tết of 10 February 2024 in a February of twenty-nine days', () => {
    expect(daysOf(monthOf(2024, 2))).toBe(29)
    expect(tetDays(monthOf(2024, 2))).toEqual({ before: 9, after: 7 })
    expect(tetDays(monthOf(2024, 1))).toEqual({ before: 12, after: 0 })
    // 29 + 9/2 - 7/2
    expect(weightOf(monthOf(2024, 2))).toBe(30)
  })

  test('a month without Tết weighs its days', () => {
    expect(weightOf(monthOf(2026, 11))).toBe(30)
  })

  test('Tết of 26 January 2028: the seventh day of it is the first of a February of twenty-nine days', () => {
    expect(tetDays(monthOf(2028, 2))).toEqual({ before: 0, after: 1 })
    expect(weightOf(monthOf(2028, 2))).toBe(28.5)
  })
})

const sold = (month: number, actual: number | null, group = 1) => ({ store: 1, group, month, actual })

describe('the baseline', () => {
  test('moves January 2025 to January 2026: a Tết in February takes away what one in January brought', () => {
    const of = baselines([sold(monthOf(2025, 1), 4_000)], monthOf(2026, 1))
    // 4,000 / 40 x 33.5, without growth as no three months are known
    expect(of({ store: 1, group: 1, month: monthOf(2026, 1) })).toBe(3350)
  })

  test('February 2026 gets what January loses', () => {
    const of = baselines([sold(monthOf(2025, 2), 2_600)], monthOf(2026, 2))
    expect(of({ store: 1, group: 1, month: monthOf(2026, 2) })).toBe(3250)
  })

  test('a February after a leap year is reckoned by days of that year', () => {
    // 3,000 of February 2024 (weight 30) to February 2025 (weight 26)
    const of = baselines([sold(monthOf(2024, 2), 3_000)], monthOf(2025, 2))
    expect(of({ store: 1, group: 1, month: monthOf(2025, 2) })).toBe(2600)
  })

  test('grows as the three full months before did, over all groups of the store', () => {
    const last = [8, 9, 10].flatMap((at) => [sold(monthOf(2025, at), 1_000), sold(monthOf(2025, at), 500, 2)])
    const now = [8, 9, 10].flatMap((at) => [sold(monthOf(2026, at), 1_200), sold(monthOf(2026, at), 450, 2)])
    const of = baselines([...last, ...now, sold(monthOf(2025, 11), 1_000)], monthOf(2026, 11))
    // 4,950 / 4,500 = 1.1
    expect(of({ store: 1, group: 1, month: monthOf(2026, 11) })).toBe(1100)
  })

  test('a month to come grows as the last full ones did, and a month gone by knows nothing of those after it', () => {
    const months = [
      ...[8, 9, 10].map((at) => sold(monthOf(2025, at), 1_000)),
      ...[8, 9, 10].map((at) => sold(monthOf(2026, at), 1_100)),
      sold(monthOf(2025, 12), 2_000),
      sold(monthOf(2026, 11), 9_999),
    ]
    const of = baselines(months, monthOf(2026, 11))
    expect(of({ store: 1, group: 1, month: monthOf(2026, 12) })).toBe(2200)
    expect(of({ store: 1, group: 1, month: monthOf(2026, 8) })).toBe(1000)
  })

  test('says nothing of a month of which last year sold nothing', () => {
    expect(baselines([], monthOf(2026, 11))({ store: 1, group: 1, month: monthOf(2026, 11) })).toBeNull()
    const ahead = baselines([sold(monthOf(2026, 1), null)], monthOf(2026, 11))
    expect(ahead({ store: 1, group: 1, month: monthOf(2027, 1) })).toBeNull()
  })
})

test('WAPE adds up the deviations of all rows, so that one too high does not mend one too low', () => {
  const rows = [
    { actual: 100, said: 110 },
    { actual: 300, said: 270 },
  ]
  expect(wapeOf(rows)).toBe(10)
  expect(wapeOf([])).toBeNull()
  expect(wapeOf([{ actual: 0, said: 5 }])).toBeNull()
})

test('the present month counts by its days that have ended', () => {
  expect(goneShare(monthOf(2026, 11), '2026-11-24')).toBe(23 / 30)
  expect(goneShare(monthOf(2026, 11), '2026-11-01')).toBe(0)
  expect(goneShare(monthOf(2026, 10), '2026-11-24')).toBe(1)
  expect(goneShare(monthOf(2026, 12), '2026-11-24')).toBe(0)
  expect(goneShare(monthOf(2028, 2), '2028-02-29')).toBe(28 / 29)
})
