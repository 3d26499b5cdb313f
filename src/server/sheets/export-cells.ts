import { type Field, type Kind, shownAs } from '../../shared/fields.ts'
import { type SheetContext, sheetCell } from '../../shared/sheet.ts'
import { cellBody, wallBody } from './cell-xml.ts'

/** The text that the database sends for a value, as a cell without its place. */
export type CellWriter = (raw: string) => string

type Shown = Exclude<Kind, 'computed'>

/** How the cells of a column are written; `nameOf` knows what a ref points at. */
export function cellWriter(field: Field, context: SheetContext, nameOf: (id: string) => string): CellWriter {
  const as = shownAs(field)
  if (as === 'moment') return (raw) => wallBody(Number(raw))
  const value = readerOf(field, nameOf)
  const write = (raw: string) => cellBody(sheetCell(value(raw), field, context))
  return field.to || FEW.includes(as) ? remembering(write) : write
}

function readerOf(field: Field, nameOf: (id: string) => string): (raw: string) => unknown {
  if (field.kind === 'ref') return (id) => ({ name: nameOf(id) })
  if (field.to) return (ids) => idsIn(ids).map((id) => ({ name: nameOf(id) }))
  return READERS[shownAs(field)] ?? plain
}

/** The ids in a list of refs as the database sends it. */
export const idsIn = (raw: string): string[] => (raw === '[]' ? [] : raw.slice(1, -1).split(','))

/** Kinds of few values, said a million times. */
const FEW: readonly Shown[] = ['choice', 'choices', 'flag', 'signature']
const REMEMBERED_MOST = 50_000

function remembering(write: CellWriter): CellWriter {
  const known = new Map<string, string>()
  return (raw) => {
    const found = known.get(raw)
    if (found !== undefined) return found
    if (known.size > REMEMBERED_MOST) known.clear()
    const body = write(raw)
    known.set(raw, body)
    return body
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
