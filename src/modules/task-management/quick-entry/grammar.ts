import { normalizeText } from '../../../shared/vietnam/vietnam.ts'

/** What a piece of a line says of when. */
export interface Found {
  /** `YYYY-MM-DD`. */
  day?: string
  /** `HH:mm` of 24 hours. */
  time?: string
  /** An hour of the clock that a part of the day makes whole: '3h' in 'chiều mai 3h'. */
  hour?: ClockTime
  /** A part of the day, by the hour it usually means. */
  part?: PartOfDay
}
export interface ClockTime {
  hour: number
  minute: number
}
export type PartOfDay = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night'

/** What a rule is told beside what it matched; all texts in small letters. */
export interface Around {
  /** `YYYY-MM-DD` and `HH:mm` in the chain. */
  today: string
  now: string
  before: string
  after: string
  /** As it was typed. */
  typed: string
}
export interface Rule {
  like: RegExp
  read: (groups: Readonly<Record<string, string | undefined>>, around: Around) => Found | null
}

export const rule = (like: string, read: Rule['read']): Rule => ({ like: new RegExp(like, 'gu'), read })

/** Neither letter nor digit on that side. */
export const START = '(?<![\\p{L}\\p{N}])'
export const END = '(?![\\p{L}\\p{N}])'

/** Vietnamese words with their diacritics or with none at all: 'thứ' is thứ and thu, but not thư. */
export const vi = (phrase: string): string =>
  phrase
    .split(' ')
    .map((word) => {
      const plain = normalizeText(word)
      return plain === word ? word : `(?:${word}|${plain})`
    })
    .join('\\s+')

export const anyOf = (phrases: readonly string[], write: (phrase: string) => string = (phrase) => phrase): string =>
  `(?:${phrases.map(write).join('|')})`

/** Nothing follows that the words before could count or describe: the end, a mark, a number, '@' or '!'. */
export const isLast = (after: string): boolean => /^\s*(?:$|[^\p{L}\s])/u.test(after)

/** Times of the usual clock where only a part of the day is said. */
export const USUAL: Record<PartOfDay, string> = {
  morning: '09:00',
  noon: '12:00',
  afternoon: '15:00',
  evening: '20:00',
  night: '22:00',
}

/** The time of a clock of twelve hours in a part of the day: 3 in the afternoon is 15:00. Null for what is no time. */
export function clock({ hour, minute }: ClockTime, part?: PartOfDay): string | null {
  const isLater = part && hour >= FIRST[part] && hour < 12
  const full = part === 'morning' && hour === 12 ? 0 : isLater ? hour + 12 : hour
  if (full > 23 || minute > 59) return null
  return `${pad(full)}:${pad(minute)}`
}

/** From this hour on, an hour of the part of the day is one after noon. */
const FIRST: Record<PartOfDay, number> = { morning: 12, noon: 1, afternoon: 1, evening: 4, night: 7 }

const pad = (n: number) => String(n).padStart(2, '0')
