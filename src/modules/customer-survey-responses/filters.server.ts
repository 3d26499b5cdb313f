import { sql } from 'kysely'
import { filterAs, type OwnFilters } from '#server/resource/query/where.ts'
import { WITH } from './mine.ts'

/** Those that somebody took on themselves. */
export const filters: OwnFilters = {
  with: filterAs(WITH, (_values, { id }) => ({ where: sql`r.handler = ${id}::bigint`, isPersonal: true })),
}
