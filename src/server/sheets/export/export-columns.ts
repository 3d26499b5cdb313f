import { sql } from 'kysely'
import { type Field, moment, ref, shownAs } from '../../../shared/fields.ts'
import type { Language } from '../../../shared/language.ts'
import { pack } from '../../../shared/message.ts'
import { isMaskedField, isPrivateField, isSealedField } from '../../../shared/private.ts'
import { refuse } from '../../../shared/refusals.ts'
import { type Definition, entriesOf } from '../../../shared/resource.ts'
import type { Sql } from '../../db/db.ts'
import { maskedSql } from '../../private/fields.ts'
import { linesShown } from '../../resource/query/columns.ts'

/** A column of an export: the field its cells are written by. */
export interface ExportColumn {
  name: string
  field: Field
  /** What is private goes out as its mask. */
  isMasked: boolean
}

const KEPT: Record<string, Field> = {
  created_at: moment('Created at'),
  created_by: ref('Created by', 'users'),
  updated_at: moment('Updated at'),
  updated_by: ref('Updated by', 'users'),
}

/**
 * The columns of an export in the wished order: those named, all (`*`), or those of the list. Unmasked ones show how somebody is
 * reached; what is sealed stays masked even then.
 */
export function exportColumns(definition: Definition, wished: readonly string[], isUnmasked = false): ExportColumn[] {
  const every = [...entriesOf(definition).filter(([, field]) => !field.secret), ...Object.entries(KEPT)]
  const column = (name: string, field: Field): ExportColumn => {
    const isMasked = isUnmasked ? isSealedField(field) : isPrivateField(field)
    return { name, field, isMasked }
  }
  if (wished.includes('*')) return every.map(([name, field]) => column(name, field))
  const isByAge = definition.sort.endsWith('created_at')
  const names = wished.length > 0 ? [...new Set(wished)] : [...definition.list, ...(isByAge ? ['created_at'] : [])]
  return names.map((name) => {
    const known = every.find(([one]) => one === name)
    if (!known) refuse('invalid', { fields: { columns: pack('{{field}} is not valid', { field: 'columns' }) } })
    return column(name, known[1])
  })
}

/**
 * The value of a column over the row `r`, bare: names of refs are looked up once each, not once a row; a moment as the minutes that
 * clocks show since 1970 in the time zone of the session, which is cheaper than one named for each row.
 */
export function exportedSql({ name, field, isMasked }: ExportColumn, language: Language): Sql {
  const column = field.kind === 'computed' ? sql.raw(`(${field.sql})`) : sql`r.${sql.ref(name)}`
  if (field.kind === 'lines') return linesShown(name, field, language)
  if (isMasked) return maskedSql(field, column)
  const as = shownAs(field)
  if (as === 'moment') return sql`floor(date_part('epoch', ${column}::timestamp) / 60)::bigint`
  if (as === 'choices' || as === 'refs') return sql`to_json(${column})`
  if (as === 'signature') return sql`${column} is not null`
  if (as === 'files')
    return sql`case when ${column} <> '{}' then (select json_agg(json_build_object('name', f.name) order by array_position(${column}, f.id))
      from stored_files f where f.id = any(${column})) end`
  return column
}

/** Whether a column tells how people are reached (design/security.md, alarms). */
export const isPersonal = ({ field, isMasked }: ExportColumn): boolean => isMaskedField(field) && !isMasked
