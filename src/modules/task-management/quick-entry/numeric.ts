import { comingDate } from '../../../shared/time/calendar.ts'
import { isDay } from '../../../shared/time/days.ts'
import { isLast, END as NO_LETTER, type Rule, rule, START, vi } from './grammar.ts'
import { isCounted } from './vietnamese.ts'

/** Korean particles may hang on figures too. */
const END = `(?:\\s?(?:전까지|까지|부터|에))?${NO_LETTER}`

/** 'hạn 3/4' is the third of April, '3/4 kệ' three quarters of the shelves. */
const FRACTIONS = /^(?:1\/[2-5]|2\/[35]|3\/[45])$/
const AROUND_THE_CLOCK = '24/7'
const LED = new RegExp(
  `(?:${['ngày', 'trước', 'đến', 'hạn', 'vào', 'từ', 'sáng', 'chiều', 'tối'].map(vi).join('|')}|on|by|due|until|from|,)\\s*$`,
  'u',
)

/** Days and times in figures, the same in every language: the day before the month, unless the year comes first. */
export const NUMERIC: readonly Rule[] = [
  rule(`${START}(?<day>20\\d\\d-\\d\\d-\\d\\d)${END}`, ({ day = '' }) => (isDay(day) ? { day } : null)),
  rule(
    `${START}(?:${vi('ngày')}\\s+)?(?<date>\\d{1,2})(?<mark>[/.-])(?<month>\\d{1,2})\\k<mark>(?<year>20\\d\\d|\\d\\d)${END}`,
    ({ date, month, year }, { today }) => dayOf(comingDate(today, Number(date), Number(month), year)),
  ),
  rule(
    `${START}(?<led>${vi('ngày')}\\s+)?(?<date>\\d{1,2})/(?<month>\\d{1,2})(?![/\\d])${END}`,
    ({ led, date, month }, { today, before, after }) => {
      const isLed = led !== undefined || LED.test(before)
      if (`${date}/${month}` === AROUND_THE_CLOCK) return null
      if (!isLed && (isCounted(after) || (FRACTIONS.test(`${date}/${month}`) && !isLast(after)))) return null
      return dayOf(comingDate(today, Number(date), Number(month)))
    },
  ),
  // Korean writes the month first; where the day cannot be a month that is no guess.
  rule(
    `${START}(?<month>\\d{1,2})/(?<date>\\d{1,2})(?![/\\d])${END}`,
    ({ date, month }, { today, before, typed, after }) =>
      dayOf(
        Number(date) > 12 && /[가-힣]/.test(before + typed + after)
          ? comingDate(today, Number(date), Number(month))
          : null,
      ),
  ),
  rule(
    `${START}(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?:\\s*(?<part>${vi('sáng')}|${vi('chiều')}|${vi('tối')}))?(?![:\\d])${END}`,
    ({ hour, minute, part = '' }) => {
      const time = { hour: Number(hour), minute: Number(minute) }
      if (time.hour > 23 || time.minute > 59) return null
      if (part === '') return { time: `${String(hour).padStart(2, '0')}:${minute}` }
      return { hour: time, part: /^[s]/.test(part) ? 'morning' : /^c/.test(part) ? 'afternoon' : 'evening' }
    },
  ),
]

/** What looks like a day or a time of figures: '31/11', '25:00'. */
export const LOOKS_LIKE_A_DAY = new RegExp(
  `${START}(?:\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?|\\d{1,2}:\\d\\d)(?![/:\\d])${END}`,
  'gu',
)

/** Whether figures with a stroke are a part of something, and no day. */
export const isShare = (typed: string, after: string): boolean =>
  typed === AROUND_THE_CLOCK || FRACTIONS.test(typed) || isCounted(after)

const dayOf = (day: string | null) => (day === null ? null : { day })
