import type { Actor } from '#server/actor.ts'
import type { Figures } from '#server/counters/counters.ts'
import { figuresBy } from '#server/counters/counters.ts'
import type { Db } from '#server/db/db.ts'
import { comparable, partsOf, type Span, spanBefore } from '../../shared/time/spans.ts'
import { complaints } from '../complaints/complaints.ts'
import { OPEN_STATES } from '../complaints/states.ts'
import type { Grouping } from './kinds.ts'
import { namesOf, narrowedBy } from './names.server.ts'
import type { ReportWish } from './parse-query.server.ts'
import { inProvinces, provincesOf } from './provinces.server.ts'
import { type FigureSet, NONE, type Report, type ReportLine, type ReportRow } from './report.ts'

/** A report as its actor may see it. Page, workbook and mail all come from here. */
export async function reportFor(db: Db, wish: ReportWish, actor: Actor, today: string): Promise<Report> {
  const before = spanBefore(wish.period, wish.compare)
  const against = { before, compared: before && comparable(wish.period, before, today) }
  const ask = askerOf(db, wish, actor)
  const { rows } = wish.kind
  const [body, narrowed] = await Promise.all([
    rows === 'day' || rows === 'month'
      ? byTime(db, wish, rows, against, ask, actor)
      : byGroup(db, wish, rows, against, ask, actor),
    narrowedBy(db, wish, actor.language),
  ])
  return { report: wish.kind.page, period: wish.period, compare: wish.compare, ...against, narrowed, ...body }
}

type Against = Pick<Report, 'before' | 'compared'>
type Ask = (span: Span, dimension: string, and?: string) => Promise<Figures[]>
type Body = Pick<Report, 'rows' | 'columns' | 'totals'>

const askerOf =
  (db: Db, { kind, filters }: ReportWish, actor: Actor): Ask =>
  ({ from, to }, dimension, and) =>
    figuresBy(db, complaints, {
      dimension,
      and,
      from,
      to,
      filters,
      ...('status' in kind && { states: kind.status }),
      actor,
    })

/** Months of a year or days of a month, every one of them, perhaps split once more. */
async function byTime(
  db: Db,
  { kind, period }: ReportWish,
  by: 'day' | 'month',
  { before, compared }: Against,
  ask: Ask,
  actor: Actor,
): Promise<Body> {
  const columns = 'columns' in kind ? kind.columns : undefined
  const [now, earlier, totalEarlier, cells, columnsEarlier] = await Promise.all([
    ask(period, by),
    before ? ask(before, by) : [],
    compared ? ask(compared, 'none') : null,
    columns ? ask(period, by, columns) : [],
    columns && compared ? ask(compared, columns) : null,
  ])
  const found = grouped(now, (one) => one.key)
  const foundBefore = grouped(earlier, (one) => one.key)
  const keysBefore = before ? keysOf(before, by) : []
  const totals = setOf(now, totalEarlier && countOf(totalEarlier))
  const ofRow = grouped(cells, (one) => one.key)
  const rows = keysOf(period, by).map((key, at): ReportRow => {
    const keyBefore = keysBefore[at]
    const line = setOf(found.get(key) ?? [], keyBefore ? countOf(foundBefore.get(keyBefore) ?? []) : null)
    const split = columns && Object.fromEntries((ofRow.get(key) ?? []).map(({ and, n }) => [and ?? NONE, n]))
    return { key, label: key, share: shareOf(line.n, totals.n), ...line, ...(split && { by: split }) }
  })
  if (!columns) return { rows, totals }
  const ofColumn = grouped(cells, (one) => one.and)
  return { rows, totals, columns: await linesOf(db, columns, ofColumn, columnsEarlier, totals.n, actor) }
}

/** One row for each store, province, department or solution that had complaints in either period, the most first. */
async function byGroup(
  db: Db,
  { period, filters }: ReportWish,
  grouping: Grouping,
  { compared }: Against,
  ask: Ask,
  actor: Actor,
): Promise<Body> {
  const provinces = grouping === 'province' ? await provincesOf(db, filters) : null
  const asked = async (span: Span) =>
    provinces ? inProvinces(await ask(span, 'store'), provinces) : ask(span, grouping)
  const [now, earlier] = await Promise.all([asked(period), compared ? asked(compared) : null])
  const totals = setOf(now, earlier && countOf(earlier))
  const lines = await linesOf(
    db,
    grouping,
    grouped(now, (one) => one.key),
    earlier,
    totals.n,
    actor,
  )
  const rows = provinces ? lines.map((line) => ({ ...line, stores: provinces.stores.get(line.key) ?? [] })) : lines
  return { rows, totals }
}

async function linesOf(
  db: Db,
  grouping: Grouping,
  now: Map<string, Figures[]>,
  earlier: readonly Figures[] | null,
  total: number,
  actor: Actor,
): Promise<ReportLine[]> {
  const foundBefore = grouped(earlier ?? [], (one) => one.key)
  const keys = [...new Set([...now.keys(), ...foundBefore.keys()])]
  const names = await namesOf(db, grouping, keys, actor.language)
  return keys
    .map((key): ReportLine => {
      const line = setOf(now.get(key) ?? [], earlier && countOf(foundBefore.get(key) ?? []))
      return { key, label: names.get(key) ?? key, share: shareOf(line.n, total), ...line }
    })
    .toSorted((a, b) => b.n - a.n || (b.before ?? 0) - (a.before ?? 0) || a.label.localeCompare(b.label))
}

const keysOf = (span: Span, by: 'day' | 'month') =>
  partsOf(span, by).map((day) => (by === 'month' ? day.slice(0, 7) : day))
const shareOf = (n: number, total: number) => (total === 0 ? 0 : n / total)
const countOf = (figures: readonly Figures[]) => figures.reduce((sum, one) => sum + one.n, 0)

function grouped(figures: readonly Figures[], keyBy: (one: Figures) => string | null): Map<string, Figures[]> {
  const groups = new Map<string, Figures[]>()
  for (const one of figures) {
    const key = keyBy(one) ?? NONE
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return groups
}

function setOf(figures: readonly Figures[], before: number | null): FigureSet {
  const sum = (read: (one: Figures) => number) => figures.reduce((total, one) => total + read(one), 0)
  const inState = (...states: string[]) => sum((one) => states.reduce((n, state) => n + (one.states[state] ?? 0), 0))
  const waited = sum((one) => one.wait_n)
  return {
    n: countOf(figures),
    before,
    parts: {
      open: inState(...OPEN_STATES),
      overdue: sum((one) => one.overdue),
      completed: inState('completed'),
      closed: inState('closed'),
    },
    on_time: sum((one) => one.on_time),
    late: sum((one) => one.late),
    wait_minutes: waited === 0 ? null : sum((one) => one.wait_minutes_sum) / waited,
  }
}
