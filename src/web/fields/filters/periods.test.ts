import { expect, test } from 'vitest'
import { periodOf } from './periods.ts'

const TODAY = '2026-03-10'

test.each([
  ['today', '2026-03-10', '2026-03-10'],
  ['yesterday', '2026-03-09', '2026-03-09'],
  ['7d', '2026-03-04', '2026-03-10'],
  ['30d', '2026-02-09', '2026-03-10'],
  ['month', '2026-03-01', '2026-03-10'],
  ['last-month', '2026-02-01', '2026-02-28'],
  ['year', '2026-01-01', '2026-03-10'],
  ['2026-01-05..2026-01-09', '2026-01-05', '2026-01-09'],
  ['2026-01-09..2026-01-05', '2026-01-05', '2026-01-09'],
])('the period %s runs from %s to %s', (name, from, to) => {
  expect(periodOf(name, TODAY)).toEqual({ from, to })
})

test('what is no period is none', () => {
  expect(periodOf('soon', TODAY)).toBeUndefined()
  expect(periodOf('2026-01-05', TODAY)).toBeUndefined()
})
