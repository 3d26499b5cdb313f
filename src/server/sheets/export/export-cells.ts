import { type Field, type Kind, shownAs } from '../../../shared/fields.ts'
import { type SheetContext, sheetCell } from '../../../shared/sheet.ts'
import { cellBody, PLAIN_TEXT, plainNumber } from '../xlsx/cell-xml.ts'
import type { SharedStrings } from '../xlsx/shared-strings.ts'
import type { XmlBytes } from '../xlsx/xml-bytes.ts'
import { beginsAsWord, textAt, wholeAt } from './copied-text.ts'
import { type CellWriter, momentWriter } from './export-moments.ts'
import type { Names } from './export-names.ts'

type Shown = Exclude<Kind, 'computed'>

/** How the cells of a column are written; what many of them show goes to the shared texts. */
export function cellWriter(field: Field, context: SheetContext, names: Names, shared: SharedStrings): CellWriter {
  const as = shownAs(field)
  const body = (value: unknown) => cellBody(sheetCell(value, field, context))
  const sharedBody = (value: unknown) => shared.body(sheetCell(value, field, context))
  if (field.kind === 'ref')
    return (out, rows, from, to) => put(out, names.cell(wholeAt(rows, from, to) ?? 0, sharedBody))
  if (field.to) return remembering((raw) => sharedBody(idsIn(raw).map((id) => ({ name: names.of(id) }))))
  if (as === 'moment') return momentWriter()
  const read = READERS[as] ?? plain
  const write = (raw: string) => body(read(raw))
  if (FEW.includes(as)) return remembering((raw) => sharedBody(read(raw)))
  if (WORDS.includes(as)) return words(write)
  if (as === 'money' || as === 'count') return numbers(write, field.ungrouped ? 'plain' : 'whole')
  return as === 'decimal' ? numbers(write, 'decimal') : anyhow(write)
}

/** The ids in a list of refs as the database sends it. */
export const idsIn = (raw: string): number[] => (raw === '[]' ? [] : raw.slice(1, -1).split(',').map(Number))

/** Kinds of few values, said a million times. */
const FEW: readonly Shown[] = ['choice', 'choices', 'flag', 'signature', 'date']
/** Kinds that a cell shows as they are. */
const WORDS: readonly Shown[] = ['text', 'longText', 'email', 'phone', 'digits', 'taxCode', 'identityNumber']
const REMEMBERED_MOST = 50_000

type Write = (raw: string) => string

const anyhow =
  (write: Write): CellWriter =>
  (out, rows, from, to) => {
    const body = write(textAt(rows, from, to))
    out.text(body)
    return body !== ''
  }

/** The same bytes make the same cell; of two with one hash the later is remembered. */
function remembering(write: Write): CellWriter {
  const known = new Map<number, { raw: Uint8Array; body: Uint8Array }>()
  return (out, rows, from, to) => {
    const hash = hashOf(rows, from, to)
    let one = known.get(hash)
    if (!one || !isSame(one.raw, rows, from, to)) {
      if (known.size > REMEMBERED_MOST) known.clear()
      one = { raw: Uint8Array.from(rows.subarray(from, to)), body: Buffer.from(write(textAt(rows, from, to))) }
      known.set(hash, one)
    }
    return put(out, one.body)
  }
}

/** A text of a few bytes made for it would be the dearest part of a cell that is known. */
function hashOf(rows: Uint8Array, from: number, to: number): number {
  let hash = to - from
  for (let at = from; at < to; at += 1) hash = (Math.imul(hash, 31) + (rows[at] ?? 0)) | 0
  return hash
}

function isSame(raw: Uint8Array, rows: Uint8Array, from: number, to: number): boolean {
  if (raw.length !== to - from) return false
  for (let at = 0; at < raw.length; at += 1) if (raw[at] !== rows[from + at]) return false
  return true
}

function put(out: XmlBytes, body: Uint8Array): boolean {
  out.put(body)
  return body.length > 0
}

const bytesOf = (parts: readonly [string, string]): [Buffer, Buffer] => [Buffer.from(parts[0]), Buffer.from(parts[1])]

/** A cell holds no more letters, and a letter has at least a byte. */
const LONGEST = 32_767

/** Nearly every text is taken as it is; any other goes by the rules of its kind. */
function words(write: Write): CellWriter {
  const [open, close] = bytesOf(PLAIN_TEXT)
  const otherwise = anyhow(write)
  return (out, rows, from, to, isPlain) => {
    const isTaken = isPlain && to - from <= LONGEST && rows[to - 1] !== BLANK && beginsAsWord(rows, from)
    if (!isTaken) return otherwise(out, rows, from, to, isPlain)
    out.put(open)
    out.put(rows, from, to)
    out.put(close)
    return true
  }
}

const BLANK = 0x20

function numbers(write: Write, format: 'plain' | 'whole' | 'decimal'): CellWriter {
  const [open, close] = bytesOf(plainNumber(format))
  const otherwise = anyhow(write)
  return (out, rows, from, to, isPlain) => {
    if (wholeAt(rows, from, to) === null) return otherwise(out, rows, from, to, isPlain)
    out.put(open)
    out.put(rows, from, to)
    out.put(close)
    return true
  }
}

const plain = (value: string): unknown => value
const flag = (value: string): unknown => value === 't'

/** The text that PostgreSQL sends, as the value a record shows. */
const READERS: Partial<Record<Shown, (value: string) => unknown>> = {
  money: Number,
  count: Number,
  decimal: Number,
  percentage: Number,
  flag,
  signature: flag,
  choices: JSON.parse,
  address: JSON.parse,
  files: JSON.parse,
  lines: JSON.parse,
}
