import { sql } from 'kysely'
import type { Field, Fields, Kind } from '../../../shared/fields.ts'
import { isWritable } from '../../../shared/fields.ts'
import { LANGUAGES, tIn } from '../../../shared/language.ts'
import { type Definition, entriesOf } from '../../../shared/resource.ts'
import { json, type Sql, type Tx } from '../../db/db.ts'
import type { Imports } from '../../resource/import-options.ts'
import { plain } from './import-head.ts'

/** The rows `i` of an import that are not written yet: they are written in the order of their lines. */
export const isWaiting = (importId: number): Sql =>
  sql`i.line > (select w.written_to from imports w where w.id = ${importId})`

/** Marks these rows bad, each with what is wrong by field (packed messages). */
export async function refuseRows(
  tx: Tx,
  importId: number,
  wrong: readonly { line: number; errors: Record<string, string> }[],
): Promise<void> {
  await sql`update import_rows i set verdict = 'bad', errors = coalesce(i.errors, '{}') || x.errors
    from jsonb_to_recordset(${json(wrong)}) x(line int, errors jsonb) where i.import = ${importId} and i.line = x.line`.execute(
    tx,
  )
}

const NO_CELL: readonly Kind[] = ['files', 'signature', 'lines']

/** The fields a row may bring: a cell holds no picture and no lines. */
export function importFields(definition: Definition, imports: Imports = {}): Fields {
  const own = entriesOf(definition).filter(
    ([name, field]) =>
      isWritable(field) && !NO_CELL.includes(field.kind) && !field.secret && !imports.omits?.includes(name),
  )
  const fields = own.map(([name, field]): [string, Field] => [
    name,
    field.optionalWhenImported === 'in workbooks' ? { ...field, required: false } : field,
  ])
  return { ...Object.fromEntries(fields), ...imports.extra }
}

/** What a sheet of these rows may be called, as a label is looked for. */
export const sheetNames = ({ name, label, one }: Definition): string[] =>
  [name, label, one, ...LANGUAGES.flatMap((language) => [tIn(language, label), tIn(language, one)])].map(plain)

/** The fields that tell whether a row is there already; none where every row is new. */
export const keyOf = ({ uniqueTogether }: Definition, fields: Fields): readonly string[] =>
  uniqueTogether ?? uniqueOf(fields).slice(0, 1)

export const uniqueOf = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.unique ? [name] : []))
