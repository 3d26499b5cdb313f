import { useMemo } from 'react'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import {
  daysOfRow,
  isCalendar,
  NONE,
  ownRecordsLink,
  recordsLink,
  type Statistics,
  type StatisticsTotals,
  wholeDaysOfRow,
} from '../../../shared/statistics.ts'
import { partsOf, type Span } from '../../../shared/time/spans.ts'
import { WEEKDAYS } from '../../../shared/time/weekdays.ts'
import { type Figure, figuresOf, headOf, rowWords, shortWeekday } from './figure-words.ts'
import type { StatisticsPage, StatisticsQuery } from './statistics-query.ts'

/** What of a figure says which records are behind it. */
type Behind = Pick<Figure, 'where' | 'records'>

/** Figures with the lists behind them. */
export interface Counted extends StatisticsTotals {
  to: (figure: Behind) => string
  toBefore: ((figure: Behind) => string) | null
  /** A day or month that is not over: too early to say how it differs. */
  isRunning?: boolean
}
export interface Line extends Counted {
  key: string
  label: string
  /** For an axis. */
  short: string
}

/** Statistics as they stand on the screen: tiles, chart and table are of the same lines. */
export interface View {
  told: Statistics
  head: string
  figures: Figure[]
  /** The one that the chart shows. */
  figure: Figure
  lines: Line[]
  totals: Counted
}

export function useView(asked: StatisticsQuery, told: Statistics | undefined): View | undefined {
  const { page, figure: wished, filters, today } = asked
  const { definition } = page
  return useMemo(() => {
    if (!told) return undefined
    const figures = figuresOf(definition)
    const figure = figures.find(({ key }) => key === wished) ?? figures[0]
    if (!figure) return undefined
    const { by, period, before, compared } = told
    const isTime = isCalendar(by)
    const keysBefore =
      isTime && before ? partsOf(before, by).map((day) => (by === 'month' ? day.slice(0, 7) : day)) : []
    const linked =
      (span: Span, more: Record<string, string[]>, row: Span | null = null) =>
      ({ where, records }: Behind) =>
        records
          ? ownRecordsLink(definition, listOf(page), { period: span, row }, { ...filters, ...more }, records)
          : linkTo(page, span, { ...filters, ...more }, { where })
    const rowOf = (span: Span, key: string, { records }: Behind) =>
      isTime ? (records?.asOfToday ? wholeDaysOfRow(by, key) : span) : null
    const linkedRow =
      (span: Span, key: string, more: Record<string, string[]>) =>
      (one: Behind): string =>
        linked(span, more, rowOf(span, key, one))(one)
    const lines = told.rows.map((row, at): Line => {
      const days = isTime ? daysOfRow(by, row.key, period) : period
      const more = isTime ? {} : { [by]: [row.key] }
      const keyBefore = keysBefore[at]
      const daysBefore = isTime ? before && keyBefore && daysOfRow(by, keyBefore, before) : compared
      return {
        ...row,
        ...rowWords(by, row),
        to: linkedRow(days, row.key, more),
        toBefore: daysBefore ? linkedRow(daysBefore, keyBefore ?? row.key, more) : null,
        isRunning: isTime && days.to >= today,
      }
    })
    const totals = { ...told.totals, to: linked(period, {}), toBefore: compared && linked(compared, {}) }
    return { told, head: headOf(definition, by), figures, figure, lines, totals }
  }, [told, definition, page, wished, filters, today])
}

export const linkTo = (
  page: StatisticsPage,
  span: Span,
  filters: Record<string, string[]>,
  { where }: Pick<Figure, 'where'>,
): string => recordsLink(page.definition, listOf(page), span, filters, where)

const listOf = ({ definition, list }: StatisticsPage): string => list ?? `/${definition.name}`

export interface MapSide {
  key: string
  label: string
  short: string
}
export interface MapView {
  told: Statistics
  label: string
  figures: Figure[]
  figure: Figure
  rows: MapSide[]
  columns: MapSide[]
  valueAt: (row: string, column: string) => number
  linkAt: (row: string | null, column: string | null) => string
  most: number
}

/** A map as it stands on the screen; only figures that add up are told by pairs. */
export function useMapView(asked: StatisticsQuery, told: Statistics | undefined): MapView | undefined {
  const { page, figure: wished, filters, by, and } = asked
  const { definition } = page
  return useMemo(() => {
    const map = definition.statistics?.maps?.find((one) => one.rows === by && one.columns === and)
    if (!told?.cells || !and || !map) return undefined
    const figures = figuresOf(definition).filter(({ key }) => isAdded(definition, key))
    const figure = figures.find(({ key }) => key === wished) ?? figures[0]
    if (!figure) return undefined
    const cells = told.cells.filter((cell) => cell.values[figure.key])
    const values = new Map(
      cells.map(({ key, and: column, values: found }) => [`${key} ${column}`, found[figure.key] ?? 0]),
    )
    return {
      told,
      label: map.label,
      figures,
      figure,
      rows: sidesOf(definition, by, new Set(cells.map(({ key }) => key))),
      columns: sidesOf(definition, and, new Set(cells.map((cell) => cell.and))),
      valueAt: (row, column) => values.get(`${row} ${column}`) ?? 0,
      linkAt: (row, column) =>
        linkTo(
          page,
          told.period,
          { ...filters, ...(row && { [by]: [row] }), ...(column && { [and]: [column] }) },
          figure,
        ),
      most: Math.max(0, ...values.values()),
    }
  }, [told, definition, page, wished, filters, by, and])
}

function isAdded({ statistics }: Definition, key: string): boolean {
  const figure = statistics?.figures[key]
  return figure !== undefined && ('count' in figure || 'sum' in figure)
}

/** All that a choice can be; from its first to its last that has records, as a shop opens and closes, and what has no value. */
function sidesOf({ fields }: Definition, name: string, found: ReadonlySet<string>): MapSide[] {
  const of = fields[name]?.of ?? []
  const isWeek = of.length === WEEKDAYS.length && of.every(({ label }, at) => label === WEEKDAYS[at])
  const all = of.map(({ value, label }, at) => ({
    key: value,
    label: t(label),
    short: isWeek ? shortWeekday(at) : t(label),
  }))
  const first = all.findIndex(({ key }) => found.has(key))
  const last = all.findLastIndex(({ key }) => found.has(key))
  const without = { key: NONE, label: t('Without'), short: t('Without') }
  return [...(isWeek || first < 0 ? all : all.slice(first, last + 1)), ...(found.has(NONE) ? [without] : [])]
}
