import { sql } from 'kysely'
import { type Field, shownAs } from '../../shared/fields.ts'
import { isSealedField, maskOf, tailOf } from '../../shared/private.ts'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import type { Sql } from '../db/db.ts'
import { decrypt, hashesOf, isSealed, type Keys, NOTHING_SEALED, seal } from './keys.ts'

export const sealedFields = (definition: Definition): [string, Field][] =>
  entriesOf(definition).filter(([, field]) => isSealedField(field))

const placeOf = (definition: Definition, name: string): string => `${definition.name}.${name}`

/** Checked values as the database takes them: what is private sealed, the rest as it is. */
export function sealedColumns<V>(
  keys: Keys,
  definition: Definition,
  columns: Record<string, V>,
): Record<string, V | string> {
  const sealed = sealedFields(definition).flatMap(([name, field]) => {
    const value = columns[name]
    return typeof value === 'string' && !isSealed(value)
      ? [[name, sealValue(keys, definition, name, field, value)]]
      : []
  })
  return { ...columns, ...Object.fromEntries(sealed) }
}

const sealValue = (keys: Keys, definition: Definition, name: string, field: Field, value: string): string =>
  seal(keys, placeOf(definition, name), value, tailOf(field, value))

/** The value of a sealed column in full; null where there is none. */
export const opened = (keys: Keys, definition: Definition, name: string, column: unknown): string | null =>
  column === NOTHING_SEALED
    ? null
    : typeof column === 'string'
      ? isSealed(column)
        ? decrypt(keys, placeOf(definition, name), column)
        : column
      : null

/** Whether a sealed column (such as `r.card_number`) holds this very value. */
export const holdsSealed = (keys: Keys, column: Sql, value: string): Sql =>
  sql`split_part(${column}, '.', 3) = any(${hashesOf(keys, value)}::text[])`

/** Whether two sealed columns hold different values. */
export const differSealed = (one: Sql, other: Sql): Sql =>
  sql`split_part(${one}, '.', 3) is distinct from split_part(${other}, '.', 3)`

/** A private column as a workbook shows it: a mask, or null. */
export function maskedSql(field: Field, column: Sql): Sql {
  if (isSealedField(field))
    return sql`case when ${column} is not null then ${sql.lit(maskOf(field))} || split_part(${column}, '.', 4) end`
  const kind = shownAs(field)
  if (kind === 'email') return sql`left(${column}, 1) || '***@' || split_part(${column}, '@', 2)`
  if (kind === 'address')
    return sql`case when ${column} is not null then '***' || coalesce(', ' || (${column} ->> 'province'), '') end`
  return sql`case when ${column} is not null then ${sql.lit(maskOf(field))} || right(${column}::text, 3) end`
}

/** A masked column as a list shows it: of an address what is not the house. */
export const listedSql = (field: Field, column: Sql): Sql =>
  shownAs(field) === 'address'
    ? sql`${column} || '{"line": "***", "former": null, "text": null}'`
    : maskedSql(field, column)
