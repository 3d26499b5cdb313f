import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { moduleOf } from '../../../modules/index.ts'
import type { Field } from '../../../shared/fields.ts'
import { type Language, tIn } from '../../../shared/language.ts'
import { tell } from '../../../shared/message.ts'
import type { Definition } from '../../../shared/resource.ts'
import { harmless, type SheetCell } from '../../../shared/sheet.ts'
import type { Actor } from '../../actor.ts'
import { type Db, rows } from '../../db/db.ts'
import { jsonOf } from '../../db/shape.ts'
import type { Call } from '../../http/route.ts'
import type { Imports } from '../../resource/import-options.ts'
import { calledSql } from '../../resource/query/columns.ts'
import { disposition, fileName } from '../export/export.ts'
import { lettersOf } from '../xlsx/cell-xml.ts'
import { type Sheet, type SheetRow, workbook } from '../xlsx/workbook.ts'
import { ownImport } from './import.ts'
import { exampleOf, sayingOf } from './import-example.ts'
import type { ShownCell } from './import-order.ts'
import { importFields } from './imports.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const text = (value: string | null | undefined): SheetCell =>
  value ? { type: 'text', text: value } : { type: 'empty' }

const send = ({ reply }: Call, sheets: readonly Sheet[], name: string): unknown =>
  reply
    .type(XLSX)
    .header('content-disposition', disposition(name))
    .send(Readable.from(workbook(sheets), { objectMode: false }))

/** An empty workbook to fill in: the head, lists to choose from, and notes on what each column takes. */
export async function importTemplate(definition: Definition, imports: Imports, call: Call): Promise<unknown> {
  const { actor, db, context } = call
  const say = (label: string, params?: Record<string, string | number>) => tIn(actor.language, label, params)
  const parts = [{ definition, imports }, ...(imports.next ? [imports.next] : [])].map((part) => ({
    ...part,
    fields: filledIn(part, actor),
  }))
  const lists = new Map<string, { label: string; values: string[] }>()
  for (const { definition: of, fields } of parts)
    for (const [name, field] of fields) {
      const values = await listOf(db, field, actor.language)
      if (values.length > 0) lists.set(`${of.name} ${name}`, { label: say(field.label), values })
    }
  const names = [...lists.keys()]
  const letters = lettersOf(names.length)
  const listSheet = say('Lists')
  const data = parts.map(
    ({ definition: of, fields }): Sheet => ({
      name: say(of.label),
      columns: fields.map(([name, field]) => {
        const at = names.indexOf(`${of.name} ${name}`)
        return {
          label: `${say(field.label)}${field.required ? ' *' : ''}`,
          width: 16,
          ...(at >= 0 && {
            choices: `'${listSheet}'!$${letters[at]}$2:$${letters[at]}$${(lists.get(names[at] ?? '')?.values.length ?? 0) + 1}`,
          }),
        }
      }),
      batches: [],
    }),
  )
  const notes: SheetRow[] = parts.flatMap(({ definition: of, fields }) => [
    ...(parts.length > 1 ? [[text(say(of.label).toUpperCase())]] : []),
    ...fields.map(([, field]) => [
      text(say(field.label)),
      text(field.required ? say('Yes') : say('No')),
      text(sayingOf(field, say)),
      text(exampleOf(field, say)),
      text(field.hint ? say(field.hint) : null),
    ]),
  ])
  const noteHeads = ['Column', 'Required', 'Accepted values', 'Example', 'Note']
  const longest = Math.max(0, ...[...lists.values()].map(({ values }) => values.length))
  const sheets: Sheet[] = [
    ...data,
    { name: say('Notes'), columns: noteHeads.map((label) => ({ label: say(label), width: 28 })), batches: [notes] },
    ...(names.length > 0
      ? [
          {
            name: listSheet,
            columns: [...lists.values()].map(({ label }) => ({ label, width: 24 })),
            batches: [
              Array.from({ length: longest }, (_, at) => [...lists.values()].map(({ values }) => text(values[at]))),
            ],
          },
        ]
      : []),
  ]
  const words = fileName({ ...definition, sheets: {} }, actor, context.config.timezone)
  return send(call, sheets, `${say('template')}-${words}`)
}

/** No list of a spreadsheet is longer. */
const LIST_MOST = 1000

/** The columns that somebody may fill in. */
function filledIn({ definition, imports }: NonNullable<Imports['next']>, actor: Actor): [string, Field][] {
  const closed = imports.closed?.(actor) ?? []
  return Object.entries(importFields(definition, imports)).filter(([name]) => !closed.includes(name))
}

async function listOf(db: Db, field: Field, language: Language): Promise<string[]> {
  const say = (label: string) => tIn(language, label)
  if (field.kind === 'flag') return [say('Yes'), say('No')]
  if (field.kind === 'choice') return (field.of ?? []).map(({ label }) => say(label))
  const target = field.kind === 'ref' && field.to ? moduleOf(field.to) : undefined
  // Records of customers are called by their number; a list of them would show who they are.
  if (!target || target.customer) return []
  const found = await rows(
    db,
    { name: 'string' },
    sql`select distinct ${calledSql(target, 'x', language)} as name from ${sql.table(target.table)} x where deleted_at is null order by 1 limit ${sql.raw(String(LIST_MOST))}`,
  )
  return found.map(({ name }) => name)
}

/** The bad rows of an import as they were, with why in the last column: mended and sent again they are taken. */
export async function badRows(definition: Definition, call: Call): Promise<unknown> {
  const { actor } = call
  const found = await ownImport(definition, call)
  const head = found.columns.head ?? []
  const columns = [
    ...head.map(({ label }) => ({ label: label || ' ', width: 18 })),
    { label: tIn(actor.language, 'Line in the file'), width: 10 },
    { label: tIn(actor.language, 'Why it was not imported'), width: 50 },
  ]
  const book: Sheet = {
    name: tIn(actor.language, 'Invalid rows'),
    columns,
    batches: badBatches(
      call.db,
      found.id,
      head.map(({ field }) => (field === null ? undefined : definition.fields[field])),
      (message) => tell(message, actor.language),
    ),
  }
  return send(call, [book], `${tIn(actor.language, 'bad-rows')}-${found.file_name.replace(/\.(xlsx?|csv)$/i, '')}.xlsx`)
}

/** As it is read once more: a part of 100 shows as the percentage it is. */
const cellAgain = (cell: ShownCell, field: Field | undefined): SheetCell =>
  typeof cell === 'number'
    ? { type: 'number', number: cell, format: field?.kind === 'percentage' ? 'percent' : 'plain' }
    : text(cell && harmless(cell))

const BATCH = 500

async function* badBatches(
  db: Db,
  id: number,
  fields: readonly (Field | undefined)[],
  said: (message: string) => string,
): AsyncGenerator<SheetRow[]> {
  let after = 0
  for (;;) {
    const found = await rows(
      db,
      { line: 'number', cells: jsonOf<ShownCell[]>(), errors: jsonOf<Record<string, string> | null>() },
      sql`select line, cells, errors from import_rows where import = ${id} and verdict = 'bad' and line > ${after} order by line limit ${sql.raw(String(BATCH))}`,
    )
    if (found.length === 0) return
    after = found.at(-1)?.line ?? after
    yield found.map(({ line, cells, errors }) => [
      ...fields.map((field, at) => cellAgain(cells[at] ?? null, field)),
      { type: 'number' as const, number: line, format: 'whole' as const },
      text(
        Object.values(errors ?? {})
          .map(said)
          .join('; '),
      ),
    ])
  }
}
