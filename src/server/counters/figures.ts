import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import type { Actor } from '../actor.ts'
import { all, type Db, rows, type Tx } from '../db/db.ts'
import type { RowOf } from '../db/shape.ts'
import { derivableScope } from '../resource/scope.ts'
import { type Dimension, type FigureSource, type Filters, isField, selectsOf } from './figures-sql.ts'
import { workOf } from './shape.ts'

/**
 * The figures of a resource, each with one definition for dashboard, report, export and mail. A record counts on the day that its
 * tally's moment falls on in the chain's time zone; what lies in the trash does not count. Read from counts kept ahead, as
 * docs/decisions/counters.md tells; exact at all times.
 */
export interface FiguresWish {
  /** What figures are split by: nothing, a span of the calendar, or a ref, refs or choice field by its own name, e.g. `tags`. */
  dimension: Dimension
  /** Split once more, e.g. a month's days by type. */
  and?: Dimension
  /** First and last day, `YYYY-MM-DD`, both included. */
  from: string
  to: string
  /** Field to any of these values; null asks for records without one. */
  filters?: Filters
  /** Only records in these, as stored. */
  states?: readonly string[]
  /** Whose eyes: only what their scope shows is counted. */
  actor: Actor
}

export interface Figures {
  /** `YYYY-MM`, `YYYY-MM-DD`, an id or a choice as text; null for records without one; '' where nothing is split. */
  key: string | null
  /** The same of the second dimension. */
  and: string | null
  n: number
  /** By the status that lists show, the overdue ones apart: together with `overdue` they are `n`. */
  states: Record<string, number>
  /** Open and past their deadline at this moment. */
  overdue: number
  /** Done within their deadline; what was merged into another before either is neither on time nor late. */
  on_time: number
  /** Past their deadline now, or once; a breach stays whatever happens later. */
  late: number
  /** Minutes until they were first handled, of those that were, and how many those are. */
  wait_minutes_sum: number
  wait_n: number
}

const COUNTED = {
  key: 'string',
  and: 'string',
  state: 'string',
  n: 'number',
  late: 'number',
  wait_sum: 'number',
  wait_n: 'number',
  fresh: 'number',
  eased: 'number',
  unjudged: 'number',
} as const
type Counted = RowOf<typeof COUNTED>

/** Rows by key, in no order; a key without records has no row. A record with several tags counts under each. */
export async function figuresBy(db: Db | Tx, definition: Definition, wish: FiguresWish): Promise<Figures[]> {
  const selects = partsOf(definition, wish).flatMap((part) => selectsOf(definition, part))
  if (selects.length === 0) return []
  const counted = await rows(
    db,
    COUNTED,
    sql`select key, "and", state, sum(n)::bigint as n, sum(late)::bigint as late, sum(wait_sum)::bigint as wait_sum, sum(wait_n)::bigint as wait_n,
          sum(fresh)::bigint as fresh, sum(eased)::bigint as eased, sum(unjudged)::bigint as unjudged
        from (${all(selects, sql` union all `)}) c group by 1, 2, 3 having sum(n) <> 0`,
  )
  // Left out here, as counts are told apart by it anyway and the plan stays that of all.
  const kept = counted.filter(({ state }) => wish.states?.includes(state) ?? true)
  const found = Map.groupBy(kept, ({ key, and }) => `${key} ${and}`)
  return [...found.values()].map((group) => figuresOf(definition, wish, group))
}

function figuresOf(definition: Definition, { dimension, and = 'none' }: FiguresWish, group: Counted[]): Figures {
  const { open, done, trash, state } = workOf(definition)
  const states = (definition.fields[state]?.of ?? []).map(({ value }) => value).filter((value) => value !== trash)
  const isDone = (one: Counted) => done.includes(one.state)
  // Every open one that is late by the counts is overdue, but for those that the clock knows better.
  const overdueOf = (one: Counted) => (open.includes(one.state) ? one.late + one.fresh - one.eased : 0)
  const sum = (of: (one: Counted) => number) => group.reduce((total, one) => total + of(one), 0)
  const named = (value: string | undefined, by: Dimension) => (isField(by) && !value ? null : (value ?? ''))
  return {
    key: named(group[0]?.key, dimension),
    and: named(group[0]?.and, and),
    n: sum((one) => one.n),
    states: Object.fromEntries(
      states.map((value) => [value, sum((one) => (one.state === value ? one.n - overdueOf(one) : 0))]),
    ),
    overdue: sum(overdueOf),
    on_time: sum((one) => (isDone(one) ? one.n - one.late - one.unjudged : 0)),
    late: sum((one) => one.late + one.fresh),
    wait_minutes_sum: sum((one) => one.wait_sum),
    wait_n: sum((one) => one.wait_n),
  }
}

/** What an actor sees, as filters where counts know them, and the few records beside from the rows. */
function partsOf(
  definition: Definition,
  { dimension, and = 'none', from, to, filters = {}, actor }: FiguresWish,
): FigureSource[] {
  const whole = { dimensions: [dimension, and] as const, span: { from, to } }
  return derivableScope(definition, actor).flatMap(({ filter, only }): FigureSource[] => {
    const narrowed: Record<string, Filters[string]> = { ...filters }
    for (const [name, value] of Object.entries(filter)) {
      if (narrowed[name] && !narrowed[name].includes(value)) return []
      narrowed[name] = [value]
    }
    return [{ ...whole, filters: narrowed, ...(only && { only }) }]
  })
}
