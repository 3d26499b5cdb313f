import { DAY_MS } from '../../shared/time/units.ts'
import { tetOf } from '../../shared/vietnam/lunar.ts'

/**
 * A forecast of our own, beside the imported one; docs/decisions/revenue-baseline.md has the rule with a month reckoned by hand. Pure:
 * months are counted from the year 0, so that the one a year before is twelve less.
 */

/** A day of the three weeks before Tết sells as much as so many others, and one of the week from Tết on. */
export const TET = { before: { days: 21, weight: 1.5 }, after: { days: 7, weight: 0.5 } } as const
const GROWTH_MONTHS = 3

/** What a store sold of a department group in a month. */
export interface Sold {
  store: number
  group: number
  month: number
  actual: number | null
}

export const monthOf = (year: number, month: number): number => year * 12 + month - 1
export const yearOf = (month: number): number => Math.floor(month / 12)
export const daysOf = (month: number): number => new Date(Date.UTC(yearOf(month), (month % 12) + 1, 0)).getUTCDate()

/** How many of a month's days lie in the weeks before Tết, and how many in the week from Tết on. */
export function tetDays(month: number): { before: number; after: number } {
  const first = Date.UTC(yearOf(month), month % 12, 1) / DAY_MS
  const last = first + daysOf(month) - 1
  const tet = Date.parse(tetOf(yearOf(month))) / DAY_MS
  const common = (from: number, to: number) => Math.max(0, Math.min(last, to) - Math.max(first, from) + 1)
  return { before: common(tet - TET.before.days, tet - 1), after: common(tet, tet + TET.after.days - 1) }
}

/** A month's days, each counted as much as it sells. */
export function weightOf(month: number): number {
  const { before, after } = tetDays(month)
  return daysOf(month) + (TET.before.weight - 1) * before + (TET.after.weight - 1) * after
}

/** The baseline of any month of a store and group, from what was sold; null where nothing was a year before. */
export function baselines(sold: readonly Sold[], present: number): (one: Omit<Sold, 'actual'>) => number | null {
  const actuals = new Map(sold.map((one) => [keyOf(one), one.actual]))
  const groups = Map.groupBy(sold, ({ store }) => store)
  const moved = (one: Omit<Sold, 'actual'>): number | null => {
    const before = actuals.get(keyOf({ ...one, month: one.month - 12 })) ?? null
    return before === null ? null : (before / weightOf(one.month - 12)) * weightOf(one.month)
  }
  const grown = new Map<string, number>()
  const growthOf = (store: number, until: number): number => {
    const key = `${store} ${until}`
    const known = grown.get(key) ?? reckonGrowth(groups.get(store) ?? [], moved, until)
    grown.set(key, known)
    return known
  }
  return (one) => {
    const then = moved(one)
    return then === null ? null : Math.round(then * growthOf(one.store, Math.min(one.month, present)))
  }
}

/** What the three months before this one sold, to what they sold a year before, moved by Tết; 1 where neither is known. */
function reckonGrowth(
  sold: readonly Sold[],
  moved: (one: Omit<Sold, 'actual'>) => number | null,
  until: number,
): number {
  let [now, then] = [0, 0]
  for (const one of sold) {
    if (one.actual === null || one.month >= until || one.month < until - GROWTH_MONTHS) continue
    const before = moved(one)
    if (before === null) continue
    now += one.actual
    then += before
  }
  return then > 0 ? now / then : 1
}

const keyOf = ({ store, group, month }: Omit<Sold, 'actual'>): string => `${store} ${group} ${month}`

/** How far off forecasts were, in per cent of what was sold (WAPE): the deviations of all rows, added up, to the actuals of all. */
export function wapeOf(rows: readonly { actual: number; said: number }[]): number | null {
  const actual = rows.reduce((sum, one) => sum + one.actual, 0)
  const off = rows.reduce((sum, one) => sum + Math.abs(one.actual - one.said), 0)
  return actual > 0 ? (100 * off) / actual : null
}

/** Which part of a month has gone on a day, by its days that have ended: 1 of a month gone by, 0 of one to come. */
export function goneShare(month: number, today: string): number {
  const now = monthOf(Number(today.slice(0, 4)), Number(today.slice(5, 7)))
  if (month !== now) return month < now ? 1 : 0
  return (Number(today.slice(8, 10)) - 1) / daysOf(month)
}
