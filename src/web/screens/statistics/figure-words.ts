import type { FigureOptions, FigureUnit } from '../../../shared/definition/statistics-options.ts'
import { formatDay, formatNumber, formatPercent } from '../../../shared/format.ts'
import { currentLanguage, LOCALES, t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { type FigureValues, isCalendar, type RecordsBehind, statisticsIn, unitOf } from '../../../shared/statistics.ts'
import { spell } from '../../../shared/time/spell.ts'

/** A figure as the page shows it. */
export interface Figure {
  key: string
  label: string
  hint?: string | undefined
  unit: FigureUnit
  more?: 'worse' | 'better' | undefined
  where: Readonly<Record<string, readonly string[]>>
  records?: RecordsBehind | undefined
}

/** The figures of a page, in their order. */
export const figuresOf = (definition: Definition): Figure[] =>
  Object.entries(statisticsIn(definition).figures)
    .filter(([, { isHidden }]) => !isHidden)
    .map(([key, figure]) => ({
      key,
      label: t(figure.label),
      hint: figure.hint && t(figure.hint),
      unit: unitOf(definition, figure),
      more: figure.more,
      where: whereOf(figure),
      records: 'during' in figure ? { where: figure.where ?? {}, until: figure.during } : figure.records,
    }))

const whereOf = (figure: FigureOptions): Figure['where'] =>
  'where' in figure && figure.where
    ? Object.fromEntries(Object.entries(figure.where).map(([name, values]) => [name, values ?? []]))
    : {}

/** A number of a figure in words: `1.234 ₫`, `12,5%`, `3,5 h`. */
export function saidFigure(value: number | null | undefined, unit: FigureUnit): string {
  if (value === null || value === undefined) return '–'
  const number = (of: number, digits: number) => formatNumber(of, currentLanguage(), digits)
  const said: Record<FigureUnit, () => string> = {
    whole: () => number(value, 0),
    money: () => `${number(value, 0)}\u00a0₫`,
    decimal: () => number(value, Math.abs(value) < 10 ? 2 : 1),
    percent: () => `${number(value * 100, 1)}%`,
    points: () => `${number(value, 1)}%`,
    score: () => number(value, 1),
    hours: () => t('{{n}} h', { n: number(value, 1) }),
    minutes: () => t('{{n}} min', { n: number(value, 0) }),
    days: () => t('{{n}} d', { n: number(value, 1) }),
  }
  return said[unit]()
}

/** The same in little room, for axes: `1,2 Tr`, `12%`. */
export function shortFigure(value: number, unit: FigureUnit): string {
  if (unit === 'percent' || unit === 'points')
    return formatPercent(unit === 'percent' ? value * 100 : value, currentLanguage(), 1)
  return new Intl.NumberFormat(LOCALES[currentLanguage()], { notation: 'compact', maximumFractionDigits: 1 }).format(
    value,
  )
}

const said = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALES[currentLanguage()], { ...options, timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  )

/** A row in words, and short for an axis. */
export function rowWords(by: string, { key, label }: { key: string; label: string }): { label: string; short: string } {
  if (by === 'month')
    return {
      label: `${key.slice(5)}/${key.slice(0, 4)}`,
      short: currentLanguage() === 'vi' ? `T${Number(key.slice(5))}` : said(`${key}-01`, { month: 'short' }),
    }
  if (by === 'day') return { label: `${said(key, { weekday: 'short' })} ${formatDay(key)}`, short: key.slice(8) }
  return { label, short: label }
}

/** Short names of weekdays, Monday first, in the reader's language. */
export const shortWeekday = (at: number): string =>
  said(`2026-01-${String(5 + at).padStart(2, '0')}`, { weekday: 'short' })

/** What rows are called. */
export const headOf = ({ fields }: Definition, by: string): string =>
  by === 'month' ? t('Month') : by === 'day' ? t('Day') : t(fields[by]?.label ?? by)

/** Whether rows have an order of their own, such as days or ranges of a number, and so stand beside each other. */
export const isOrdered = ({ fields }: Definition, by: string): boolean =>
  isCalendar(by) || (fields[by]?.kind === 'computed' && fields[by].of !== undefined)

/** Of fewer than these before, how many more or fewer says more than a per cent of so few. */
const FEW = 20

export interface Change {
  words: string
  tone: 'good' | 'bad' | 'calm'
  direction: 'up' | 'down' | 'same'
}

/** How a figure differs from the one before: in so many, in points of a part, in time, or in per cent where there are enough. */
export function changeOf(
  { key, unit, more }: Figure,
  values: FigureValues,
  before: FigureValues | null,
): Change | null {
  const [now, then] = [values[key] ?? null, before?.[key] ?? null]
  if (!before || now === null || then === null) return null
  const by = now - then
  const isSmall = Math.abs(then) < FEW
  const isPart = unit === 'percent' || unit === 'points'
  const size = Math.abs(by)
  const n = formatNumber(unit === 'percent' ? size * 100 : size, currentLanguage(), 1)
  const amount = isPart
    ? t('{{n}} points', { n })
    : unit === 'score'
      ? t('{{n}} score points', { n })
      : unit === 'minutes'
        ? spell(size * 60_000)
        : isSmall || then <= 0
          ? saidFigure(size, unit)
          : formatPercent((size / then) * 100, currentLanguage(), size < then / 10 ? 1 : 0)
  const isSame = saidFigure(now, unit) === saidFigure(then, unit)
  const isBad = more === (by > 0 ? 'worse' : 'better')
  return {
    words: isSame ? t('unchanged') : by > 0 ? t('{{amount}} more', { amount }) : t('{{amount}} less', { amount }),
    tone: isSame || !more ? 'calm' : isBad ? 'bad' : 'good',
    direction: isSame ? 'same' : by > 0 ? 'up' : 'down',
  }
}
