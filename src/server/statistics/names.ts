import { sql } from 'kysely'
import { moduleOf } from '../../modules/index.ts'
import { shownAs } from '../../shared/fields.ts'
import { type Language, tIn } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { NONE } from '../../shared/statistics.ts'
import { type Db, ident, rows } from '../db/db.ts'
import { calledSql } from '../resource/query/columns.ts'

/** The names of a field's keys in a language, those of records in the trash included; choices in their own order. */
export async function namesOf(
  db: Db,
  definition: Definition,
  name: string,
  keys: readonly string[],
  language: Language,
): Promise<Map<string, string>> {
  const field = definition.fields[name]
  const names = new Map<string, string>()
  for (const { value, label } of field?.of ?? []) names.set(value, tIn(language, label))
  if (field && shownAs(field) === 'flag') {
    names.set('true', tIn(language, 'Yes'))
    names.set('false', tIn(language, 'No'))
  }
  const target = field?.to ? moduleOf(field.to) : undefined
  const ids = target ? keys.filter((key) => key !== NONE).map(Number) : []
  if (target && ids.length > 0) {
    const { table, code, title } = target
    const called = calledSql(target, 'r', language)
    const display = code && code !== title ? sql`concat_ws(' ', r.${ident(code)}, ${called})` : called
    const found = await rows(
      db,
      { id: 'number', name: 'string' },
      sql`select r.id, ${display} as name from ${sql.table(table)} r where r.id = any(${ids}::bigint[])`,
    )
    for (const one of found) names.set(String(one.id), one.name)
  }
  const isEverywhere = field?.kind === 'refs' && definition.ownership.store === name
  names.set(NONE, tIn(language, isEverywhere ? 'All stores' : 'Without'))
  return names
}

/** Filters in words. */
export async function narrowedBy(
  db: Db,
  definition: Definition,
  filters: Readonly<Record<string, readonly (number | string | boolean | null)[]>>,
  language: Language,
): Promise<[string, string][]> {
  return Promise.all(
    Object.entries(filters).map(async ([name, values]): Promise<[string, string]> => {
      const keys = values.map((value) => String(value ?? NONE))
      const names = await namesOf(db, definition, name, keys, language)
      const label = definition.fields[name]?.label ?? name
      return [tIn(language, label), keys.map((key) => names.get(key) ?? key).join(', ')]
    }),
  )
}
