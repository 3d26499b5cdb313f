import type { Grain } from '../../shared/definition/counter-options.ts'
import type { Definition } from '../../shared/resource.ts'
import { type DaySpan, dayAfter, daysOf, EVER, lengthOf, monthEndOf, monthStartsOf, nextMonth } from './day-ranges.ts'
import { counterOptionsOf, isMany, rollupsOf } from './shape.ts'

/** Counts that can tell a figure: a cube's table, or one field of the tally. */
export interface Source {
  table: string
  /** The tally's rows of one field at one grain; a cube has no such choice. */
  only?: { dim: string; grain: Grain | 'year' | 'ever' }
  /** Where the value of a field stands. */
  columns: Readonly<Record<string, string>>
}

/**
 * What adds up to the figures of a period: counts of months (these, all, or all from one `onwards`) and of days, some of them taken
 * away again, and the rest from the rows.
 */
export interface Plan {
  months: { source: Source; starts: string[] | null; onwards?: string } | null
  /** Whole years in place of most of their months, and the months to take away again. */
  years: { source: Source; starts: string[]; minus: string[] } | null
  days: { source: Source; plus: string[]; minus: string[] } | null
  raw: { plus: DaySpan[]; minus: DaySpan[] }
  /** The days that counts tell, not rows: what is not folded yet is added for these; null for all there are, or none. */
  derived: DaySpan | null
}

const PLANS_MOST = 500
const plansOf = new WeakMap<Definition, Map<string, Plan>>()

/**
 * Chooses the cheapest way that is exact; the same question gets the same plan, made once.
 * @param fields every field that narrows or splits
 * @param span of days; null for ever
 * @param isByDay whether days are told apart, so that months cannot help
 * @param mayBeYears whether nobody tells months apart, and whoever asks knows what to do with years
 */
export function planFigures(
  definition: Definition,
  fields: readonly string[],
  span: DaySpan | null,
  isByDay: boolean,
  mayBeYears = false,
): Plan {
  const plans = plansOf.get(definition) ?? new Map<string, Plan>()
  const key = [span?.from, span?.to, isByDay, mayBeYears, ...fields].join(' ')
  const known = plans.get(key)
  if (known) return known
  if (plans.size >= PLANS_MOST) plans.clear()
  const whole = newPlan(definition, fields, span, isByDay)
  const made = mayBeYears ? byYears(whole, sourceOf(definition, fields, 'year')) : whole
  plansOf.set(definition, plans.set(key, made))
  return made
}

function newPlan(definition: Definition, fields: readonly string[], span: DaySpan | null, isByDay: boolean): Plan {
  const none: Plan = { months: null, years: null, days: null, raw: { plus: [], minus: [] }, derived: null }
  if (!span) {
    const ever = sourceOf(definition, fields, 'ever')
    return { ...none, months: ever && { source: ever, starts: null } }
  }
  const byDay = sourceOf(definition, fields, 'day')
  const byMonth = isByDay ? null : sourceOf(definition, fields, 'month')
  if (span.from > span.to) return none
  if (!byMonth)
    return byDay
      ? { ...none, days: { source: byDay, plus: daysOf(span), minus: [] }, derived: span }
      : { ...none, raw: { plus: [span], minus: [] } }
  if (span.to === EVER) return openPlan(byMonth, byDay, span)
  const { starts, plus, minus } = signedPieces(span)
  const [first] = starts
  const last = starts.at(-1)
  const ofMonths = first && last ? { from: first, to: monthEndOf(last) } : null
  return {
    years: null,
    months: ofMonths && { source: byMonth, starts },
    days:
      byDay && plus.length + minus.length > 0
        ? { source: byDay, plus: plus.flatMap(daysOf), minus: minus.flatMap(daysOf) }
        : null,
    raw: byDay ? none.raw : { plus, minus },
    derived: byDay ? span : ofMonths,
  }
}

/** The same by years where counts know them: of a year most of whose months are asked for all of it, less the others. */
function byYears(plan: Plan, source: Source | null): Plan {
  const { months } = plan
  if (!source || !months?.starts) return plan
  const { years, plus, minus } = yearsOf(months.starts)
  return { ...plan, months: { source: months.source, starts: plus }, years: { source, starts: years, minus } }
}

/** First days of months as those of years, of the months left beside them, and of those to take away from these years. */
export function yearsOf(starts: readonly string[]): { years: string[]; plus: string[]; minus: string[] } {
  const found = { years: [] as string[], plus: [] as string[], minus: [] as string[] }
  for (const [year, inside] of Map.groupBy(starts, (start) => start.slice(0, 4))) {
    const first = `${year}-01-01`
    const outside = monthStartsOf({ from: first, to: `${year}-12-31` }).filter((start) => !inside.includes(start))
    if (1 + outside.length < inside.length) {
      found.years.push(first)
      found.minus.push(...outside)
    } else found.plus.push(...inside)
  }
  return found
}

/** All from a day on: what is left of its month by days, and the months after it. */
function openPlan(byMonth: Source, byDay: Source | null, { from }: DaySpan): Plan {
  const isWhole = from.endsWith('-01')
  const onwards = isWhole ? from : nextMonth(from)
  const rest = { from, to: dayAfter(onwards, -1) }
  return {
    years: null,
    months: { source: byMonth, starts: null, onwards },
    days: byDay && !isWhole ? { source: byDay, plus: daysOf(rest), minus: [] } : null,
    raw: { plus: byDay || isWhole ? [] : [rest], minus: [] },
    derived: { from: byDay ? from : onwards, to: EVER },
  }
}

/** Whole months, and the days before and after them; of a month that is cut, the fewer days: those inside, or those to take away. */
export function signedPieces({ from, to }: DaySpan): { starts: string[]; plus: DaySpan[]; minus: DaySpan[] } {
  const starts: string[] = []
  const plus: DaySpan[] = []
  const minus: DaySpan[] = []
  for (const start of monthStartsOf({ from, to })) {
    const end = monthEndOf(start)
    const inside = { from: from > start ? from : start, to: to < end ? to : end }
    const outside = [
      { from: start, to: dayAfter(inside.from, -1) },
      { from: dayAfter(inside.to), to: end },
    ].filter((piece) => piece.from <= piece.to)
    const count = (pieces: DaySpan[]) => pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)
    if (count(outside) < count([inside])) {
      starts.push(start)
      minus.push(...outside)
    } else plus.push(inside)
  }
  return { starts, plus, minus }
}

/** The smallest counts that know all these fields; a field with several values serves only whoever splits by it. */
export function sourceOf(
  definition: Definition,
  fields: readonly string[],
  grain: Grain | 'year' | 'ever',
): Source | null {
  const { by, daily, yearly } = counterOptionsOf(definition)
  const [only, ...more] = fields
  const table = `${definition.table}_counters`
  if (grain === 'year' && (more.length > 0 || !only || !yearly.includes(only))) return null
  if (only === undefined) return { table, only: { dim: 'all', grain }, columns: {} }
  if (more.length === 0 && by.includes(only) && (grain !== 'day' || daily.includes(only)))
    return { table, only: { dim: only, grain }, columns: { [only]: 'key' } }
  const known = rollupsOf(definition).filter(
    (one) =>
      one.grain === (grain === 'day' ? 'day' : 'month') &&
      fields.every((name) => one.by.includes(name)) &&
      one.by.every((name) => !isMany(definition, name) || fields.includes(name)),
  )
  const [cube] = known.toSorted((a, b) => a.by.length - b.by.length)
  return cube ? { table: cube.table, columns: Object.fromEntries(cube.by.map((name) => [name, name])) } : null
}
