import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { wallClock } from '../../shared/format.ts'
import { type Compare, isCompare } from '../../shared/time/spans.ts'
import { get, type Query } from '../../web/api.ts'
import { type ChangeSearch, useSearchParams } from '../../web/app/location.ts'
import { periodOf } from '../../web/fields/filters/periods.ts'
import { useSession } from '../../web/session.ts'
import type { REPORTS } from './kinds.ts'
import { ADDRESS_NAMES, FILTERS, type Filters, type Report } from './report.ts'

export type ReportKind = (typeof REPORTS)[number]

/** What the address of a report asks for. */
export interface ReportQuery {
  kind: ReportKind
  /** A year, a month, or a period as its name or its two days. */
  period: string
  compare: Compare
  filters: Filters
  /** Column of the table, `-` before it for descending; '' is the report's own order. */
  sort: string
  /** Names in the address that no report knows. */
  unknown: string[]
  today: string
  change: ChangeSearch
  frame: ReportFrame
}

/** Where reports stand, and what they are narrowed to there whatever the reader chooses. */
export interface ReportFrame {
  /** Before the name of a report in its address. */
  base: string
  fixed: Filters
}
export const OWN_PAGES: ReportFrame = { base: '/report', fixed: {} }

const USUAL_PERIOD = '30d'
const FRESH_MS = 60_000

export function useReportQuery(kind: ReportKind, frame: ReportFrame = OWN_PAGES): ReportQuery {
  const [params, change] = useSearchParams()
  const { time_zone } = useSession()
  const today = wallClock(new Date(), time_zone).day
  const compare = params.get('compare') ?? ''
  return {
    kind,
    period: params.get(kind.span === 'days' ? 'period' : kind.span) || usualPeriod(kind, today),
    compare: isCompare(compare) ? compare : 'previous',
    filters: { ...filtersIn(params), ...frame.fixed },
    sort: params.get('sort') ?? '',
    unknown: [...new Set(params.keys())].filter((name) => !ADDRESS_NAMES.includes(name)),
    today,
    change,
    frame,
  }
}

/** The period shown where the address names none. */
export const usualPeriod = ({ span }: ReportKind, today: string): string =>
  span === 'year' ? today.slice(0, 4) : span === 'month' ? today.slice(0, 7) : USUAL_PERIOD

function filtersIn(params: URLSearchParams): Filters {
  const found = FILTERS.map((name) => [name, params.getAll(name).filter(Boolean)] as const)
  return Object.fromEntries(found.filter(([, values]) => values.length > 0))
}

/** The same question to the server; the workbook is asked for with it, too. */
export function questionOf({ kind, period, compare, filters, today }: ReportQuery): Query {
  const days = kind.span === 'days' ? periodOf(period, today) : undefined
  return {
    ...(kind.span === 'days' ? (days ?? { from: period, to: period }) : { [kind.span]: period }),
    ...(compare !== 'previous' && { compare }),
    ...filters,
  }
}

/** Late turns on the second without anybody's doing: an open report looks again every minute, and after every change. */
export const reportQuery = (asked: ReportQuery) =>
  queryOptions({
    queryKey: ['report', asked.kind.call, questionOf(asked)],
    queryFn: ({ signal }) => get<Report>(`report/${asked.kind.call}`, questionOf(asked), { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
  })

/** The address of another report with the same filters. */
export function reportLink(page: string, { compare, filters, frame }: ReportQuery): string {
  const params = new URLSearchParams(compare === 'previous' ? {} : { compare })
  for (const [name, values] of Object.entries(filters))
    if (!Object.hasOwn(frame.fixed, name)) for (const value of values) params.append(name, value)
  const text = params.toString()
  return `${frame.base}/${page}${text && `?${text}`}`
}
