import type { SheetCell } from '../../../shared/sheet.ts'
import { DAY_MS } from '../../../shared/time/units.ts'

/** Indexes into the cell formats of `STYLES`. */
const STYLE = { plain: 0, head: 1, text: 2, whole: 3, decimal: 4, percent: 5, date: 6, moment: 7 } as const

/** A cell holds no more (ECMA-376, and what spreadsheets refuse beyond). */
const LONGEST = 32_767

/** The XML of one row, `at` from 1. Text is always a string cell, so that nothing in it is ever a formula. */
export function rowXml(cells: readonly SheetCell[], at: number, letters: readonly string[], isHead = false): string {
  const line = String(at)
  let xml = `<row r="${line}">`
  for (const [column, cell] of cells.entries()) {
    const body = cellBody(cell, isHead)
    if (body !== '') xml += `<c r="${letters[column]}${line}"${body}`
  }
  return `${xml}</row>`
}

/** All of a cell's XML but its place, so that one which stands in many rows is written once; '' for an empty one. */
export function cellBody(cell: SheetCell, isHead = false): string {
  if (cell.type === 'empty') return ''
  if (cell.type === 'number') return ` s="${STYLE[cell.format]}"><v>${cell.number}</v></c>`
  if (cell.type === 'date') return serialBody(serialOf(cell.at), cell.hasTime) ?? textBody(cell.at, STYLE.text)
  return textBody(cell.text, isHead ? STYLE.head : STYLE.text)
}

/** What stands before and behind a text in which nothing needs care, and that neither begins nor ends with a blank. */
export const PLAIN_TEXT = [` s="${STYLE.text}" t="inlineStr"><is><t>`, '</t></is></c>'] as const
/** The same of a number. */
export const plainNumber = (format: 'plain' | 'whole' | 'decimal') => [` s="${STYLE[format]}"><v>`, '</v></c>'] as const

/** A text by its place among those that cells share. */
export const sharedBody = (place: number): string => ` s="${STYLE.text}" t="s"><v>${place}</v></c>`

/** What stands before the part of a day in a moment's cell, by its days since 1970; null for one that is written as text. */
export function dayOpen(day: number): string | null {
  const serial = day - EPOCH / DAY_MS
  return serial >= FIRST_SAFE ? ` s="${STYLE.moment}"><v>${serial}` : null
}

/** A moment as text, by the minutes that its wall clock shows since 1970. */
export const wallText = (minutes: number): string =>
  textBody(new Date(minutes * 60_000).toISOString().slice(0, -8).replace('T', ' '), STYLE.text)

const serialBody = (serial: number | null, hasTime: boolean): string | null =>
  serial !== null && serial >= FIRST_SAFE ? ` s="${hasTime ? STYLE.moment : STYLE.date}"><v>${serial}</v></c>` : null

const textBody = (text: string, style: number): string =>
  ` s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

const EPOCH = Date.UTC(1899, 11, 30)
/** Before March 1900 spreadsheets disagree which day a number means. */
const FIRST_SAFE = 61

/** Days since 1899-12-30, as spreadsheets count; null for what is no date. */
function serialOf(wall: string): number | null {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d))?$/.exec(wall)
  if (!found) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = found.slice(1).map((part) => Number(part ?? 0))
  return (Date.UTC(year, month - 1, day, hour, minute) - EPOCH) / DAY_MS
}

/** Also what needs none in the end, such as a pair of surrogates: this look must be quick. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must go
const NEEDS_CARE = /[&<>"_\u0000-\u001f\ud800-\udfff\ufffe\uffff]/
/** What XML 1.0 cannot hold, whichever way it is written. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must go
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as XML holds it; a spreadsheet's own escapes (`_x0041_`) stay what was written. */
export function xmlText(text: string): string {
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
  if (!NEEDS_CARE.test(short)) return short
  return short
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(IMPOSSIBLE, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one)
}

/** A, B … Z, AA … */
export function lettersOf(columns: number): string[] {
  const letters: string[] = []
  for (let at = 0; at < columns; at += 1) {
    let name = ''
    for (let rest = at; rest >= 0; rest = Math.floor(rest / 26) - 1) name = String.fromCharCode(65 + (rest % 26)) + name
    letters.push(name)
  }
  return letters
}

const format = (fmt: number, font = 0, fill = 0) =>
  `<xf numFmtId="${fmt}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1"${font ? ' applyFont="1" applyFill="1"' : ''}/>`

/** Text cells are formatted as text, so that a phone number typed over another keeps its zero. */
export const STYLES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="3"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="166" formatCode="#,##0.######"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF0F766E"/><bgColor indexed="64"/></patternFill></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="8">${format(0)}${format(49, 1, 2)}${format(49)}${format(3)}${format(166)}${format(10)}${format(164)}${format(165)}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`
