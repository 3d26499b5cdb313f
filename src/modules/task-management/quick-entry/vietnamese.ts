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
import { type Around, anyOf, END, type Found, isLast, type PartOfDay, type Rule, rule, START, vi } from './grammar.ts'

/** Words that stand before a day or a time and say nothing more. */
export const LEADS = ['vào lúc', 'vào ngày', 'hạn chót', 'chậm nhất', 'đến hạn', 'vào', 'lúc', 'trước', 'hạn', 'từ']
/** Between two moments: from the one to the other. */
export const JOINS = ['cho đến', 'đến', 'tới']

/** Things that are counted: '3/4 kệ' and 'thu 6 triệu' are no days. */
const COUNTED = [
  ...['triệu', 'tr', 'nghìn', 'ngàn', 'tỷ', 'đồng', 'đ', 'k', 'kg', 'g', 'gam', 'tấn', 'tạ', 'lít', 'ml', 'm', 'cm'],
  ...['thùng', 'hộp', 'chai', 'lon', 'gói', 'bịch', 'bao', 'cái', 'chiếc', 'con', 'món', 'sản phẩm', 'mặt hàng'],
  ...['kệ', 'tủ', 'quầy', 'dãy', 'hàng', 'tầng', 'xe', 'đơn', 'phiếu', 'hóa đơn', 'thẻ', 'vé', 'phần', 'suất'],
  ...['người', 'nhân viên', 'khách', 'cửa hàng', 'siêu thị', 'lần', 'lượt', 'mẫu', 'ca', 'tem', 'bảng', 'cuốn', 'cây'],
]
const COUNTS = new RegExp(`^\\s*${anyOf(COUNTED, vi)}${END}`, 'u')

const PARTS: readonly [string, PartOfDay][] = [
  ['sáng', 'morning'],
  ['trưa', 'noon'],
  ['chiều', 'afternoon'],
  ['tối', 'evening'],
  ['đêm', 'night'],
  ['khuya', 'night'],
]
const PART = anyOf(
  PARTS.map(([word]) => word),
  vi,
)
const partOf = (typed: string | undefined): PartOfDay | undefined =>
  PARTS.find(([word]) => typed && new RegExp(`^${vi(word)}$`, 'u').test(typed))?.[1]

const WEEKDAYS = ['hai', 'ba', 'tư', 'năm', 'sáu', 'bảy']
const weekdayNamed = (typed: string): number => {
  if (/^\d$/.test(typed)) return Number(typed) - 1
  return WEEKDAYS.findIndex((word) => new RegExp(`^${vi(word)}$`, 'u').test(typed)) + 1 || 7
}

/** 'lần thứ hai' is the second time, 'mỗi thứ hai' every Monday: neither is one Monday. */
const NOT_A_WEEKDAY = new RegExp(
  `${anyOf(['lần', 'ca', 'tầng', 'kệ', 'dãy', 'người', 'cái', 'hàng', 'đợt', 'vòng', 'bước', 'quý', 'mỗi', 'hằng', 'các', 'mọi', 'những'], vi)}\\s+$`,
  'u',
)
const EVERY = new RegExp(`${START}${anyOf(['mỗi', 'hằng', 'hàng', 'mọi', 'các', 'những'], vi)}\\s+$`, 'u')
/** 'hoa mai', 'chị mai': a blossom, a woman. */
const MAI_IS_NAMED = new RegExp(
  `${START}${anyOf(['hoa', 'cành', 'cây', 'chậu', 'gốc', 'bông', 'chị', 'cô', 'em', 'bà', 'bạn', 'anh', 'chú', 'bé', 'phương', 'tuyết', 'ngọc', 'ông', 'xuân'], vi)}\\s+$`,
  'u',
)

const WEEK = `(?:\\s+(?<week>${vi('tuần này')}|${vi('tuần sau nữa')}|${vi('tuần sau')}|${vi('tuần tới')}|${vi('tuần tiếp theo')}|${vi('này')}|${vi('tới')}))?`
const BEFORE = `(?:(?<part>${PART})\\s+)?`

export const VIETNAMESE: readonly Rule[] = [
  rule(
    `${START}(?:${vi('trong')}\\s+)?(?<n>\\d{1,3})\\s*(?<unit>${vi('ngày')}|${vi('tuần')}|${vi('tháng')}|${vi('giờ')}|${vi('tiếng')}|h|${vi('phút')})\\s+${vi('nữa')}${END}`,
    ({ n, unit = '' }, around) => ahead(Number(n), unit, around),
  ),
  rule(
    `${START}${vi('sau')}\\s+(?<n>\\d{1,3})\\s*(?<unit>${vi('ngày')}|${vi('tuần')}|${vi('giờ')}|${vi('tiếng')}|h|${vi('phút')})${END}`,
    ({ n, unit = '' }, around) => (WEEK_AFTER.test(around.before) ? null : ahead(Number(n), unit, around)),
  ),
  rule(
    `${START}${BEFORE}(?:${vi('ngày')}\\s+)?(?<date>\\d{1,2})\\s+${vi('tháng')}\\s+(?<month>\\d{1,2})(?:\\s+${vi('năm')}\\s+(?<year>\\d{4}))?${END}`,
    ({ part, date, month, year }, { today, before }) =>
      EVERY.test(before) ? null : withPart(comingDate(today, Number(date), Number(month), year), part),
  ),
  rule(
    `${START}${BEFORE}(?:${vi('ngày')}\\s+)(?<date>\\d{1,2})(?![\\d/.-])${END}`,
    ({ part, date }, { today, before }) =>
      EVERY.test(before) ? null : withPart(comingDayOfMonth(today, Number(date)), part),
  ),
  rule(`${START}${BEFORE}${vi('thứ')}\\s+(?<weekday>[2-7]|${anyOf(WEEKDAYS, vi)})${WEEK}${END}`, weekday),
  rule(`${START}${BEFORE}(?<weekday>${vi('chủ nhật')})${WEEK}${END}`, weekday),
  rule(`${START}${BEFORE}(?:t(?<weekday>[2-7])|cn)${WEEK}${END}`, (groups, around) =>
    groups.week || isLast(around.after) || BY_THE_CLOCK.test(around.after) ? weekday(groups, around) : null,
  ),
  rule(
    `${START}${vi('cuối tuần')}(?:\\s+(?<week>${vi('này')}|${vi('sau')}|${vi('tới')}))?${END}`,
    ({ week }, { today, before }) =>
      EVERY.test(before) ? null : { day: weekend(today, week && !isThis(week) ? 1 : 0) },
  ),
  rule(`${START}${vi('đầu tuần')}(?:\\s+(?:${vi('sau')}|${vi('tới')}))?${END}`, (_, { today, before }) =>
    EVERY.test(before) ? null : { day: weekdayIn(today, 1, 1) },
  ),
  rule(
    `${START}${vi('cuối tháng')}(?:\\s+(?<next>${vi('sau')}|${vi('tới')})|\\s+${vi('này')})?(?!\\s+\\d)${END}`,
    ({ next }, { today, before }) => (EVERY.test(before) ? null : { day: monthEnd(today, next ? 1 : 0) }),
  ),
  rule(`${START}${vi('đầu tháng')}(?:\\s+(?:${vi('sau')}|${vi('tới')}))${END}`, (_, { today }) => ({
    day: plusDays(monthEnd(today), 1),
  })),
  rule(`${START}${vi('tuần')}\\s+(?:${vi('sau')}|${vi('tới')})${END}`, (_, { today, before }) =>
    new RegExp(`${START}${vi('đầu')}\\s+$`, 'u').test(before) ? null : { day: weekdayIn(today, 1, 1) },
  ),
  rule(
    `${START}${BEFORE}(?<word>${vi('hôm nay')}|${vi('ngày mai')}|${vi('ngày mốt')}|${vi('ngày kia')})${END}`,
    ({ part, word = '' }, { today }) => withPart(plusDays(today, named(word)), part),
  ),
  rule(`${START}(?<part>${PART})\\s+(?<word>nay|mai|mốt)${END}`, ({ part, word = '' }, { today }) =>
    withPart(plusDays(today, named(word)), part),
  ),
  rule(`${START}(?<word>mai|mốt)${END}`, ({ word = '' }, { today, before, after, typed }) => {
    const isName = /^\p{Lu}/u.test(typed) && (before.trim() !== '' || isLast(after))
    return isName || MAI_IS_NAMED.test(before) ? null : { day: plusDays(today, named(word)) }
  }),
  rule(
    `${START}(?<hour>\\d{1,2})\\s*(?<unit>h|g|${vi('giờ')})\\s*(?:(?<minute>\\d{2})(?:\\s*${vi('phút')})?|(?<half>${vi('rưỡi')})|${vi('kém')}\\s+(?<less>\\d{1,2}))?(?:\\s+(?<part>${PART}))?${END}`,
    hour,
  ),
]

/** 'tuần sau 8h' is next week at eight, not in eight hours. */
const WEEK_AFTER = new RegExp(`${anyOf(['tuần', 'tháng'], vi)}\\s+$`, 'u')
const BY_THE_CLOCK = new RegExp(`^\\s*(?:${anyOf(['lúc', 'này', 'tuần', 'vào'], vi)}${END}|\\d)`, 'u')
const DURATION = new RegExp(
  `${START}${anyOf(['trong', 'mất', 'khoảng', 'cần', 'suốt', 'hết', 'tối đa', 'mỗi', 'sau mỗi', 'nghỉ'], vi)}\\s+$`,
  'u',
)

/** Whether the words behind say that it counts something. */
export const isCounted = (after: string): boolean => COUNTS.test(after)

function hour(
  { hour: at, unit, minute, half, less, part }: Readonly<Record<string, string | undefined>>,
  { before, after }: Around,
): Found | null {
  // '5g' are grams or a network, '9g30' is a time; '2h' behind 'mất' is how long it takes.
  if ((unit === 'g' && !minute && !LED.test(before)) || DURATION.test(before) || isCountedHour(after)) return null
  const minutes = half ? 30 : Number(minute ?? 0) - Number(less ?? 0)
  const time = { hour: minutes < 0 ? Number(at) - 1 : Number(at), minute: (minutes + 60) % 60 }
  if (time.hour > 23 || minutes > 59 || minutes < -59 || time.hour < 0) return null
  if (part && partOf(part) === 'night' && time.hour === 12) return null
  return { hour: time, part: partOf(part) }
}
const LED = new RegExp(`${anyOf(['lúc', 'trước', 'vào', 'đến', 'từ'], vi)}\\s+$`, 'u')
/** '2 giờ đồng hồ', '24h/24'. */
const isCountedHour = (after: string): boolean => new RegExp(`^(?:\\s+${vi('đồng hồ')}|\\s*/)`, 'u').test(after)

function weekday(
  { weekday: named = 'cn', week, part }: Readonly<Record<string, string | undefined>>,
  { today, before, after, typed }: Around,
): Found | null {
  // Without its diacritics, 'thu' is to collect as well.
  const isBare = /thu\s/.test(typed.toLowerCase()) && !week
  if (NOT_A_WEEKDAY.test(before) || EVERY.test(before) || (isBare && isCounted(after))) return null
  const at = /^(?:c|\p{L}{2,}\s)/u.test(named) ? 7 : weekdayNamed(named)
  if (!week || new RegExp(`^${vi('tới')}$`, 'u').test(week)) return withPart(comingWeekday(today, at), part)
  if (isThis(week)) return withPart(weekdayIn(today, at, 0), part)
  return withPart(weekdayIn(today, at, new RegExp(vi('nữa'), 'u').test(week) ? 2 : 1), part)
}

const isThis = (week: string): boolean => new RegExp(`${vi('này')}$`, 'u').test(week)

const named = (word: string): number => {
  if (/nay$/.test(word)) return 0
  return /mai$/.test(word) ? 1 : 2
}

function ahead(n: number, unit: string, { today, now }: Around): Found | null {
  const is = (word: string) => new RegExp(`^${vi(word)}$`, 'u').test(unit)
  if (is('phút')) return inMinutes(today, now, n)
  if (unit === 'h' || is('giờ') || is('tiếng')) return inMinutes(today, now, n * 60)
  if (is('tháng')) return n > 24 ? null : { day: sameDay(today, n) }
  return { day: plusDays(today, is('tuần') ? 7 * n : n) }
}

/** The same day of a month ahead, or that month's last. */
function sameDay(today: string, months: number): string {
  const last = monthEnd(today, months)
  return last.slice(8) < today.slice(8) ? last : last.slice(0, 8) + today.slice(8)
}

const withPart = (day: string | null, part: string | undefined): Found | null =>
  day === null ? null : { day, part: partOf(part) }
