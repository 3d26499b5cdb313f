import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { wallClock } from '../../../shared/format.ts'
import type { Definition } from '../../../shared/resource.ts'
import { CALENDAR, DAYS_MOST, dimensionsOf, type Statistics, statisticsIn } from '../../../shared/statistics.ts'
import { type Compare, isCompare, lengthOf, type Span } from '../../../shared/time/spans.ts'
import { get, type Query } from '../../api.ts'
import { type ChangeSearch, useSearchParams } from '../../app/location.ts'
import { periodOf } from '../../fields/filters/periods.ts'
import { useSession } from '../../session.ts'

/** What a page of statistics is of; the rest is read from the definition. */
export interface StatisticsPage {
  definition: Definition
  /** The call below the wire name, as `statisticsRoutes` has it; `statistics` unless said. */
  path?: string | undefined
  /** What its rows may be, a tab each, as the call knows them; the calendar and the fields of the counters unless said. */
  rows?: readonly string[] | undefined
  /** The address of the list behind the figures; the register's own unless said. */
  list?: string | undefined
  /** The period it begins with, as an address says it; the last 30 days unless said, this year where rows are months. */
  period?: string | undefined
  /** The figure that the chart begins with; the first unless said. */
  figure?: string | undefined
}

/** What the address of a page asks for. */
export interface StatisticsQuery {
  page: StatisticsPage
  by: string
  /** Columns, where it is a map. */
  and: string | null
  /** As its name or its two days, and as days. */
  period: string
  span: Span
  compare: Compare
  filters: Record<string, string[]>
  /** The figure that the chart shows. */
  figure: string
  /** Column of the table, `-` before it for descending. */
  sort: string
  /** Names in the address that are unknown here. */
  unknown: string[]
  /** More days were asked for than are told one by one. */
  isTooLong: boolean
  today: string
  change: ChangeSearch
}

const OWN = ['by', 'and', 'period', 'compare', 'figure', 'sort', 'lang']
const FRESH_MS = 60_000

/** The tabs of a page: its rows, and its maps. */
export function tabsOf({ definition, rows }: StatisticsPage): { by: string; and: string | null }[] {
  const maps = statisticsIn(definition).maps ?? []
  const ofMaps = maps.flatMap((map) => [map.rows, map.columns])
  const counted = dimensionsOf(definition).filter((name) => !ofMaps.includes(name))
  return [
    ...(rows ?? [...CALENDAR, ...counted]).map((by) => ({ by, and: null })),
    ...maps.map((map) => ({ by: map.rows, and: map.columns })),
  ]
}

export function useStatisticsQuery(page: StatisticsPage): StatisticsQuery {
  const [params, change] = useSearchParams()
  const { time_zone } = useSession()
  const today = wallClock(new Date(), time_zone).day
  const { definition } = page
  const tabs = tabsOf(page)
  const wished = tabs.find(({ by, and }) => by === params.get('by') && and === (params.get('and') || null)) ?? tabs[0]
  const period = params.get('period') || usualPeriod(page, wished?.by ?? '')
  const span = periodOf(period, today) ?? { from: today, to: today }
  const isTooLong = wished?.by === 'day' && lengthOf(span) > DAYS_MOST
  const compare = params.get('compare') ?? ''
  const figures = statisticsIn(definition).figures
  const figure = params.get('figure') || page.figure || ''
  const dimensions = dimensionsOf(definition)
  return {
    page,
    by: isTooLong ? 'month' : (wished?.by ?? ''),
    and: wished?.and ?? null,
    period,
    span,
    compare: isCompare(compare) ? compare : 'previous',
    filters: Object.fromEntries(
      dimensions.flatMap((name) => {
        const values = params.getAll(name).filter(Boolean)
        return values.length > 0 ? [[name, values]] : []
      }),
    ),
    figure: Object.hasOwn(figures, figure) ? figure : (Object.keys(figures)[0] ?? ''),
    sort: params.get('sort') ?? '',
    unknown: [...new Set(params.keys())].filter((name) => !OWN.includes(name) && !dimensions.includes(name)),
    isTooLong,
    today,
    change,
  }
}

/** The period shown where the address names none. */
export const usualPeriod = ({ period }: StatisticsPage, by: string): string =>
  period ?? (by === 'month' ? 'year' : '30d')

/** The same question to the server; the workbook is asked for with it, too. */
export const questionOf = ({ by, and, span, compare, filters, page }: StatisticsQuery): Query => ({
  ...(and ? { by, and } : tabsOf(page).filter((tab) => !tab.and).length > 1 && { by }),
  ...span,
  ...(compare !== 'previous' && { compare }),
  ...filters,
})

export const callOf = ({ page: { definition, path = 'statistics' } }: StatisticsQuery): string =>
  `${definition.wire}/${path}`

export const statisticsQuery = (asked: StatisticsQuery) =>
  queryOptions({
    queryKey: ['statistics', asked.page.definition.wire, callOf(asked), questionOf(asked)],
    queryFn: ({ signal }) => get<Statistics>(callOf(asked), questionOf(asked), { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
  })

/** The address of another tab with the same period and filters. */
export function tabLink(
  path: string,
  { compare, filters, period, page, by: now }: StatisticsQuery,
  by: string,
  and: string | null,
): string {
  const params = new URLSearchParams({ by, ...(and && { and }) })
  // Another calendar begins with a period of its own; what somebody chose stays.
  if (period !== usualPeriod(page, now)) params.set('period', period)
  if (compare !== 'previous') params.set('compare', compare)
  for (const [name, values] of Object.entries(filters)) for (const value of values) params.append(name, value)
  return `${path}?${params}`
}
