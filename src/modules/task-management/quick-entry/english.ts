import { comingDate, comingWeekday, inMinutes, monthEnd, weekdayIn, weekend } from '../../../shared/time/calendar.ts'
import { plusDays } from '../../../shared/time/spans.ts'
import { type Around, anyOf, END, type Found, isLast, type PartOfDay, type Rule, rule, START } from './grammar.ts'

export const LEADS = ['due by', 'due on', 'due', 'starting', 'before', 'until', 'from', 'by', 'on', 'at']
export const JOINS = ['to', 'till', 'until']

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const FULL = anyOf(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
const SHORT = anyOf([...WEEKDAYS, 'tues', 'weds', 'thur', 'thurs'])
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const PART = '(?:morning|noon|afternoon|evening|night)'
const PARTS: Readonly<Record<string, PartOfDay>> = {
  morning: 'morning',
  noon: 'noon',
  afternoon: 'afternoon',
  evening: 'evening',
  night: 'night',
}
const BEHIND = `(?:\\s+(?<part>${PART}))?`

/** 'every monday' is more than one day, 'black friday' a sale, 'the second sunday' none that is known. */
const NO_DAY = /(?:every|each|all|black|cyber|good|easter|first|second|third|fourth|last|past|\dst|\dnd|\drd|\dth)\s+$/
const LED = /(?:^|\s)(?:on|by|before|until|due|from)\s+$/

export const ENGLISH: readonly Rule[] = [
  rule(
    `${START}in\\s+(?<n>\\d{1,3}|an?|one|two|three)\\s+(?<unit>minute|min|hour|hr|day|week|month)s?${END}`,
    ({ n = '', unit = '' }, around) => ahead(NUMBERS[n] ?? Number(n), unit, around),
  ),
  rule(`${START}(?:the\\s+)?day\\s+after\\s+tomorrow${BEHIND}${END}`, ({ part }, { today }) => ({
    day: plusDays(today, 2),
    ...said(part),
  })),
  rule(`${START}(?:tomorrow|tmrw?|tomorow|tommorow)${BEHIND}${END}`, ({ part }, { today }) => ({
    day: plusDays(today, 1),
    ...said(part),
  })),
  rule(`${START}today${BEHIND}${END}`, ({ part }, { today }) => ({ day: today, ...said(part) })),
  rule(`${START}this\\s+(?<part>morning|afternoon|evening)${END}`, ({ part }, { today }) => ({
    day: today,
    ...said(part),
  })),
  rule(`${START}tonight${END}`, (_, { today }) => ({ day: today, part: 'evening' })),
  rule(`${START}(?:eod|end\\s+of\\s+(?:the\\s+)?day)${END}`, (_, { today }) => ({ day: today, time: '17:00' })),
  rule(
    `${START}(?:(?<week>next|this|coming)\\s+)?(?<name>${FULL})(?:\\s+(?<later>next\\s+week))?${BEHIND}${END}`,
    weekday,
  ),
  // 'sun cream', 'thu 6 triệu': short names are days only where something says so.
  rule(`${START}(?:(?<week>next|this)\\s+)?(?<name>${SHORT})\\.?${BEHIND}${END}`, (groups, around) =>
    groups.week || LED.test(around.before) || (/^\p{Lu}/u.test(around.typed) && BY_THE_CLOCK.test(around.after))
      ? weekday(groups, around)
      : null,
  ),
  rule(`${START}(?:(?<week>next|this)\\s+)?weekend${END}`, ({ week }, { today, before }) =>
    NO_DAY.test(before) ? null : { day: weekend(today, week === 'next' ? 1 : 0) },
  ),
  rule(`${START}next\\s+week${END}`, (_, { today }) => ({ day: weekdayIn(today, 1, 1) })),
  rule(`${START}(?:end\\s+of\\s+(?:the\\s+|this\\s+)?month|month\\s+end|eom)${END}`, (_, { today }) => ({
    day: monthEnd(today),
  })),
  rule(
    `${START}(?<date>\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(?<month>${MONTH})\\.?(?:,?\\s+(?<year>20\\d\\d))?${END}`,
    date,
  ),
  rule(
    `${START}(?<month>${MONTH})\\.?\\s+(?<date>\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(?<year>20\\d\\d))?(?![:\\d])${END}`,
    date,
  ),
  rule(`${START}(?<hour>\\d{1,2})(?:[:.](?<minute>\\d\\d))?\\s?(?<half>am|pm|a\\.m\\.?|p\\.m\\.?)${END}`, twelve),
  rule(`${START}(?<word>noon|midday|midnight)${END}`, ({ word }, { today }) =>
    word === 'midnight' ? { day: plusDays(today, 1), time: '00:00' } : { time: '12:00' },
  ),
  // An hour alone is one of two, unless the part of the day is said beside it.
  rule(
    `${START}at\\s+(?<hour>\\d{1,2})\\s+in\\s+the\\s+(?<part>morning|afternoon|evening)${END}`,
    ({ hour, part }) => ({
      hour: { hour: Number(hour), minute: 0 },
      ...said(part),
    }),
  ),
]

const NUMBERS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3 }

const said = (part: string | undefined): Found => (part && PARTS[part] ? { part: PARTS[part] } : {})
const BY_THE_CLOCK = /^\s+(?:at\s)?\d{1,2}(?::\d\d|\s?[ap]m)/
const isTimed = (after: string): boolean => isLast(after) || /^\s+(?:at\s)?\d/.test(after)

function weekday(
  { name = '', week, later, part }: Readonly<Record<string, string | undefined>>,
  { today, before }: Around,
): Found | null {
  if (NO_DAY.test(before)) return null
  const at = WEEKDAYS.findIndex((one) => name.startsWith(one)) + 1
  if (week === 'next' || later) return { day: weekdayIn(today, at, 1), ...said(part) }
  return { day: week === 'this' ? weekdayIn(today, at, 0) : comingWeekday(today, at), ...said(part) }
}

function date(
  { date: number, month = '', year }: Readonly<Record<string, string | undefined>>,
  { today, before, after }: Around,
): Found | null {
  // 'buy 5 may cards', 'march 5 people out': words that are months only where nothing follows, or 'on' or 'by' goes before.
  if (/^(?:may|mar|march)$/.test(month) && !year && !isLast(after) && !LED.test(before) && !isTimed(after)) return null
  const at = MONTHS.indexOf(month.slice(0, 3)) + 1
  const day = comingDate(today, Number(number), at, year)
  return day === null ? null : { day }
}

function twelve({ hour, minute, half = '' }: Readonly<Record<string, string | undefined>>): Found | null {
  const at = Number(hour)
  if (at < 1 || at > 12 || Number(minute ?? 0) > 59) return null
  const full = (at % 12) + (half.startsWith('p') ? 12 : 0)
  return { time: `${String(full).padStart(2, '0')}:${minute ?? '00'}` }
}

function ahead(n: number, unit: string, { today, now }: Around): Found | null {
  if (unit.startsWith('min')) return inMinutes(today, now, n)
  if (unit.startsWith('h')) return inMinutes(today, now, n * 60)
  if (unit === 'month') return n === 1 ? { day: plusDays(today, 30) } : null
  return { day: plusDays(today, unit === 'week' ? 7 * n : n) }
}
