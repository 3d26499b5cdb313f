import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { all, type Sql } from '../db/db.ts'
import { workOf } from './shape.ts'

/*
 * What is overdue hangs on the clock and is never counted ahead: it is what the counts know of open ones as late, with those that are
 * so for a moment only, and without those that are no longer (docs/decisions/counters.md).
 */

/**
 * Open ones whose deadline has passed and that no count knows as late yet: what passed within the last second, as a rule. These few
 * are found first (offset 0), and then narrowed; by any other way PostgreSQL would walk all that were late of the period.
 * @param needed the columns that are asked for, which the index may have; null for all
 */
export function freshRows(definition: Definition, needed: readonly string[] | null): Sql {
  const { due, breached, finished } = workOf(definition)
  const columns = needed
    ? all(
        [...new Set(needed)].map((name) => sql`r.${sql.ref(name)}`),
        sql`, `,
      )
    : sql`r.*`
  return sql`select ${columns} from ${sql.table(definition.table)} r where ${isOpen(definition)} and r.${sql.ref(breached)} is null
    and ${isPast(sql`r.${sql.ref(due)}`)} and coalesce(r.${sql.ref(due)} >= r.${sql.ref(finished)}, true) offset 0`
}

/**
 * Between two moments that PostgreSQL does not know when it plans: so it expects few, which they are. By what it knows of deadlines
 * nearly all have passed, and it reads all open ones through an index of their state instead (tabs in 100 ms).
 */
const isPast = (due: Sql): Sql => sql`${due} > (select timestamptz '-infinity') and ${due} < (select now())`

/**
 * Open ones that were late and were given another deadline, or none for a while; told by an index of those with another one. In words
 * that no index of deadlines understands: PostgreSQL takes these for few and would read most of all open ones.
 */
export function isEased(definition: Definition): Sql {
  const { due, breached } = workOf(definition)
  return sql`${isOpen(definition)} and r.${sql.ref(breached)} is not null and r.${sql.ref(due)} is distinct from r.${sql.ref(breached)}
      and coalesce(r.${sql.ref(due)} >= now(), true)`
}

function isOpen(definition: Definition): Sql {
  const { state, open } = workOf(definition)
  const states = open.map((one) => sql.lit(one))
  return sql`r.deleted_at is null and r.${sql.ref(state)} in (${all(states, sql`, `)})`
}
