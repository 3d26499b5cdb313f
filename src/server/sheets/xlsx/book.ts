import type { RawCell } from '../../../shared/sheet.ts'
import { DAY_MS } from '../../../shared/time/units.ts'

/** What stands in a cell but is no value: a formula nobody calculated, or its error. */
export interface Unusable {
  unusable: 'formula' | 'error'
}
export type BookCell = RawCell | Unusable

/** Which sheet is read: its place among the names of those in sight. */
export type ChooseSheet = (names: readonly string[]) => number

/** One row of a sheet; `line` as the spreadsheet numbers it, cells by column from 0, with holes. */
export interface BookRow {
  line: number
  cells: BookCell[]
}

/** Cells beyond are left out; no list has so many columns. */
export const COLUMNS_MOST = 256
/** A cell holds no more letters in any spreadsheet; what claims to is cut. */
export const CELL_MOST = 32_767

export const isUnusable = (cell: BookCell | undefined): cell is Unusable =>
  typeof cell === 'object' && cell !== null && 'unusable' in cell

const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
const LATEST = 2_958_466

/** The wall clock behind a serial number, as if it were UTC; the number itself where it is no date. Rounded to seconds: a day's parts are not exact. */
export function dateOf(serial: number, is1904: boolean): Date | number {
  if (!(serial >= 0 && serial < LATEST)) return serial
  const ms = Math.round((serial * DAY_MS) / 1000) * 1000
  // 29 February 1900 never was, but every spreadsheet counts it.
  const skipped = !is1904 && serial < 61 ? DAY_MS : 0
  return new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + ms + skipped)
}

/** Whether a number format shows a date or a time. */
export const isDateFormat = (format: string): boolean =>
  /[ymdhs]/i.test(format.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_.|\*./gi, '')) && !/general/i.test(format)

/** A spreadsheet's own escapes: `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
