import type { Field } from '../../../shared/fields.ts'
import type { Language } from '../../../shared/language.ts'
import { pack } from '../../../shared/message.ts'
import type { Imports } from '../../resource/import-options.ts'

/** What the process that reads a workbook is told, in the first line of its input; the file follows. It knows nothing else of the chain. */
export interface ImportOrder {
  fields: Record<string, Field>
  /** What else their columns may be called. */
  headings?: Imports['headings']
  /** What the sheet of these rows may be called (`plain`); where none is, the first one is read. */
  sheet: readonly string[]
  /** What a sheet may be called that is imported next. */
  next: readonly string[]
  /** Fields that no two rows share, or share all of. */
  unique: readonly (readonly string[])[]
  /** What a row must say to be found again; nothing where rows are always new. */
  key: readonly string[]
  /** Module to the records its refs may point at: id, then everything a person may call it. */
  known: Record<string, readonly (readonly [id: number, ...names: string[]])[]>
  /** Fields that point at records there may be millions of: what is written in them is looked up by who reads. */
  lookedUp: readonly string[]
  /** The stores alone that rows may name, where the importer does not have all. */
  only: { field: string; stores: readonly number[] } | null
  /** Fields the importer may not fill in. */
  closed: readonly string[]
  /** A text of cells, which nothing in it marks as such. */
  isText?: boolean
  language: Language
  timeZone: string
  rowsMost: number
}

/** What stands in each column of the file. */
export interface HeadColumn {
  label: string
  /** Null where the column is left out. */
  field: string | null
}

/** A cell as a person reads it, for the list of bad rows. A number stays one: as text it could be read as another when it is sent again. */
export type ShownCell = string | number | null

/** One checked row: line, cells, values, what is to be looked up, errors and warnings by field (packed messages). */
export interface CheckedRow {
  l: number
  c: ShownCell[]
  v: Record<string, unknown>
  n?: Record<string, string>
  e?: Record<string, string>
  w?: Record<string, string>
}

export const noneCalled = (field: Field, value: string): string =>
  pack('{{field}}: there is none called “{{value}}”', { field: field.label, value })

export const severalCalled = (field: Field, value: string): string =>
  pack('{{field}}: several are called “{{value}}”', { field: field.label, value })

/** Its first word. */
export const BEGUN = '{"begun":true}'
/** The most rows it tells in one line. */
export const ROWS_TOLD = 500

/** What is told of a workbook once its head is known. */
export interface ReadHead {
  missing: string[]
  /** Whether it holds a sheet that is imported next. */
  hasNext: boolean
}

/** One line of its output; `peak` are the MB it held at most. */
export type ImportLine =
  | ({ head: HeadColumn[] } & ReadHead)
  | { rows: CheckedRow[] }
  | { problem: string }
  | { end: number }
  | { peak: number }

/** The order as one line for the process that reads; JSON has no word for the pattern of a field. */
export const sentOrder = (order: ImportOrder): string =>
  JSON.stringify(order, (_, value: unknown) =>
    value instanceof RegExp ? { [PATTERN]: value.source, flags: value.flags } : value,
  )

export const takenOrder = (line: string): ImportOrder =>
  JSON.parse(line, (_, value: unknown) =>
    typeof value === 'object' && value !== null && PATTERN in value
      ? new RegExp(String(value[PATTERN]), 'flags' in value ? String(value.flags) : '')
      : value,
  ) as ImportOrder // the server wrote it
const PATTERN = 'pattern of a field'
