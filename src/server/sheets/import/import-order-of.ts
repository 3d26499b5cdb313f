import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { moduleOf } from '../../../modules/index.ts'
import type { ImportView } from '../../../shared/api.ts'
import type { Fields } from '../../../shared/fields.ts'
import type { Language } from '../../../shared/language.ts'
import { type Definition, entriesOf, linkColumnOf } from '../../../shared/resource.ts'
import { type Actor, storesOf } from '../../actor.ts'
import type { AppContext } from '../../app-context.ts'
import { all, type Db, rows, type Sql } from '../../db/db.ts'
import { jsonOf, narrowed, type RowOf } from '../../db/shape.ts'
import { findFile } from '../../files/files.ts'
import { otherPlaceOf, pathOf } from '../../files/paths.ts'
import { isOpenTo } from '../../resource/dangling.ts'
import type { Imports } from '../../resource/import-options.ts'
import { ownStoreField } from '../../resource/scope.ts'
import type { BookSize } from './import-child.ts'
import { type CheckedRow, type HeadColumn, type ImportOrder, noneCalled, type ReadHead } from './import-order.ts'
import { importFields, keyOf, sheetNames, uniqueOf } from './imports.ts'

const ROWS_MOST = 200_000
/** What .xls is kept as. */
export const OLD_BOOK = 'application/vnd.ms-excel'
/** What .csv is kept as. */
export const TEXT_OF_CELLS = 'text/csv'

/** An import as it is kept. */
export const IMPORT_ROW = {
  id: 'number',
  user_id: 'number',
  module: 'string',
  file: 'string',
  file_name: 'string',
  language: narrowed<Language>('string'),
  state: narrowed<ImportView['state']>('string'),
  changes_known: 'boolean',
  problem: 'string?',
  columns: jsonOf<{ head: HeadColumn[] } & ReadHead>(),
  rows_read: 'number',
  counts: jsonOf<Record<string, number>>(),
  done: 'number',
  created_at: 'date',
} as const
export type ImportRow = RowOf<typeof IMPORT_ROW>

/** All that the reading process needs to know, and nothing more. */
export async function importOrder(
  context: AppContext,
  definition: Definition,
  imports: Imports,
  taken: ImportRow,
  actor: Actor,
): Promise<{ order: ImportOrder; content: Readable } & BookSize> {
  const file = await findFile(context.db, taken.file)
  const content =
    file && ((await context.files.get(pathOf(file))) ?? (await context.files.get(pathOf(otherPlaceOf(file)))))
  if (!file || !content) throw new Error(`The file of import ${taken.id} is gone`)
  const fields = importFields(definition, imports)
  const store = ownStoreField(definition, actor)
  const order: ImportOrder = {
    fields,
    ...(imports.headings && { headings: imports.headings }),
    sheet: sheetNames(definition),
    next: imports.next ? sheetNames(imports.next.definition) : [],
    unique: [
      ...uniqueOf(fields).map((name) => [name]),
      ...(definition.uniqueTogether ? [definition.uniqueTogether] : []),
    ],
    key: keyOf(definition, fields),
    known: await knownRecords(context.db, fields, actor),
    lookedUp: lookedUpFields(fields),
    only: store ? { field: store, stores: storesOf(actor) } : null,
    closed: imports.closed?.(actor) ?? [],
    isText: file.type === TEXT_OF_CELLS,
    language: taken.language,
    timeZone: context.config.timezone,
    rowsMost: ROWS_MOST,
  }
  return { order, content, megabytes: file.bytes / 2 ** 20, isOld: file.type === OLD_BOOK }
}

/** What people may call the records that these fields may point at: by name in any language, by code. */
async function knownRecords(db: Db, fields: Fields, actor: Actor): Promise<ImportOrder['known']> {
  const known: Record<string, [number, ...string[]][]> = {}
  const lookedUp = lookedUpFields(fields)
  // Also what is named in a line of a cell.
  const pointing = Object.entries(fields).flatMap(([name, { to, line = {} }]) =>
    [to, ...Object.values(line).map((part) => part.to)].map((one) => [name, one] as const),
  )
  for (const [name, to] of pointing) {
    const target = to === undefined ? undefined : moduleOf(to)
    if (!target || known[target.name] || lookedUp.includes(name)) continue
    const names = namesOf(target)
    const found = await rows(
      db,
      { id: 'number', names: 'string[]' },
      sql`select id, array_remove(array[${all(names, sql`, `)}], null) as names from ${sql.table(target.table)} r where r.deleted_at is null and ${isOpenTo(target, actor)}`,
    )
    known[target.name] = found.map((one) => [one.id, ...one.names])
  }
  return known
}

/** Fields that point at a customer's record, called by its number: too many to tell the reading process of all. */
const lookedUpFields = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { kind, to }]) =>
    kind === 'ref' && to && moduleOf(to)?.customer ? [name] : [],
  )

/** Rows as they were read, with the records found that they call by number; one that its reader may not see is not there. */
export async function lookedUp(db: Db, fields: Fields, actor: Actor, read: CheckedRow[]): Promise<CheckedRow[]> {
  const found: Record<string, Map<string, number>> = {}
  for (const name of lookedUpFields(fields)) {
    const target = moduleOf(fields[name]?.to ?? '')
    const written = read.flatMap(({ n }) => n?.[name] ?? [])
    if (target && written.length > 0) found[name] = await recordsCalled(db, target, written, actor)
  }
  return read.map(({ n = {}, ...row }) => {
    for (const [name, written] of Object.entries(n)) {
      const id = found[name]?.get(written)
      const field = fields[name]
      if (id !== undefined) row.v[name] = id
      else if (field) row.e = { ...row.e, [name]: noneCalled(field, written) }
    }
    return row
  })
}

async function recordsCalled(
  db: Db,
  target: Definition,
  written: string[],
  actor: Actor,
): Promise<Map<string, number>> {
  const called = sql`r.${sql.ref(linkColumnOf(target))}::text`
  const found = await rows(
    db,
    { id: 'number', name: 'string' },
    sql`select r.id, ${called} as name from ${sql.table(target.table)} r
      where ${called} = any(${written}::text[]) and r.deleted_at is null and ${isOpenTo(target, actor)}`,
  )
  return new Map(found.map(({ id, name }) => [name, id]))
}

function namesOf(target: Definition): Sql[] {
  const called = entriesOf(target).flatMap(([name, { kind, unique }]) =>
    name === target.title || /^name(_|$)/.test(name) || (unique && (kind === 'text' || kind === 'email')) ? [name] : [],
  )
  return called.map((name) => sql`${sql.ref(name)}::text`)
}
