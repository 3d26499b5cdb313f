import { sql } from 'kysely'
import { rows } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { NAMED, namedAnswer } from '#server/http/answers.ts'
import { type Call, get } from '#server/http/route.ts'
import { idParameter } from '#server/resource/query/parameters.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { wallClock } from '../../shared/format.ts'
import { tetOf } from '../../shared/vietnam/lunar.ts'
import { baselines, goneShare, monthOf, wapeOf } from './baseline.ts'
import { revenueForecast } from './revenue-forecast.ts'
import type { StoreSums, StoreWape, Summary, Sums } from './summary.ts'

/** The trust in a forecast looks back so many years beside the chosen one. */
const YEARS_BACK = 2
/** A baseline stands on the year before; and the first months of that grow as the last ones before did, to those a year earlier. */
const YEARS_BELOW = 2

const SUMS = {
  target: 'number',
  forecast: 'number',
  actual: 'number',
  target_due: 'number',
  forecast_due: 'number',
  baseline: 'number',
  baseline_target: 'number',
} as const
const WAPE = { months: 'number', forecast: 'number?', baseline: 'number?' } as const
const SUMMARY = namedAnswer('RevenueSummary', {
  year: 'number',
  years: 'number[]',
  today: 'day',
  tet: 'day',
  tet_before: 'day',
  months: [{ month: 'number', ...SUMS, has_actual: 'boolean', has_baseline: 'boolean' }],
  stores: [{ store: NAMED, ...SUMS, groups: [{ group: NAMED, ...SUMS }] }],
  total: SUMS,
  wape: [{ store: NAMED, ...WAPE }],
  wape_total: WAPE,
})

export const summaryRoute = get(
  'summary',
  {
    needs: 'read',
    query: {
      year: { says: 'this year unless said', schema: { type: 'integer', minimum: 2000, maximum: 2100 } },
      store: idParameter('stores'),
      department_group: idParameter('supplier-groups'),
    },
    answers: SUMMARY,
    summary: 'A year by month, by store and group, with a baseline of our own and how far off each forecast was',
  },
  (call) => summaryOf(call),
)

const ROW = {
  year: 'number',
  month: 'number',
  store: 'number',
  store_name: 'string',
  group: 'number',
  group_name: 'string',
  target: 'number',
  forecast: 'number',
  actual: 'number?',
} as const
type Row = RowOf<typeof ROW>
interface Told extends Row {
  at: number
  baseline: number | null
  share: number
}

async function summaryOf({ db, actor, query, context }: Call): Promise<Summary> {
  const today = wallClock(new Date(), context.config.timezone).day
  const year = Number(/^2\d{3}$/.exec(one(query.year) ?? '')?.[0] ?? today.slice(0, 4))
  const [store, group] = [askedId(one(query.store)), askedId(one(query.department_group))]
  const scope = scopeOf(revenueForecast, actor)
  const seen = sql`r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`
  const found = await rows(
    db,
    ROW,
    // Growth is that of a store as a whole, whichever group is looked at.
    sql`select r.year, r.month, r.store, s.code || ' ' || s.name as store_name, r.department_group as "group", g.name as group_name,
          r.target::float8 as target, r.forecast::float8 as forecast, r.actual::float8 as actual
        from revenue_forecast r join stores s on s.id = r.store join supplier_groups g on g.id = r.department_group
        where ${seen} and r.year between ${year - YEARS_BACK - YEARS_BELOW} and ${year} ${store === null ? sql`` : sql`and r.store = ${store}`}
        order by s.code, g.name, r.year, r.month`,
  )
  const years = await rows(
    db,
    { year: 'number' },
    sql`select distinct r.year from revenue_forecast r where ${seen} order by 1 desc`,
  )
  const present = monthOf(Number(today.slice(0, 4)), Number(today.slice(5, 7)))
  const at = (row: Row) => monthOf(row.year, row.month)
  const baseline = baselines(
    found.map((row) => ({ store: row.store, group: row.group, month: at(row), actual: row.actual })),
    present,
  )
  const told = found
    .filter((row) => group === null || row.group === group)
    .map((row): Told => {
      const month = at(row)
      return {
        ...row,
        at: month,
        baseline: baseline({ store: row.store, group: row.group, month }),
        share: goneShare(month, today),
      }
    })
  const ofYear = told.filter((row) => row.year === year)
  const past = told.filter((row) => row.at < present && row.year >= year - YEARS_BACK)
  return {
    year,
    years: years.map((row) => row.year),
    today,
    tet: tetOf(year),
    tet_before: tetOf(year - 1),
    months: monthsOf(ofYear),
    stores: storesOf(ofYear),
    total: sumOf(ofYear),
    wape: [...Map.groupBy(past, (row) => row.store).values()].map((of) => ({ store: storeOf(of), ...trustOf(of) })),
    wape_total: trustOf(past),
  }
}

const askedId = (given: string | undefined): number | null => (given && /^\d{1,15}$/.test(given) ? Number(given) : null)

const storeOf = ([first]: readonly Row[]) => ({ id: first?.store ?? 0, name: first?.store_name ?? '' })

const monthsOf = (of: readonly Told[]): Summary['months'] =>
  Array.from({ length: 12 }, (_, index) => {
    const month = of.filter((row) => row.month === index + 1)
    return {
      month: index + 1,
      ...sumOf(month),
      has_actual: month.some(({ actual }) => actual !== null),
      has_baseline: month.some((row) => row.baseline !== null),
    }
  })

const storesOf = (of: readonly Told[]): StoreSums[] =>
  [...Map.groupBy(of, (row) => row.store).values()].map((mine) => ({
    store: storeOf(mine),
    ...sumOf(mine),
    groups: [...Map.groupBy(mine, (row) => row.group).values()].map((some) => ({
      group: { id: some[0]?.group ?? 0, name: some[0]?.group_name ?? '' },
      ...sumOf(some),
    })),
  }))

/** Each row is rounded before it is added, so that what stands above is exactly the sum of what stands below. */
const sumOf = (of: readonly Told[]): Sums => ({
  target: sum(of, (row) => row.target),
  forecast: sum(of, (row) => row.forecast),
  actual: sum(of, (row) => row.actual ?? 0),
  target_due: sum(of, (row) => Math.round(row.target * row.share)),
  forecast_due: sum(of, (row) => Math.round(row.forecast * row.share)),
  baseline: sum(of, (row) => row.baseline ?? 0),
  baseline_target: sum(of, (row) => (row.baseline === null ? 0 : row.target)),
})

const sum = (of: readonly Told[], value: (row: Told) => number): number => of.reduce((all, row) => all + value(row), 0)

/** Both are held against what was sold on the rows that have both. */
function trustOf(past: readonly Told[]): Omit<StoreWape, 'store'> {
  const compared = past.flatMap(({ at, actual, forecast, baseline }) =>
    actual === null || baseline === null ? [] : [{ at, actual, forecast, baseline }],
  )
  return {
    months: new Set(compared.map(({ at }) => at)).size,
    forecast: wapeOf(compared.map(({ actual, forecast }) => ({ actual, said: forecast }))),
    baseline: wapeOf(compared.map(({ actual, baseline }) => ({ actual, said: baseline }))),
  }
}
