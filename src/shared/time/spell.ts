import { currentLanguage, type Language, tIn } from '../language.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts'

/** A stretch of time in its largest useful unit: '40 minutes', '3 hours', '2 days'. */
export function spell(ms: number, language: Language = currentLanguage()): string {
  if (ms < HOUR_MS) return tIn(language, '{{n}} min', { n: Math.max(ms > 0 ? 1 : 0, Math.round(ms / MINUTE_MS)) })
  if (ms < 2 * DAY_MS) return tIn(language, '{{n}} h', { n: Math.floor(ms / HOUR_MS) })
  return tIn(language, '{{n}} d', { n: Math.floor(ms / DAY_MS) })
}
