import { formatDay } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { isDay } from '../../../shared/time/days.ts'
import { plusDays } from '../../../shared/time/spans.ts'

/** A period of days as an address says it: a name that moves with today, or `2026-10-01..2026-10-31`. */
export const PERIODS = ['today', 'yesterday', '7d', '30d', '90d', 'month', 'last-month', 'year'] as const
export type PeriodName = (typeof PERIODS)[number]

export interface Period {
  from: string
  to: string
}

const LABELS: Record<PeriodName, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  month: 'This month',
  'last-month': 'Last month',
  year: 'This year',
}

export const isPeriodName = (text: string): text is PeriodName => PERIODS.some((name) => name === text)

/** The first and the last day of a period; undefined for what is none. */
export function periodOf(text: string, today: string): Period | undefined {
  if (isPeriodName(text)) return named(text, today)
  const found = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text)
  if (!found?.[1] || !found[2] || !isDay(found[1]) || !isDay(found[2])) return undefined
  return found[1] <= found[2] ? { from: found[1], to: found[2] } : { from: found[2], to: found[1] }
}

/** A period in words. */
export function periodLabel(text: string): string {
  if (isPeriodName(text)) return t(LABELS[text])
  const [from = '', to = ''] = text.split('..')
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
}

function named(name: PeriodName, today: string): Period {
  const monthStart = `${today.slice(0, 7)}-01`
  const lastMonthEnd = plusDays(monthStart, -1)
  const periods: Record<PeriodName, Period> = {
    today: { from: today, to: today },
    yesterday: { from: plusDays(today, -1), to: plusDays(today, -1) },
    '7d': { from: plusDays(today, -6), to: today },
    '30d': { from: plusDays(today, -29), to: today },
    '90d': { from: plusDays(today, -89), to: today },
    month: { from: monthStart, to: today },
    'last-month': { from: `${lastMonthEnd.slice(0, 7)}-01`, to: lastMonthEnd },
    year: { from: `${today.slice(0, 4)}-01-01`, to: today },
  }
  return periods[name]
}
