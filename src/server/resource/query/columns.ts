import { sql } from 'kysely'
import { moduleOf } from '../../../modules/index.ts'
import type { Field, Kind } from '../../../shared/fields.ts'
import type { Language } from '../../../shared/language.ts'
import { isMaskedInLists, isSealedField } from '../../../shared/private.ts'
import { type Definition, entriesOf, linkColumnOf } from '../../../shared/resource.ts'
import { all, fixedOnce, ident, type Sql } from '../../db/db.ts'
import { listedSql, maskedSql } from '../../private/fields.ts'

/** Too heavy for a list row. */
const HEAVY: readonly Kind[] = ['richText', 'files', 'signature']
const KEPT = ['id', 'version', 'created_at', 'updated_at', 'deleted_at'] as const

export type Shape = 'list' | 'show'

/** The fields that a row shows. */
export const shownFields = (definition: Definition, shape: Shape): [string, Field][] =>
  entriesOf(definition).filter(([, field]) => !field.secret && !(shape === 'list' && HEAVY.includes(field.kind)))

/** What a row shows to readers of a language, as a select list over `r`; the same text every time, so that statements stay prepared. */
export const shown = (definition: Definition, shape: Shape, language: Language): Sql =>
  fixedOnce(`shown ${definition.name} ${shape} ${language}`, () => {
    const fields = shownFields(definition, shape)
    const people = ['created_by', ...(shape === 'show' ? ['updated_by'] : [])]
    return all(
      [
        ...KEPT.map((name) => sql`r.${sql.ref(name)}`),
        ...people.map((name) => sql`${nameOf('users', name, language)} as ${sql.ref(name)}`),
        ...fields.map(([name, field]) => sql`${shownValue(name, field, shape, language)} as ${sql.ref(name)}`),
      ],
      sql`, `,
    )
  })

function shownValue(name: string, field: Field, shape: Shape, language: Language): Sql {
  if (field.kind === 'computed') return sql.raw(`(${field.sql})`)
  if (field.kind === 'ref') return nameOf(field.to ?? '', name, language)
  if (field.kind === 'refs') return namesOf(field.to ?? '', name, language)
  if (field.kind === 'files') return filesShown(`r.${name}`)
  if (field.kind === 'lines') return linesShown(name, field, language)
  if (isSealedField(field)) return maskedSql(field, sql`r.${sql.ref(name)}`)
  if (shape === 'list' && isMaskedInLists(field)) return listedSql(field, sql`r.${sql.ref(name)}`)
  return sql`r.${sql.ref(name)}`
}

function nameOf(target: string, name: string, language: Language): Sql {
  const { table, called } = targetOf(target)
  return sql`(select json_build_object('id', x.id, 'name', ${called('x', language)}) from ${sql.table(table)} x where x.id = r.${sql.ref(name)})`
}

function namesOf(target: string, name: string, language: Language): Sql {
  const { table, called } = targetOf(target)
  return sql`case when r.${sql.ref(name)} = '{}' then '[]'::json else
    (select coalesce(json_agg(json_build_object('id', x.id, 'name', ${called('x', language)}) order by array_position(r.${sql.ref(name)}, x.id)), '[]')
     from ${sql.table(table)} x where x.id = any(r.${sql.ref(name)})) end`
}

/** The files of a column such as `r.attachments`, in its order, as a record shows them. */
export const filesShown = (column: string): Sql =>
  sql`case when ${sql.ref(column)} = '{}' then '[]'::json else
    (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'bytes', f.bytes, 'width', f.width, 'height', f.height,
      'has_thumbnail', f.has_thumbnail) order by array_position(${sql.ref(column)}, f.id)), '[]')
     from stored_files f where f.id = any(${sql.ref(column)})) end`

/** Lines as they are kept, the records they point at with their names. */
export function linesShown(name: string, { line = {} }: Field, language: Language): Sql {
  const pointing = Object.entries(line).filter(([, part]) => part.kind === 'ref')
  if (pointing.length === 0) return sql`r.${sql.ref(name)}`
  const named = pointing.map(([part, { to }]) => {
    const { table, called } = targetOf(to ?? '')
    return sql`${sql.lit(part)}::text, (select json_build_object('id', x.id, 'name', ${called('x', language)}) from ${sql.table(table)} x
      where x.id = (l.line ->> ${sql.lit(part)}::text)::bigint)` as Sql
  })
  return sql`(select coalesce(jsonb_agg(l.line || jsonb_build_object(${all(named, sql`, `)}) order by l.at), '[]')
    from jsonb_array_elements(r.${sql.ref(name)}) with ordinality l(line, at))`
}

interface Target {
  table: string
  called: (alias: string, language: Language) => Sql
}

/** Table of a ref's target, and what its records are called. */
export function targetOf(module: string): Target {
  const target = moduleOf(module)
  if (!target) throw new Error(`A ref points at ${module}, which is no module`)
  return { table: target.table, called: (alias, language) => calledSql(target, alias, language) }
}

/** What readers of a language are told where another record points at this one, over the row `alias`. */
export function calledSql(target: Definition, alias: string, language: Language): Sql {
  const called = linkColumnOf(target)
  return called === target.title ? titleSql(target, alias, language) : sql`${ident(alias)}.${ident(called)}::text`
}

/** The title of a record for readers of a language, over the row `alias`. */
export function titleSql({ title, titleIn }: Definition, alias: string, language: Language): Sql {
  const usual = sql`${ident(alias)}.${ident(title)}::text`
  const own = titleIn?.[language]
  return own ? sql`coalesce(nullif(${ident(alias)}.${ident(own)}, ''), ${usual})` : usual
}
