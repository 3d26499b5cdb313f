import { sql } from 'kysely'
import type { Definition, Figured } from '../../shared/resource.ts'
import type { Actor } from '../actor.ts'
import { all, type Db, rows, type Sql, type Tx } from '../db/db.ts'
import { scopeOf } from './scope.ts'

/**
 * The figures of a resource, each with one definition for dashboard, report, export and mail. A record counts on the day that its
 * tally's moment falls on in the chain's time zone; what lies in the trash does not count.
 */

/** What figures are split by: nothing, a span of the calendar, or a ref, refs or choice field. */
export type Dimension = 'none' | 'month' | 'day' | (string & {})

export interface FiguresWish {
  /** A field by its own name, e.g. `tags`. */
  dimension: Dimension
  /** Split once more, e.g. a month's days by type. */
  and?: Dimension
  /** First and last day, `YYYY-MM-DD`, both included. */
  from: string
  to: string
  /** Field to any of these values; null asks for records without one. */
  filters?: Readonly<Record<string, readonly (number | string | null)[]>>
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
  /** Done within their deadline. */
  on_time: number
  /** Past their deadline now, or once; a breach stays whatever happens later. */
  late: number
  /** Minutes until they were first handled, of those that were, and how many those are. */
  wait_minutes_sum: number
  wait_n: number
}

/** Rows by key, in no order; a key without records has no row. A record with several tags counts under each. */
export async function figuresBy(db: Db | Tx, definition: Definition, wish: FiguresWish): Promise<Figures[]> {
  const figured = figuredOf(definition)
  const states = statesOf(definition, figured)
  const found = await rows<Record<string, number> & Pick<Figures, 'key' | 'and'>>(
    db,
    sql`select key, "and", count(*)::int as n, count(*) filter (where is_overdue)::int as overdue, count(*) filter (where is_done and not is_late)::int as on_time,
          count(*) filter (where is_late or is_overdue)::int as late, coalesce(sum(wait), 0)::bigint as wait_minutes_sum, count(wait)::int as wait_n,
          ${all(
            states.map(
              (state) =>
                sql`count(*) filter (where state = ${sql.lit(state)} and not is_overdue)::int as ${sql.ref(`is ${state}`)}`,
            ),
            sql`, `,
          )}
        from (${countedSql(definition, figured, wish)}) c group by 1, 2`,
  )
  return found.map((one) => ({
    key: one.key,
    and: one.and,
    n: one.n ?? 0,
    states: Object.fromEntries(states.map((state) => [state, one[`is ${state}`] ?? 0])),
    overdue: one.overdue ?? 0,
    on_time: one.on_time ?? 0,
    late: one.late ?? 0,
    wait_minutes_sum: one.wait_minutes_sum ?? 0,
    wait_n: one.wait_n ?? 0,
  }))
}

function figuredOf({ name, tally }: Definition): Figured {
  if (!tally?.figures) throw new Error(`${name} has no figures`)
  return tally.figures
}

const statesOf = ({ fields, tally }: Definition, { trash }: Figured): string[] =>
  (fields[tally?.state ?? '']?.of ?? []).map(({ value }) => value).filter((value) => value !== trash)

/** The records themselves, each with its keys and what its figures are made of. */
function countedSql(definition: Definition, figured: Figured, wish: FiguresWish): Sql {
  const { table, tally } = definition
  const { dimension, and = 'none', from, to, filters = {}, actor } = wish
  const state = sql`r.${sql.ref(tally?.state ?? '')}`
  const at = sql`r.${sql.ref(tally?.on ?? '')}`
  const isIn = (states: readonly string[]) => sql`${state} = any(${states}::text[])`
  const scope = scopeOf(definition, actor)
  const where = [
    sql`r.deleted_at is null`,
    sql`${at} >= ${from}::date::timestamp at time zone chain_zone()`,
    sql`${at} < (${to}::date + 1)::timestamp at time zone chain_zone()`,
    ...Object.entries(filters).map(([name, values]) => filterSql(definition, name, values)),
    ...(scope ? [scope] : []),
  ]
  return sql`select ${keySql(definition, dimension)} as key, ${keySql(definition, and)} as "and", ${state} as state, ${isIn(figured.done)} as is_done,
      coalesce(${isIn(figured.open)} and (${sql.raw(figured.overdue)}), false) as is_overdue, coalesce(${sql.raw(figured.late)}, false) as is_late, r.${sql.ref(figured.wait)} as wait
    from ${sql.table(table)} r ${manyOf(definition, [dimension, and])} where ${all(where)}`
}

function keySql({ fields, tally }: Definition, dimension: Dimension): Sql {
  const local = sql`(r.${sql.ref(tally?.on ?? '')} at time zone chain_zone())`
  if (dimension === 'none') return sql`''`
  if (dimension === 'month') return sql`to_char(${local}, 'YYYY-MM')`
  if (dimension === 'day') return sql`${local}::date::text`
  if (!fields[dimension]) throw new Error(`Figures are not split by ${dimension}`)
  return isMany(fields, dimension) ? sql`${sql.ref(`of_${dimension}`)}::text` : sql`r.${sql.ref(dimension)}::text`
}

/** A record stands once under each of several values, or once under none. */
const manyOf = ({ fields }: Definition, dimensions: readonly Dimension[]): Sql =>
  all(
    [...new Set(dimensions)]
      .filter((name) => isMany(fields, name))
      .map((name) => sql`left join lateral unnest(r.${sql.ref(name)}) ${sql.ref(`of_${name}`)} on true`),
    sql` `,
    sql``,
  )

const isMany = (fields: Definition['fields'], name: string): boolean => fields[name]?.kind === 'refs'

function filterSql({ fields }: Definition, name: string, values: readonly (number | string | null)[]): Sql {
  const given = values.filter((value) => value !== null)
  const column = sql`r.${sql.ref(name)}`
  const type = fields[name]?.kind === 'ref' ? sql`bigint[]` : sql`text[]`
  return given.length < values.length
    ? sql`(${column} = any(${given}::${type}) or ${column} is null)`
    : sql`${column} = any(${given}::${type})`
}
