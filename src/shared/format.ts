import { type Language, LOCALES } from './language.ts'

const numbers = new Map<string, Intl.NumberFormat>()
const parts = new Map<string, Intl.DateTimeFormat>()

function numberFormat(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options)
  const known = numbers.get(key) ?? new Intl.NumberFormat(LOCALES[language], options)
  numbers.set(key, known)
  return known
}

/** 1.234.567 in Vietnamese, 1,234,567 in English and Korean. */
export const formatNumber = (value: number, language: Language, digits = 0, isGrouped = true): string =>
  numberFormat(language, { maximumFractionDigits: digits, useGrouping: isGrouped }).format(value)

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `45 seconds`, `15 minutes`, `12 hours`: in the largest unit of which there are two, rounded up, so that whoever comes back then waits no more. */
export function formatWait(seconds: number, language: Language): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= 2 * length) ?? ['second', 1]
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(seconds / length))
}

/** A part of a hundred, without a blank in all three languages, as CLDR has it. */
export const formatPercent = (percent: number, language: Language, digits = 0): string =>
  `${formatNumber(percent, language, digits)}%`

/** Whole đồng, as people write a price. */
export const formatMoney = (value: number, language: Language): string => `${formatNumber(value, language)} ₫`

export const formatBytes = (bytes: number, language: Language): string =>
  bytes < 1_000_000
    ? `${formatNumber(bytes / 1000, language)} kB`
    : `${formatNumber(bytes / 1_000_000, language, 1)} MB`

/** DD/MM/YYYY of a `YYYY-MM-DD`. */
export const formatDay = (day: string): string => day.slice(0, 10).split('-').reverse().join('/')

/** The wall clock of an instant in the chain's time zone. */
export function wallClock(instant: string | Date, timeZone: string): { day: string; time: string; seconds: string } {
  const ms = instant instanceof Date ? instant.getTime() : Date.parse(instant)
  const text = new Date(ms + offsetAt(ms, timeZone)).toISOString()
  const from = text.length - 24 // years beyond 9999 are written longer
  return {
    day: text.slice(0, from + 10),
    time: text.slice(from + 11, from + 16),
    seconds: text.slice(from + 17, from + 19),
  }
}

/** The instant at which a clock in the chain's time zone shows this: `YYYY-MM-DD HH:mm`, seconds as wished; an invalid date for what is none. */
export function instantOf(wall: string, timeZone: string): Date {
  const ms = Date.parse(`${wall.replace(' ', 'T')}Z`)
  if (Number.isNaN(ms)) return new Date(ms)
  const guess = ms - offsetAt(ms, timeZone)
  // Where the clock jumped in between, the offset of that side counts.
  return new Date(ms - offsetAt(guess, timeZone))
}

const QUARTER_MS = 900_000
const QUARTERS_MOST = 50_000
/** By zone and quarter of an hour. */
const offsets = new Map<string, Map<number, number>>()

/** How far the zone's clock is ahead of UTC, ms. Clocks have changed at quarters of an hour only since 1970, so one look serves a quarter. */
export function offsetAt(ms: number, timeZone: string): number {
  const look = () => lookedUp(new Date(ms), timeZone) - Math.floor(ms / 1000) * 1000
  if (!(ms >= 0)) return look()
  const known = offsets.get(timeZone) ?? new Map<number, number>()
  const quarter = Math.floor(ms / QUARTER_MS)
  const offset = known.get(quarter)
  if (offset !== undefined) return offset
  if (known.size > QUARTERS_MOST) known.clear()
  const found = look()
  offsets.set(timeZone, known.set(quarter, found))
  return found
}

function lookedUp(instant: Date, timeZone: string): number {
  const format =
    parts.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
  parts.set(timeZone, format)
  const found = Object.fromEntries(format.formatToParts(instant).map((part) => [part.type, Number(part.value)]))
  const { year = 0, month = 1, day = 0, hour, minute, second } = found
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** DD/MM/YYYY HH:mm in the chain's time zone. */
export function formatMoment(instant: string | Date, timeZone: string): string {
  const { day, time } = wallClock(instant, timeZone)
  return `${formatDay(day)} ${time}`
}
