import type { Language } from '../../shared/language.ts'
import type { ExportColumn } from './export-columns.ts'

/** What the process that writes an export is told: one line of JSON on its input. */
export interface ExportOrder {
  url: string
  /** ms for one fetch of rows. */
  statementTimeout: number
  sql: string
  parameters: readonly unknown[]
  columns: readonly ExportColumn[]
  /** Module to the table and column that name its records. */
  targets: Record<string, { table: string; title: string }>
  language: Language
  timeZone: string
  sheetName: string
}

/** What it tells on its way, by the channel between the processes; the workbook goes to its output. */
export interface ExportProgress {
  rows: number
  isDone: boolean
}
