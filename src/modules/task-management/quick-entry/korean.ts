import {
  comingDate,
  comingDayOfMonth,
  comingWeekday,
  inMinutes,
  monthEnd,
  weekdayIn,
  weekend,
} from '../../../shared/time/calendar.ts'
import { plusDays } from '../../../shared/time/spans.ts'
import { type Around, anyOf, type Found, type PartOfDay, type Rule, rule, START } from './grammar.ts'

/** Particles stand behind: '내일까지', '금요일에'. */
const END = '(?:\\s?(?:전까지|이전까지|까지|부터|중으로|안으로|에는|에)|(?![\\p{L}\\p{N}]))'

const WEEKDAYS = ['월', '화', '수', '목', '금', '토', '일']
const PARTS: Readonly<Record<string, PartOfDay>> = {
  새벽: 'morning',
  아침: 'morning',
  오전: 'morning',
  점심: 'noon',
  오후: 'afternoon',
  저녁: 'evening',
  밤: 'night',
}
const PART = anyOf(Object.keys(PARTS))
const BEHIND = `(?:\\s*(?<part>${PART})(?!\\s*\\d))?`
const HOURS = ['한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉', '열', '열한', '열두']
const DAYS: Readonly<Record<string, number>> = { 오늘: 0, 내일: 1, 낼: 1, 모레: 2, 내일모레: 2, 글피: 3 }
const WEEKS: Readonly<Record<string, number>> = { 이번: 0, 금: 0, 다음: 1, 담: 1, 다다음: 2, 차: 1 }
const WEEK = '(?<week>이번|금|다다음|다음|담|차)\\s?주'
/** '매주 월요일': more than one day. */
const EVERY = /(?:매주|매월|매달|매일|매|격주|격주로)\s*$/

export const KOREAN: readonly Rule[] = [
  rule(
    `${START}(?<n>\\d{1,3})\\s?(?<unit>분|시간|일|주일|주|개월|달)\\s?(?:후|뒤|있다가)${END}`,
    ({ n, unit = '' }, around) => ahead(Number(n), unit, around),
  ),
  rule(
    `${START}(?:(?<year>20\\d\\d)년\\s?)?(?<month>\\d{1,2})월\\s?(?<date>\\d{1,2})일${BEHIND}${END}`,
    (groups, around) => {
      const day = comingDate(around.today, Number(groups.date), Number(groups.month), groups.year)
      return day === null || EVERY.test(around.before) ? null : { day, ...said(groups.part) }
    },
  ),
  rule(`${START}${WEEK}\\s?(?<name>[월화수목금토일])요일${BEHIND}${END}`, weekday),
  rule(`${START}(?<name>[월화수목금토일])요일${BEHIND}${END}`, weekday),
  rule(`${START}(?:(?<week>이번|다다음|다음|담)\\s?(?:주\\s?)?)?주말${END}`, ({ week }, { today, before }) =>
    EVERY.test(before) ? null : { day: weekend(today, WEEKS[week ?? ''] ?? 0) },
  ),
  rule(`${START}(?:다음\\s?달|이달|이번\\s?달)?\\s?월말${END}`, (_, { today, before }) =>
    EVERY.test(before) ? null : { day: monthEnd(today) },
  ),
  rule(`${START}다음\\s?달\\s?말${END}`, (_, { today }) => ({ day: monthEnd(today, 1) })),
  rule(`${START}다음\\s?주${END}`, (_, { today }) => ({ day: weekdayIn(today, 1, 1) })),
  rule(`${START}(?<name>내일\\s?모레|오늘|내일|낼|모레|글피)${BEHIND}${END}`, ({ name = '', part }, { today }) => ({
    day: plusDays(today, DAYS[name.replace(/\s/g, '')] ?? 0),
    ...said(part),
  })),
  rule(`${START}(?<date>\\d{1,2})일${BEHIND}${END}`, ({ date, part }, { today, before, after }) => {
    const day = comingDayOfMonth(today, Number(date))
    // '3일 동안', '3일간': how long.
    if (day === null || EVERY.test(before) || /월\s?$/.test(before) || /^\s*(?:동안|간|치|분)/.test(after)) return null
    return { day, ...said(part) }
  }),
  rule(
    `${START}(?:(?<part>${PART})\\s*)?(?<hour>\\d{1,2}|${anyOf(HOURS)})\\s?시(?!간|즌|식)(?:\\s?(?<minute>\\d{1,2})분|\\s?(?<half>반))?${END}`,
    hour,
  ),
  rule(`${START}(?<part>${PART})\\s*(?<hour>\\d{1,2}):(?<minute>\\d\\d)${END}`, hour),
  rule(`${START}(?<word>정오|자정)${END}`, ({ word }, { today }) =>
    word === '정오' ? { time: '12:00' } : { day: plusDays(today, 1), time: '00:00' },
  ),
  rule(`${START}(?<part>오전|오후|저녁)\\s?중${END}`, ({ part }) => said(part)),
]

const said = (part: string | undefined): Found => (part && PARTS[part] ? { part: PARTS[part] } : {})

function weekday({ name = '', week, part }: Readonly<Record<string, string | undefined>>, { today, before }: Around) {
  if (EVERY.test(before)) return null
  const at = WEEKDAYS.indexOf(name) + 1
  const weeks = week === undefined ? undefined : WEEKS[week]
  return { day: weeks === undefined ? comingWeekday(today, at) : weekdayIn(today, at, weeks), ...said(part) }
}

function hour({ part, hour: at = '', minute, half }: Readonly<Record<string, string | undefined>>): Found | null {
  const number = /^\d/.test(at) ? Number(at) : HOURS.indexOf(at) + 1
  const minutes = half ? 30 : Number(minute ?? 0)
  if (number > 23 || minutes > 59) return null
  return { hour: { hour: number, minute: minutes }, ...said(part) }
}

function ahead(n: number, unit: string, { today, now }: Around): Found | null {
  if (unit === '분') return inMinutes(today, now, n)
  if (unit === '시간') return inMinutes(today, now, n * 60)
  if (unit === '개월' || unit === '달') return null
  return { day: plusDays(today, unit.startsWith('주') ? 7 * n : n) }
}
