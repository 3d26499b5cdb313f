import type { Language } from './language.ts'

const LOCALES: Record<Language, string> = { vi: 'vi-VN', en: 'en-US', ko: 'ko-KR' }
const numbers = new Map<string, Intl.NumberFormat>()
const parts = new Map<string, Intl.DateTimeFormat>()

function numberFormat(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options)
  const known = numbers.get(key) ?? new Intl.NumberFormat(LOCALES[language], options)
  numbers.set(key, known)
  return known
}

/** 1.234.567 in Vietnamese, 1,234,567 in English and Korean. */
export const formatNumber = (value: number, language: Language, digits = 0): string =>
  numberFormat(language, { maximumFractionDigits: digits }).format(value)

export const formatBytes = (bytes: number, language: Language): string =>
  bytes < 1_000_000
    ? `${formatNumber(bytes / 1000, language)} kB`
    : `${formatNumber(bytes / 1_000_000, language, 1)} MB`

/** DD/MM/YYYY of a `YYYY-MM-DD`. */
export const formatDay = (day: string): string => day.slice(0, 10).split('-').reverse().join('/')

/** The wall clock of an instant in the chain's time zone. */
export function wallClock(instant: string | Date, timeZone: string): { day: string; time: string; seconds: string } {
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
  const found = Object.fromEntries(format.formatToParts(new Date(instant)).map((part) => [part.type, part.value]))
  return {
    day: `${found.year}-${found.month}-${found.day}`,
    time: `${found.hour}:${found.minute}`,
    seconds: String(found.second),
  }
}

/** DD/MM/YYYY HH:mm in the chain's time zone. */
export function formatMoment(instant: string | Date, timeZone: string): string {
  const { day, time } = wallClock(instant, timeZone)
  return `${formatDay(day)} ${time}`
}
