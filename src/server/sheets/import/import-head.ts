import type { Field } from '../../../shared/fields.ts'
import { isWritable } from '../../../shared/fields.ts'
import { LANGUAGES, tIn } from '../../../shared/language.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import type { Imports } from '../../resource/import-options.ts'
import type { BookRow } from '../xlsx/book.ts'
import type { HeadColumn } from './import-order.ts'

/** Title rows above a header are no more than this. */
export const HEAD_WITHIN = 30

export interface Head {
  /** The row that names the columns. */
  line: number
  columns: HeadColumn[]
}

/** The row that names most columns, in any of our languages, with or without diacritics; null where none names any. */
export function findHead(
  rows: readonly BookRow[],
  fields: Record<string, Field>,
  headings: Imports['headings'] = {},
): Head | null {
  const names = namesOf(fields, headings)
  let best: { line: number; columns: HeadColumn[]; score: number } | null = null
  for (const [at, row] of rows.slice(0, HEAD_WITHIN).entries()) {
    const columns = columnsOf(row, rows[at - 1], names)
    const score = columns.filter(({ field }) => field !== null).length
    if (score > (best?.score ?? 0)) best = { line: row.line, columns, score }
  }
  return best
}

/** Where no row names a column of ours, what the columns seem to be called: the labels of the row that has most. */
export function unknownLabels(rows: readonly BookRow[]): string[] {
  const labels = rows.slice(0, HEAD_WITHIN).map(({ cells }) => cells.map(text).filter(isLabel))
  const most = Math.max(...labels.map(({ length }) => length))
  return labels.find(({ length }) => length === most) ?? []
}

/** The first of some labels as a sentence tells them; '' where there are none. */
export const toldLabels = (labels: readonly string[]): string =>
  labels
    .filter(isLabel)
    .slice(0, LABELS_TOLD)
    .map((label) => `“${shortened(label)}”`)
    .join(', ')

const LABELS_TOLD = 5
const LABEL_MOST = 40
const isLabel = (label: string): boolean => plain(label) !== ''
const shortened = (label: string): string => (label.length > LABEL_MOST ? `${label.slice(0, LABEL_MOST)}…` : label)

/** A cell merged over two rows of headers stands in the upper one. */
function columnsOf(row: BookRow, above: BookRow | undefined, names: ReadonlyMap<string, string>): HeadColumn[] {
  const taken = new Set<string>()
  const width = Math.max(row.cells.length, above?.cells.length ?? 0)
  return Array.from({ length: width }, (_, at) => {
    const label = text(row.cells[at]) || (above && text(above.cells[at])) || ''
    const field = names.get(plain(label)) ?? null
    if (field === null || taken.has(field)) return { label, field: null }
    taken.add(field)
    return { label, field }
  })
}

const text = (cell: unknown): string => (typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '')

function namesOf(fields: Record<string, Field>, headings: NonNullable<Imports['headings']>): Map<string, string> {
  const names = new Map<string, string>()
  for (const [name, field] of Object.entries(fields)) {
    if (!isWritable(field)) continue
    for (const label of [name, field.label, ...LANGUAGES.map((language) => tIn(language, field.label))])
      if (!names.has(plain(label))) names.set(plain(label), name)
  }
  // What else one may be called never takes the name of another.
  for (const [name, others] of Object.entries(headings))
    for (const label of others.flatMap((other) => [other, ...LANGUAGES.map((language) => tIn(language, other))]))
      if (!names.has(plain(label))) names.set(plain(label), name)
  return names
}

/** Letters and digits alone, so that `Mã  cửa hàng (*)` is `ma cua hang`. */
export const plain = (label: string): string =>
  normalizeText(label)
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
