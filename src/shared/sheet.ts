import type { Address, Field, Kind, Named, StoredFile } from './fields.ts'
import { shownAs } from './fields.ts'
import { instantOf, wallClock } from './format.ts'
import { readNumber } from './numbers.ts'
import { plainWords } from './plain-words.ts'
import { readDay, readMoment } from './time/days.ts'
import { isPhone, plainPhone } from './vietnam/vietnam.ts'

/** What a cell of a workbook holds. Numbers, dates and flags are real cells; codes stay text, so that leading zeros live. */
export type SheetCell =
  | { type: 'empty' }
  | { type: 'text'; text: string }
  | { type: 'number'; number: number; format: 'plain' | 'whole' | 'decimal' | 'percent' }
  /** Wall clock in the chain's zone: `YYYY-MM-DD` or `YYYY-MM-DD HH:mm`. */
  | { type: 'date'; at: string; hasTime: boolean }

/** What a reader of workbooks hands on. */
export type RawCell = string | number | boolean | Date | null

export interface SheetContext {
  timeZone: string
  /** A label in the user's language. */
  say: (label: string) => string
  /** What people may write for a label: it in every language, the user's first. */
  ways?: (label: string) => readonly string[]
  /** Ids of refs by what a person writes: a code or a name. */
  idOf?: (module: string, written: string) => number | null
}

interface Interpreter {
  write(value: unknown, field: Field, context: SheetContext): SheetCell
  /** The value a check takes; what cannot be read is handed on as it is, for the check to refuse by name. */
  read(cell: RawCell, field: Field, context: SheetContext): unknown
}

export const EMPTY_CELL: SheetCell = { type: 'empty' }
export const textCell = (value: unknown): SheetCell =>
  value === null || value === undefined || value === '' ? EMPTY_CELL : { type: 'text', text: harmless(String(value)) }
export const numberCell = (
  value: number | null,
  format: Extract<SheetCell, { type: 'number' }>['format'] = 'whole',
): SheetCell => (value === null ? EMPTY_CELL : { type: 'number', number: value, format })

/** Nearly every text does: the look at what else it may be is dear, a million times. */
const BEGINS_AS_WORD = /^[0-9A-Za-z\u00c0-\u024f\u1ea0-\u1ef9\uac00-\ud7a3]/

/** Text that a spreadsheet would take for a formula gets an apostrophe before it (OWASP, CSV injection; design/security.md, T14). */
export const harmless = (value: string): string =>
  BEGINS_AS_WORD.test(value) ? value : /^[\s\p{Cc}]*[=+\-@\t\r\n＝＋－＠]/u.test(value) ? `'${value}` : value
const unharmed = (value: string): string => (/^'[\s\p{Cc}]*[=+\-@\t\r\n＝＋－＠]/u.test(value) ? value.slice(1) : value)

const written = (cell: RawCell): string | null =>
  cell === null ? null : unharmed(cell instanceof Date ? cell.toISOString() : String(cell)).trim() || null

const plain: Interpreter = { write: (value) => textCell(value), read: (cell) => written(cell) }
/** Codes: a number that lost its zeros gets them back only where the length is fixed. */
const code: Interpreter = {
  write: (value) => textCell(value),
  read: (cell, field) =>
    typeof cell === 'number' && Number.isSafeInteger(cell)
      ? String(cell).padStart(field.length ?? 0, '0')
      : written(cell),
}
const number = (format: 'whole' | 'decimal' | 'percent'): Interpreter => ({
  write: (value, { ungrouped }) =>
    typeof value === 'number'
      ? { type: 'number', number: format === 'percent' ? value / 100 : value, format: ungrouped ? 'plain' : format }
      : EMPTY_CELL,
  read: (cell, field) => {
    if (typeof cell === 'number') return format === 'percent' ? Number((cell * 100).toFixed(6)) : cell
    const typed = written(cell)
    const found = typed === null ? null : readNumber(typed, { ...field, kind: shownAs(field) })
    return found && 'value' in found ? found.value : typed
  },
})

const oneOf = (value: unknown, field: Field, { say }: SheetContext): string => {
  const found = field.of?.find((choice) => choice.value === value)
  return found ? say(found.label) : String(value ?? '')
}
/** A word of the user's own language before one of another, as those of two languages may look alike. */
function valueIn(cell: string, { of = [] }: Field, { say, ways }: SheetContext): string {
  const written = cell.toLowerCase()
  const called = (names: (choice: { value: string; label: string }) => readonly string[]) =>
    of.find((choice) => names(choice).some((name) => name.toLowerCase() === written))?.value
  return called(({ value, label }) => [value, label, say(label)]) ?? called(({ label }) => ways?.(label) ?? []) ?? cell
}
const named = (value: unknown): string => (value as Named | null)?.name ?? '' // refs are shown with their name
const list = (cell: RawCell): string[] =>
  (written(cell) ?? '')
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)

/** Stands where a line says nothing, so that what follows keeps its place. */
const NOTHING = '–'

/** A line in one cell: its values with a dot between them. */
function lineIn(line: unknown, { line: parts = {} }: Field, context: SheetContext): string {
  const values: Record<string, unknown> = typeof line === 'object' && line !== null ? { ...line } : {}
  const said = Object.entries(parts).map(([name, part]) =>
    inWords(SHEET[shownAs(part)].write(values[name], part, context)),
  )
  return said.slice(0, said.findLastIndex((words) => words !== NOTHING) + 1).join(' · ')
}

function inWords(cell: SheetCell): string {
  if (cell.type === 'empty') return NOTHING
  if (cell.type === 'date') return cell.at
  // Three digits behind the mark could be thousands.
  return cell.type === 'text' ? cell.text : String(cell.number).replace(/(\.\d{3})$/, '$10')
}

/** Lines of one cell, each on its own or with ; between them, as an export writes them; a bar does for the dot. */
const linesIn = (cell: RawCell, field: Field, context: SheetContext): Record<string, unknown>[] => {
  const said = written(cell) ?? ''
  const lines = said.split(said.includes('\n') ? '\n' : ';').map((line) => line.trim())
  return lines.filter(Boolean).map((line) => lineOf(line, field, context))
}

function lineOf(said: string, { line: parts = {} }: Field, context: SheetContext): Record<string, unknown> {
  const fields = Object.entries(parts)
  const values = said.split(said.includes('·') ? '·' : '|').map((value) => value.trim())
  // What is too much is said by the check of the last one.
  const kept =
    values.length > fields.length
      ? [...values.slice(0, fields.length - 1), values.slice(fields.length - 1).join(' · ')]
      : values
  const given = fields.flatMap(([name, part], at): [string, unknown][] => {
    const value = kept[at] ?? ''
    return value === '' || value === NOTHING ? [] : [[name, SHEET[shownAs(part)].read(value, part, context)]]
  })
  return Object.fromEntries(given)
}

const joined = (lines: readonly string[]): string => lines.join(lines.some((line) => line.includes(';')) ? '\n' : '; ')

/** What a text says of a day or a moment; null where it is none. */
function timeIn(typed: string, read: typeof readDay, field: Field, { timeZone }: SheetContext): string | null {
  const found = read(typed, { today: wallClock(new Date(), timeZone).day, isBirth: field.isBirth === true })
  return 'value' in found ? found.value : null
}
/** A cell of a day alone is its midnight, as text and as a date. */
const wallIn = (typed: string, field: Field, context: SheetContext): string | null => {
  const day = timeIn(typed, readDay, field, context)
  return day ? `${day} 00:00` : timeIn(typed, readMoment, field, context)
}

const WALL = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?$/

const SHEET: Record<Exclude<Kind, 'computed'>, Interpreter> = {
  text: plain,
  longText: plain,
  richText: {
    write: (value) => textCell(plainWords(String(value ?? ''))),
    read: plain.read,
  },
  email: plain,
  phone: {
    write: code.write,
    read: (cell) => {
      const typed = typeof cell === 'number' ? String(cell) : (written(cell) ?? '')
      const restored = plainPhone(`0${typed}`)
      return (isPhone(restored) ? restored : plainPhone(typed)) || null
    },
  },
  digits: code,
  taxCode: {
    write: code.write,
    read: (cell) => (typeof cell === 'number' ? String(cell).padStart(10, '0') : written(cell)),
  },
  identityNumber: {
    write: code.write,
    read: (cell) => (typeof cell === 'number' ? String(cell).padStart(12, '0') : written(cell)),
  },
  money: number('whole'),
  count: number('whole'),
  decimal: number('decimal'),
  percentage: number('percent'),
  date: {
    write: (value) => (value ? { type: 'date', at: String(value).slice(0, 10), hasTime: false } : EMPTY_CELL),
    read: (cell, field, context) =>
      cell instanceof Date
        ? cell.toISOString().slice(0, 10)
        : (timeIn(written(cell) ?? '', readDay, field, context) ?? written(cell)),
  },
  moment: {
    write: (value, _field, { timeZone }) => {
      if (!value) return EMPTY_CELL
      const { day, time } = wallClock(value instanceof Date ? value : String(value), timeZone)
      return { type: 'date', at: `${day} ${time}`, hasTime: true }
    },
    read: (cell, field, context) => {
      const wall = cell instanceof Date ? cell.toISOString().slice(0, 19) : wallIn(written(cell) ?? '', field, context)
      if (!wall || !WALL.test(wall)) return wall ?? written(cell)
      const instant = instantOf(wall, context.timeZone)
      const isReal = !Number.isNaN(instant.getTime()) && wallClock(instant, context.timeZone).day === wall.slice(0, 10)
      return isReal ? instant.toISOString() : wall
    },
  },
  flag: {
    write: (value, _field, { say }) => textCell(say(value ? 'Yes' : 'No')),
    read: (cell, _field, { say, ways = (label) => [say(label)] }) => {
      if (typeof cell === 'boolean' || cell === null) return cell
      const word = String(cell).trim().toLowerCase()
      const isOne = (words: readonly string[]) => words.some((one) => one.toLowerCase() === word)
      if (isOne(['1', 'yes', 'true', 'x', ...ways('Yes')])) return true
      return isOne(['0', 'no', 'false', '', ...ways('No')]) ? false : cell
    },
  },
  choice: {
    write: (value, field, context) => textCell(oneOf(value, field, context)),
    read: (cell, field, context) => (written(cell) === null ? null : valueIn(String(written(cell)), field, context)),
  },
  choices: {
    write: (value, field, context) =>
      textCell((Array.isArray(value) ? value : []).map((one) => oneOf(one, field, context)).join('; ')),
    read: (cell, field, context) => list(cell).map((one) => valueIn(one, field, context)),
  },
  ref: {
    write: (value) => textCell(named(value)),
    read: (cell, field, { idOf }) =>
      written(cell) === null ? null : (idOf?.(field.to ?? '', String(written(cell))) ?? written(cell)),
  },
  refs: {
    write: (value) => textCell((Array.isArray(value) ? value : []).map(named).join('; ')),
    read: (cell, field, { idOf }) => list(cell).map((one) => idOf?.(field.to ?? '', one) ?? one),
  },
  address: {
    write: (value) => {
      const place = value as Address | null // an address is shown as one
      return textCell(
        place ? [place.line, place.ward, place.district, place.province].filter(Boolean).join(', ') : null,
      )
    },
    read: (cell) => {
      const [line, ...rest] = (written(cell) ?? '').split(',').map((part) => part.trim())
      if (!line) return null
      const [ward = null, district = null] = rest.length > 2 ? rest : [rest.length > 1 ? rest[0] : null]
      return { line, ward, district, province: rest.at(-1) ?? null, model: rest.length > 2 ? 1 : 2 }
    },
  },
  files: {
    write: (value) =>
      textCell((Array.isArray(value) ? (value as StoredFile[]) : []).map((file) => file.name).join('; ')),
    read: () => [],
  }, // files are shown as such
  lines: {
    write: (value, field, context) =>
      textCell(joined((Array.isArray(value) ? value : []).map((line: unknown) => lineIn(line, field, context)))),
    read: linesIn,
  },
  signature: { write: (value, _field, { say }) => textCell(value ? say('Signed') : null), read: () => null },
}

/** A value as the cell of an exported workbook. */
export const sheetCell = (value: unknown, field: Field, context: SheetContext): SheetCell =>
  field.secret ? EMPTY_CELL : SHEET[shownAs(field)].write(value, field, context)

/** A cell of an imported workbook as the value that the field's check takes. */
export const valueOfCell = (cell: RawCell, field: Field, context: SheetContext): unknown =>
  SHEET[shownAs(field)].read(cell, field, context)
