import { sql } from 'kysely'
import { all } from '#server/db/db.ts'
import type { OwnFilters } from '#server/resource/query/where.ts'
import { refuse } from '../../shared/refusals.ts'
import { TODAY } from '../../shared/time/today.ts'
import { ENDING_SQL, OVERLAPPING_SQL, STATUS_WHERE, STATUSES } from './standing.ts'

/** Whether a flag asks for those of which the condition holds, for the others, or for both. */
const asFlag = (condition: string) => (values: readonly string[]) => {
  const isAsked = new Set(values)
  if (isAsked.size === 2) return { where: sql`true` }
  return { where: isAsked.has('true') ? sql`${sql.raw(condition)}` : sql`not ${sql.raw(condition)}` }
}

export const filters: OwnFilters = {
  status: (values) => ({
    where: sql`(${all(
      values.map((value) => {
        const known = STATUSES.find((status) => status.value === value) ?? refuse('invalid')
        return sql.raw(STATUS_WHERE[known.value])
      }),
      sql` or `,
    )})`,
  }),
  ending_soon: asFlag(ENDING_SQL),
  // What is over can be mended no more: the view is of what runs or is to come.
  overlapping: asFlag(`(r.ends_on >= ${TODAY} and ${OVERLAPPING_SQL})`),
}
