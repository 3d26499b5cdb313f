import { sql } from 'kysely'
import type { Field } from '../../shared/fields.ts'
import { uniqueKeySql } from '../../shared/vietnam/look-alike.ts'
import type { Sql } from './db.ts'

/** What a text expression of a unique field is compared by: that of the field's unique index, so that the index finds it. */
export function uniqueKeyed(field: Field | undefined, value: Sql): Sql {
  const [before, after] = field ? uniqueKeySql(field) : ['', '']
  return sql`${sql.raw(before)}${value}${sql.raw(after)}`
}
