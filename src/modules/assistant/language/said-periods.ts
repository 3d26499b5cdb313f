import { weekdayIn } from '../../../shared/time/calendar.ts'
import { plusDays } from '../../../shared/time/spans.ts'
import type { Match } from './lexicon.ts'
import type { Word } from './meaning.ts'
import {
  dateAt,
  dateFrom,
  dateUntil,
  dayIn,
  dayOf,
  lastWeekday,
  monthAt,
  namedMonth,
  type Period,
  periodOf,
  quarterAt,
  type Said,
  since,
  spanned,
  typedPeriod,
  until,
  yearUntil,
} from './periods.ts'
import type { Unit } from './units.ts'

/**
 * All periods of a sentence in their order: what the data files call one, days as they are typed, and of several pieces one where they
 * belong together ('thứ hai tuần trước', 'từ 1/11 đến 15/11', '20 November').
 */
export function periodsIn(matches: readonly Match[], units: readonly Unit[], today: string): Said[] {
  const said: Said[] = []
  for (const { meanings, from, to, numbers } of matches)
    for (const meaning of meanings) {
      if (meaning.is !== 'period') continue
      const found = periodOf(meaning.code, numbers, today)
      if (found) {
        said.push({ ...found, at: from, end: to })
        break
      }
    }
  const taken = (at: number) => said.some((one) => one.at <= at && at < one.end)
  units.forEach((unit, at) => {
    const isYear = unit.number !== null && unit.number >= 2015 && unit.number <= 2100
    if (taken(at) || !(unit.isDate || isYear || /^\d{1,2}\/\d{4}$/.test(unit.raw))) return
    if (
      matches.some(({ from, to, meanings }) => from <= at && at < to && meanings.every(({ is }) => is === 'numbered'))
    )
      return
    const found = typedPeriod(unit.raw, today)
    if (found) said.push({ ...found, at, end: at + 1 })
  })
  said.sort((a, b) => a.at - b.at)
  return ranges(together(withDates(said, units, taken), today), matches, units, today)
}

/** '20 November', 'November 20', 'November 20th'. */
function withDates(said: readonly Said[], units: readonly Unit[], taken: (at: number) => boolean): Said[] {
  return said.map((one) => {
    if (one.month === undefined || !/^named/.test(one.called)) return one
    for (const at of [one.at - 1, one.end, one.at - 2]) {
      const number = units[at]?.number
      if (!number || number > 31 || taken(at)) continue
      if (at === one.at - 2 && !['of', 'th', 'st', 'nd', 'rd'].includes(units[one.at - 1]?.text ?? '')) continue
      const day = dayIn(Number(one.from.slice(0, 4)), one.month, number)
      if (day) return { ...day, isYearless: true, at: Math.min(at, one.at), end: Math.max(at + 1, one.end) }
    }
    return one
  })
}

const NEAR = 2
/** A weekday of a week, a month or quarter of a year. */
function together(said: readonly Said[], today: string): Said[] {
  const made: Said[] = []
  for (const one of said) {
    const last = made.at(-1)
    const isSame = last && one.at - last.end <= NEAR && last.from === one.from && last.to === one.to
    const joined =
      last && one.at - last.end <= NEAR ? (isSame ? one : (within(last, one, today) ?? within(one, last, today))) : null
    if (last && joined) made[made.length - 1] = { ...joined, at: last.at, end: one.end }
    else made.push(one)
  }
  return made
}

function within(part: Said, whole: Said, today: string): Period | null {
  const [unit, shift] = whole.called.split(' ')
  if (part.weekday && unit === 'week') return dayOf(weekdayIn(today, part.weekday, Number(shift)))
  const year = Number(whole.from.slice(0, 4))
  if (part.date !== undefined && whole.month !== undefined) return dayIn(year, whole.month, part.date)
  if (!(whole.from.endsWith('-01-01') && whole.to.endsWith('-12-31'))) return null
  if (part.isYearless) return dayIn(year, Number(part.from.slice(5, 7)), Number(part.from.slice(8)))
  if (part.month !== undefined) return spanned(monthAt(year, part.month))
  return part.quarter === undefined ? null : spanned(quarterAt(year, part.quarter))
}

/** 'từ … đến …', 'between … and …'; of one day or period what lies before it, until it or since. */
function ranges(said: readonly Said[], matches: readonly Match[], units: readonly Unit[], today: string): Said[] {
  const ends = (word: Word, from: number, to: number) =>
    matches.some(
      (match) =>
        match.to > from &&
        match.to <= to &&
        match.meanings.some((meaning) => meaning.is === 'word' && meaning.word === word),
    )
  const isBehind = (word: Word, { end }: Said) => units[end]?.isHangul === true && ends(word, end, end + 2)
  const isBeside = (word: Word, one: Said) => ends(word, one.at - 2, one.at) || isBehind(word, one)
  const isStart = (one: Said) => ends('from', one.at - 2, one.at) || ends('since', one.at - 2, one.at)
  const isRange = (first: Said, last: Said) => {
    const gap = last.at - first.end
    const isTo = ends('to', first.end, last.at)
    if (gap > LINK) return false
    if (isBehind('until', last) || ((isTo || ends('until', first.end, last.at)) && isStart(first))) return true
    return last.from > first.from && ((isTo && gap === 1) || ends('until', first.end, last.at))
  }
  const made: (Said & { isClosed?: true })[] = []
  for (const one of withBareStarts(said, matches, units, isStart)) {
    const last = made.at(-1)
    if (last && !last.isClosed && isRange(last, one))
      made[made.length - 1] = { ...spanOf(last, one), at: last.at, end: one.end, isClosed: true }
    else made.push(one)
  }
  const [only, ...more] = made
  if (!only || more.length > 0 || only.isClosed) return made
  // 'complaints from last month' are those of last month.
  const isSince = isBeside('since', only) || (isBeside('from', only) && only.from === only.to && !only.called)
  const [span] = [
    isBeside('before', only) && until(plusDays(only.from, -1)),
    isBeside('until', only) && until(only.to),
    isBeside('after', only) && since(plusDays(only.to, 1), today),
    isSince && (only.to < today || only.from > today) && since(only.from, today),
  ].filter((one) => one !== false)
  return span ? [{ ...span, at: only.at, end: only.end }] : [only]
}

const LINK = 3
/** 'from 1 to 10 November': of the first day only its number is said. */
function withBareStarts(
  said: readonly Said[],
  matches: readonly Match[],
  units: readonly Unit[],
  isStart: (one: Said) => boolean,
): Said[] {
  return said.flatMap((one) => {
    const link = matches.find(
      ({ to, meanings }) =>
        to === one.at && meanings.some((meaning) => meaning.is === 'word' && ['to', 'until'].includes(meaning.word)),
    )
    const at = (link?.from ?? 0) - 1
    const date = units[at]?.number
    const isKnown = [...said, ...matches.map(({ from, to }) => ({ at: from, end: to }))].some(
      (other) => other.at <= at && at < other.end,
    )
    if (!date || date > 31 || isKnown || one.from !== one.to) return [one]
    const first = { ...dayOf(dateAt(one.from, 0, date)), date, at, end: at + 1 }
    return isStart(first) || units[at + 1]?.raw === '-' ? [first, one] : [one]
  })
}

/** What is not said of one end is borrowed from the other: its month, week or year. */
function spanOf(first: Said, last: Said): Period {
  const start =
    first.date !== undefined && last.from === last.to
      ? dateUntil(last.from, first.date)
      : first.weekday !== undefined && last.from === last.to
        ? lastWeekday(last.from, first.weekday)
        : first.isYearless
          ? yearUntil(last.to, first.from)
          : first.month === undefined
            ? first.from
            : (namedMonth(first.month, last.to)?.from ?? first.from)
  const end =
    last.date !== undefined && first.date === undefined && first.from === first.to
      ? dateFrom(first.from, last.date)
      : last.to
  return start <= end ? { from: start, to: end, called: '' } : { from: last.from, to: first.to, called: '' }
}
