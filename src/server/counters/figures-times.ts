import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import type { Actor } from '../actor.ts'
import { all, type Db, rows, type Sql } from '../db/db.ts'
import { narrowed } from '../db/shape.ts'
import { scopeOf } from '../resource/scope.ts'
import { type DaySpan, daysOf } from './day-ranges.ts'
import { signedPieces } from './figures-plan.ts'
import { lateSql, workOf } from './shape.ts'
import { unfoldedOf } from './totals.ts'

/** How long records took: medians to the step of `time_step()`, which is the minute for two hours and grows with the time. */
export interface Times {
  /** Median minutes until a record that began in the period was taken up; null where none was. */
  wait_minutes: number | null
  /** How many were done in the period, whenever they began, and how many of these past their deadline. */
  done: number
  late: number
  /** Median minutes from beginning to end of those. */
  done_minutes: number | null
  /** Mean of what customers gave those, from 1 to 5. */
  rating: number | null
}

type TimeMeasure = 'wait' | 'done' | 'rated'

export async function timesOf(db: Db, definition: Definition, span: DaySpan, actor: Actor): Promise<Times> {
  const scope = scopeOf(definition, actor)
  const steps = scope ? stepsOfRows(definition, span, scope) : stepsOfCounts(definition, span)
  const found = await rows(
    db,
    { kind: narrowed<TimeMeasure>('string'), n: 'number', late: 'number', middle: 'number?', sum: 'number' },
    sql`select kind, sum(n)::bigint as n, sum(late)::bigint as late, min(step) filter (where so_far * 2 >= total) as middle, sum(n * step)::bigint as sum
        from (select kind, step, n, late, sum(n) over (partition by kind order by step) as so_far, sum(n) over (partition by kind) as total
              from (select kind, step, sum(n) as n, sum(late) as late from (${steps}) s group by 1, 2 having sum(n) <> 0) t) t group by 1`,
  )
  const of = (kind: TimeMeasure) => found.find((one) => one.kind === kind)
  const rated = of('rated')
  return {
    wait_minutes: of('wait')?.middle ?? null,
    done: of('done')?.n ?? 0,
    late: of('done')?.late ?? 0,
    done_minutes: of('done')?.middle ?? null,
    rating: rated ? Math.round((100 * rated.sum) / rated.n) / 100 : null,
  }
}

/** How many were done on each day that had any. */
export function doneByDay(
  db: Db,
  definition: Definition,
  span: DaySpan,
  actor: Actor,
): Promise<{ day: string; n: number }[]> {
  const { table } = definition
  const scope = scopeOf(definition, actor)
  const days = scope
    ? sql`select (r.${sql.ref(workOf(definition).finished)} at time zone chain_zone())::date as day, 1::bigint as n from ${sql.table(table)} r where ${doneRows(definition, span, scope)}`
    : sql`select start as day, n from ${sql.table(`${table}_times`)} where kind = 'end' and grain = 'day' and start between ${span.from}::date and ${span.to}::date
          union all select done_day, n from ${unfoldedOf(definition)} where ${isLive(definition)} and done_day between ${span.from}::date and ${span.to}::date`
  return rows(
    db,
    { day: 'string', n: 'number' },
    sql`select day::text, sum(n)::int as n from (${days}) d group by 1 having sum(n) <> 0`,
  )
}

const isLive = (definition: Definition): Sql => sql`state <> ${sql.lit(workOf(definition).trash)}`

/** (kind, step, n, late) from what is counted, and what is not folded yet. */
function stepsOfCounts(definition: Definition, span: DaySpan): Sql {
  const { starts, plus, minus } = signedPieces(span)
  const counted = (grain: 'month' | 'day', days: string[], sign: '' | '-') =>
    sql`select kind, step, ${sql.raw(sign)}n as n, ${sql.raw(sign)}late as late from ${sql.table(`${definition.table}_times`)}
        where kind = any(array['wait', 'done', 'rated']) and grain = ${sql.lit(grain)} and start = any(${days}::date[])`
  const unfolded = (kind: TimeMeasure, day: string, step: string) =>
    sql`select ${sql.lit(kind)}, ${sql.ref(step)}, n, late from ${unfoldedOf(definition)}
        where ${isLive(definition)} and ${sql.ref(step)} is not null and ${sql.ref(day)} between ${span.from}::date and ${span.to}::date`
  const parts = [
    ...(starts.length > 0 ? [counted('month', starts, '')] : []),
    ...(plus.length > 0 ? [counted('day', plus.flatMap(daysOf), '')] : []),
    ...(minus.length > 0 ? [counted('day', minus.flatMap(daysOf), '-')] : []),
    unfolded('wait', 'day', 'wait_step'),
    unfolded('done', 'done_day', 'done_step'),
    unfolded('rated', 'done_day', 'rating'),
  ]
  return all(parts, sql` union all `)
}

/** The same from the rows themselves, for whoever sees a part of the chain. */
function stepsOfRows(definition: Definition, span: DaySpan, scope: Sql): Sql {
  const work = workOf(definition)
  const { on, finished, wait, rating } = work
  const table = sql.table(definition.table)
  const isLate = sql`coalesce(${sql.raw(lateSql(work))}, false)::int::bigint`
  const minutes = sql`floor(extract(epoch from r.${sql.ref(finished)} - r.${sql.ref(on)}) / 60)::integer`
  return sql`
    select 'wait' as kind, time_step(r.${sql.ref(wait)}) as step, 1::bigint as n, ${isLate} as late from ${table} r
      where ${liveRows(definition, scope)} and r.${sql.ref(wait)} is not null and ${within(on, span)}
    union all select k.kind, k.step, 1::bigint, ${isLate} from ${table} r, lateral (values ('done', time_step(${minutes})), ('rated', r.${sql.ref(rating)})) k(kind, step)
      where ${doneRows(definition, span, scope)} and k.step is not null`
}

const doneRows = (definition: Definition, span: DaySpan, scope: Sql): Sql =>
  sql`${liveRows(definition, scope)} and ${within(workOf(definition).finished, span)}`

const liveRows = (definition: Definition, scope: Sql): Sql =>
  sql`r.deleted_at is null and r.${sql.ref(workOf(definition).state)} <> ${sql.lit(workOf(definition).trash)} and ${scope}`

const within = (column: string, { from, to }: DaySpan): Sql =>
  sql`r.${sql.ref(column)} >= ${from}::date::timestamp at time zone chain_zone() and r.${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone chain_zone()`
