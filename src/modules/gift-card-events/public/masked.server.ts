import { sql } from 'kysely'
import type { Sql } from '#server/db/db.ts'

/** The end of a text; of a short one no more than a third. */
export function maskedEnd(column: string, most: number): Sql {
  const text = sql.raw(`${column}::text`)
  return sql`'•••' || right(${text}, least(${sql.lit(most)}, length(${text}) / 3))`
}
