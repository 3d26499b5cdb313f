import { expect, test } from 'vitest'
import { saidMoment } from './said-moment.ts'

const timeZone = 'Asia/Ho_Chi_Minh'
const now = Date.parse('2026-11-26T10:00+07:00')

test.each([
  ['vi', '18:00 thứ Tư, 2 tháng 12', '18:00 hôm nay', '08:30 ngày mai', '08:00 Chủ Nhật, 29 tháng 11'],
  ['en', 'Wednesday 2 December, 18:00', 'today 18:00', 'tomorrow 08:30', 'Sunday 29 November, 08:00'],
  ['ko', '12월 2일 수요일 18:00', '오늘 18:00', '내일 08:30', '11월 29일 일요일 08:00'],
] as const)('a moment to come is said in %s as people there say it', (language, week, today, tomorrow, sunday) => {
  const said = (at: string) => saidMoment(`${at}+07:00`, { language, timeZone, now })
  expect(['2026-12-02T18:00', '2026-11-26T18:00', '2026-11-27T08:30', '2026-11-29T08:00'].map(said)).toEqual([
    week,
    today,
    tomorrow,
    sunday,
  ])
})

test('a mail, which is read whenever, names the day', () => {
  expect(saidMoment('2026-11-26T18:00+07:00', { language: 'en', timeZone })).toBe('Thursday 26 November, 18:00')
})

test('the day is that of the chain, whatever the clock of the reader', () => {
  expect(saidMoment('2026-11-26T17:30:00Z', { language: 'en', timeZone, now })).toBe('tomorrow 00:30')
})
