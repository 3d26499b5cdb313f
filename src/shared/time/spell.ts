import { currentLanguage, type Language, tIn } from '../language.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A stretch of time in its largest useful unit: '40 minutes', '3 hours', '2 days'. */
export function spell(ms: number, language: Language = currentLanguage()): string {
  if (ms < HOUR) return tIn(language, '{{n}} min', { n: Math.max(1, Math.round(ms / MINUTE)) })
  if (ms < 2 * DAY) return tIn(language, '{{n}} h', { n: Math.floor(ms / HOUR) })
  return tIn(language, '{{n}} d', { n: Math.floor(ms / DAY) })
}
