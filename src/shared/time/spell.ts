import { t } from '../language.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A stretch of time in its largest useful unit: '40 minutes', '3 hours', '2 days'. */
export function spell(ms: number): string {
  if (ms < HOUR) return t('{{n}} min', { n: Math.max(1, Math.round(ms / MINUTE)) })
  if (ms < 2 * DAY) return t('{{n}} h', { n: Math.floor(ms / HOUR) })
  return t('{{n}} d', { n: Math.floor(ms / DAY) })
}
