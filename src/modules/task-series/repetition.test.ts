import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Language, speak } from '../../shared/language.ts'
import type { HolidayKind } from '../../shared/time/working-time.ts'
import type { DaysLeftOut } from './days-left-out.ts'
import { nextOccurrence, occurrencesOf } from './occurrences.server.ts'
import { presetsOf, repetitionOf, ruleOf } from './repetition.ts'
import { repetitionWords } from './words.ts'

const catalog = (language: Language) =>
  JSON.parse(readFileSync(new URL(`../../../locales/${language}.json`, import.meta.url), 'utf8')) as Record<
    string,
    string
  >
speak({ vi: catalog('vi'), ko: catalog('ko') })

/** Tết of 2027 is on 6 February; New Year's Day is a day off as well. */
const HOLIDAYS = new Map<string, HolidayKind>([
  ...['2027-01-01', '2027-02-04', '2027-02-05', '2027-02-06', '2027-02-07', '2027-02-08', '2027-04-30'].map(
    (day) => [day, 'off'] as const,
  ),
  ['2027-02-13', 'working'],
])
const falls = (rule: string, begins: string, until: string, leftOut: DaysLeftOut = 'none') =>
  occurrencesOf({ rule, begins, leftOut }, begins, until, HOLIDAYS)

test('the 31st is the last day of every month, and none is left out', () => {
  expect(falls('FREQ=MONTHLY;BYMONTHDAY=-1', '2027-01-31', '2027-06-30')).toEqual([
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
    '2027-06-30',
  ])
})
test('the 30th is the last of February, and the 30th again in March', () => {
  const rule = ruleOf({ every: 'month', on: { date: 30 }, interval: 1, ends: null })
  expect(falls(rule, '2028-01-30', '2028-04-30')).toEqual(['2028-02-29', '2028-03-30', '2028-04-30'])
  expect(falls(rule, '2027-01-30', '2027-03-31')).toEqual(['2027-02-28', '2027-03-30'])
})
test('what began on a leap day comes every year, on the 28th where there is none', () => {
  const rule = ruleOf({ every: 'year', month: 2, date: 29, interval: 1, ends: null })
  expect(falls(rule, '2028-02-29', '2032-12-31')).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
})
test('every weekday but Tết: not on the days off around it, but on those of the rest of the year', () => {
  const rule = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'
  expect(falls(rule, '2027-02-02', '2027-02-10', 'tet')).toEqual(['2027-02-03', '2027-02-09', '2027-02-10'])
  expect(falls(rule, '2026-12-30', '2027-01-04', 'tet')).toEqual(['2026-12-31', '2027-01-01', '2027-01-04'])
  expect(falls(rule, '2027-04-28', '2027-05-03', 'tet')).toContain('2027-04-30')
})
test('every day but days off: neither New Year nor Tết nor 30 April, but the day worked in their place', () => {
  expect(falls('FREQ=DAILY', '2026-12-30', '2027-01-03', 'off')).toEqual(['2026-12-31', '2027-01-02', '2027-01-03'])
  expect(falls('FREQ=DAILY', '2027-04-28', '2027-05-01', 'off')).toEqual(['2027-04-29', '2027-05-01'])
  expect(falls('FREQ=DAILY', '2027-02-12', '2027-02-13', 'off')).toEqual(['2027-02-13'])
})
test('the first and the last Monday of a month', () => {
  expect(falls('FREQ=MONTHLY;BYDAY=1MO', '2026-11-02', '2027-02-28')).toEqual([
    '2026-12-07',
    '2027-01-04',
    '2027-02-01',
  ])
  expect(falls('FREQ=MONTHLY;BYDAY=-1MO', '2026-11-30', '2027-01-31')).toEqual(['2026-12-28', '2027-01-25'])
})
test('the first day counts among the times, and the last day is included', () => {
  expect(falls('FREQ=DAILY;COUNT=3', '2026-11-24', '2026-12-31')).toEqual(['2026-11-25', '2026-11-26'])
  expect(falls('FREQ=DAILY;UNTIL=20261126', '2026-11-24', '2026-12-31')).toEqual(['2026-11-25', '2026-11-26'])
})
test('the next one is found years ahead, and none where it is over', () => {
  const next = (rule: string, begins: string, after: string) =>
    nextOccurrence({ rule, begins, leftOut: 'none' }, after, HOLIDAYS)
  expect(next('FREQ=YEARLY;INTERVAL=5;BYMONTH=3;BYMONTHDAY=1', '2026-03-01', '2026-03-01')).toBe('2031-03-01')
  expect(next('FREQ=DAILY;COUNT=2', '2026-11-24', '2026-11-25')).toBeNull()
})

test.each([
  'FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3;COUNT=10',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20271231',
  'FREQ=MONTHLY;BYMONTHDAY=15',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1',
  'FREQ=MONTHLY;BYDAY=1MO',
  'FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1',
])('%s is read and written as it is', (rule) => {
  const read = repetitionOf(rule)
  expect(read && ruleOf(read)).toBe(rule)
})

test.each([
  ['no frequency', 'BYDAY=MO'],
  ['every second', 'FREQ=SECONDLY'],
  ['every hour', 'FREQ=HOURLY'],
  ['an unknown part', 'FREQ=DAILY;X=1'],
  ['twice the same part', 'FREQ=DAILY;COUNT=2;COUNT=3'],
  ['no interval', 'FREQ=DAILY;INTERVAL=0'],
  ['two ends', 'FREQ=DAILY;COUNT=2;UNTIL=20271231'],
  ['an end that is no day', 'FREQ=DAILY;UNTIL=20270231'],
  ['no weekday', 'FREQ=WEEKLY;BYDAY='],
  ['a weekday twice', 'FREQ=WEEKLY;BYDAY=MO,MO'],
  ['a fifth Monday', 'FREQ=MONTHLY;BYDAY=5MO'],
  ['a 30 February', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29,30;BYSETPOS=-1'],
  ['a thirteenth month', 'FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=1'],
  ['a second line', 'FREQ=DAILY\nRDATE=20270101'],
  ['nothing', ''],
])('%s is no repetition', (_, rule) => {
  expect(repetitionOf(rule)).toBeNull()
})

test('a Monday at the end of November is offered as it may be meant', () => {
  const rules = presetsOf('2026-11-30').map(ruleOf)
  expect(rules).toEqual([
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    'FREQ=WEEKLY;BYDAY=MO',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=MONTHLY;BYDAY=-1MO',
    'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=28,29,30;BYSETPOS=-1',
  ])
})

test.each<[rule: string, leftOut: DaysLeftOut, en: string, vi: string, ko: string]>([
  [
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    'tet',
    'every weekday, but Tết',
    'mọi ngày từ thứ Hai đến thứ Sáu, trừ Tết',
    '평일마다, 뗏(설) 연휴 제외',
  ],
  ['FREQ=DAILY', 'off', 'every day, but days off', 'hằng ngày, trừ ngày nghỉ', '매일, 휴일 제외'],
  [
    'FREQ=MONTHLY;BYDAY=1MO',
    'none',
    'every month: the first Monday',
    'hằng tháng: Thứ Hai đầu tiên',
    '매월: 첫째 월요일',
  ],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'none', 'every month: the last day', 'hằng tháng: ngày cuối cùng', '매월: 말일'],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH',
    'none',
    'every 2 weeks on Monday, Thursday',
    '2 tuần một lần vào Thứ Hai, Thứ Năm',
    '2주마다 월요일, 목요일',
  ],
  [
    'FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=2;COUNT=3',
    'none',
    'every year on 02/09, 3 times',
    'hằng năm vào 02/09, 3 lần',
    '매년 02/09, 3회',
  ],
])('%s (%s) in words', (rule, leftOut, en, vi, ko) => {
  const read = repetitionOf(rule)
  const inWords = (language: Language) => read && repetitionWords(read, leftOut, language)
  expect([inWords('en'), inWords('vi'), inWords('ko')]).toEqual([en, vi, ko])
})
