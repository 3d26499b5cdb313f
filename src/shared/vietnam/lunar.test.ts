import { expect, test } from 'vitest'
import { tetOf } from './lunar.ts'

test('Tết falls on the days that the calendars of Vietnam print', () => {
  const printed = [
    '2000-02-05',
    '2004-01-22',
    '2015-02-19',
    '2020-01-25',
    '2021-02-12',
    '2022-02-01',
    '2023-01-22',
    '2024-02-10',
    '2025-01-29',
    '2026-02-17',
    '2027-02-06',
    '2028-01-26',
    '2029-02-13',
  ]
  expect(printed.map((day) => tetOf(Number(day.slice(0, 4))))).toEqual(printed)
})

test('a new moon shortly before midnight in Hà Nội begins the year a day before Beijing does', () => {
  expect(tetOf(1968)).toBe('1968-01-29')
  expect(tetOf(2007)).toBe('2007-02-17')
  expect(tetOf(2030)).toBe('2030-02-02')
})

test('where the leap month of 1985 came after Tết in Vietnam, the year began a month before the Chinese one', () => {
  expect(tetOf(1985)).toBe('1985-01-21')
})

/** Where ICU's short astronomy takes a new moon four minutes before midnight for one after it; printed calendars have 6 February 2027. */
const ICU_ERRS = [2027]

test('of all other years from 1990 to 2050 it is the day of the Chinese calendar', () => {
  const chinese = new Intl.DateTimeFormat('en-u-ca-chinese', { month: 'numeric', day: 'numeric', timeZone: 'UTC' })
  const days = Array.from({ length: 61 }, (_, at) => 1990 + at).filter(
    (year) => ![2007, 2030, ...ICU_ERRS].includes(year),
  )
  const wrong = days.filter((year) => chinese.format(new Date(`${tetOf(year)}T00:00:00Z`)) !== '1/1')
  expect(wrong).toEqual([])
})
