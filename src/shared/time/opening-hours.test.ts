import { expect, test } from 'vitest'
import { closingMinutes } from './opening-hours.ts'

test.each([
  ['08:00–22:00 hằng ngày', 22 * 60],
  ['08:00–17:30, thứ Hai – thứ Sáu', 17 * 60 + 30],
  ['7h30-21h', 21 * 60],
  ['T2–T6 8:00-17:30; T7 8:00 - 12:00', 17 * 60 + 30],
  ['08:00–24:00', 24 * 60],
  ['18:00-02:00', 26 * 60],
  ['8h đến 21h30', 21 * 60 + 30],
])('a store open %s closes at minute %d', (hours, minutes) => {
  expect(closingMinutes(hours)).toBe(minutes)
})

test('hours that say nothing mean ten in the evening', () => {
  expect(closingMinutes(null)).toBe(22 * 60)
  expect(closingMinutes('mở cửa hằng ngày')).toBe(22 * 60)
  expect(closingMinutes('88:00-99:00')).toBe(22 * 60)
})
