import type { Field } from '../../../shared/fields.ts'
import type { Language } from '../../../shared/language.ts'

/** What the process that writes an export is told: one line of JSON on its input. */
export interface ExportOrder {
  url: string
  /** ms for all rows. */
  statementTimeout: number
  /** The select, its values in it. */
  sql: string
  /** Each by the field its cells are written by. */
  columns: readonly { name: string; field: Field }[]
  /** Module to the select of its records `x` and what they are called. */
  targets: Record<string, string>
  language: Language
  timeZone: string
  sheetName: string
}

/** What it tells on its way, by the channel between the processes; the workbook goes to its output. */
export interface ExportProgress {
  rows: number
  isDone: boolean
}
