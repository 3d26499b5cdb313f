import type { ReactNode } from 'react'
import { type Field, type Fields, isSortable, type Kind, moment, ref, shownAs } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { cellText, isFigure } from '../fields/cell.tsx'
import type { AnyRow } from './module.ts'

/** A column of a list: a field, or something a module draws itself. */
export interface Column {
  name: string
  /** English, a catalog key. */
  label: string
  field?: Field | undefined
  isSortable: boolean
  isFigure: boolean
  /** px; without one it shares what is left. */
  width: number | undefined
  render?: ((row: AnyRow) => ReactNode) | undefined
  /** What the tooltip of a drawn cell says. */
  text?: ((row: AnyRow) => string | undefined) | undefined
}
/** A field by name, or a field (or nothing of the kind) drawn in an own way. */
export type ColumnWish = string | ({ name: string } & Partial<Column>)

const KEPT: Fields = {
  created_at: moment('Created at'),
  updated_at: moment('Updated at', { sortable: false }),
  created_by: ref('Created by', 'users', { sortable: false }),
}

const WIDTHS: Partial<Record<Kind, number>> = {
  phone: 130,
  digits: 150,
  taxCode: 140,
  identityNumber: 150,
  money: 130,
  count: 110,
  decimal: 110,
  percentage: 100,
  date: 120,
  moment: 150,
  flag: 110,
  choice: 150,
  ref: 180,
  refs: 200,
  files: 90,
  signature: 90,
  email: 220,
}
/** Too heavy for a list: the server leaves them out of its rows. */
const NEVER: readonly Kind[] = ['richText', 'files', 'signature']

/** Every column a list can show, those shown from the start first. */
export function columnsOf(definition: Definition, wishes?: readonly ColumnWish[]): { all: Column[]; usual: string[] } {
  const isByAge = definition.sort.replace('-', '') === 'created_at'
  const wanted: readonly ColumnWish[] = wishes ?? [...definition.list, ...(isByAge ? ['created_at'] : [])]
  const first = wanted.map((wish) => columnOf(definition, wish))
  const usual = first.map((column) => column.name)
  const others = [...Object.entries(definition.fields), ...Object.entries(KEPT)]
    .filter(([name, field]) => !usual.includes(name) && !field.secret && !NEVER.includes(shownAs(field)))
    .map(([name]) => columnOf(definition, name))
  return { all: [...first, ...others], usual }
}

function columnOf(definition: Definition, wish: ColumnWish): Column {
  const { name, ...own } = typeof wish === 'string' ? { name: wish } : wish
  const field = definition.fields[name] ?? KEPT[name]
  const label = own.label ?? field?.label ?? name
  const width = own.width ?? field?.width ?? (field && name !== definition.title ? WIDTHS[shownAs(field)] : undefined)
  return {
    name,
    field,
    isSortable: field ? isSortable(field) : false,
    isFigure: field ? isFigure(field) : false,
    ...own,
    label,
    width: width === undefined ? undefined : widthFor(label, width),
  }
}

const LETTER = 6.4
/** Padding on both sides and the arrow of the order. */
const BESIDE_LABEL = 42

/** A column is never narrower than its header, in whatever language. */
const widthFor = (label: string, width: number): number => Math.max(width, headWidth(label))
const headWidth = (label: string): number => Math.ceil(t(label).length * LETTER) + BESIDE_LABEL

const SEEN = 50
const TEXT_LETTER = 7.4
const WIDEST = 340
/** As wide as a column stands in a table that scrolls. */
const WIDE = 260
const TITLE_AT_LEAST = 190
const UNKNOWN_WIDTH = 110

/** Kinds whose words are cut where the table is narrow; a number or a date never is. */
const GIVING_WAY: readonly Kind[] = ['text', 'longText', 'email', 'ref', 'refs', 'address', 'choices']

/** Whether a column gives way so that the whole table fits; its tooltip says the rest. */
export const isShared = (column: Column, titled: string | undefined): boolean =>
  column.name !== titled &&
  (column.render ? column.text !== undefined : column.field !== undefined && GIVING_WAY.includes(shownAs(column.field)))

export type ColumnWidths = readonly { width?: string; least: number; room?: string }[]

/**
 * The widest each column may stand, as CSS: those that share divide what the others leave, the title among them, each as it has words.
 * What is left then goes to the title, or to the last column where the title has a width of its own. Where little more than half
 * would be left of the words, nothing is cut and the table scrolls; then the title gets room too.
 */
export function columnWidths(
  columns: readonly Column[],
  rows: readonly AnyRow[],
  titled: string | undefined,
  beside: number,
  isFixed: boolean,
): ColumnWidths {
  const title = columns.find(({ name, width }) => name === titled && width === undefined)
  const naturals = columns.map((column) => (isShared(column, titled) ? naturalWidth(column, rows) : 0))
  const others = columns.map((column, at) => (naturals[at] || column === title ? 0 : (column.width ?? UNKNOWN_WIDTH)))
  const [shared, taken] = [sum(naturals), (sum(others) + beside) * (isFixed ? 1 : REALLY_TAKEN)]
  const [wish, least] = title ? [Math.max(TITLE_AT_LEAST, naturalWidth(title, rows)), TITLE_AT_LEAST] : [0, 0]
  const left = `(100cqw - ${taken + least}px)`
  const last = title ?? columns.at(-1)
  return columns.map((column, at) => {
    const natural = naturals[at]
    if (column === title) return { least, room: `max(${least}px, ${inFull(wish, `${shared * FEWEST}px - ${left}`)})` }
    if (column === last) return { least: column.width ?? TITLE_AT_LEAST }
    if (!natural) return { width: `${others[at]}px`, least: others[at] ?? 0 }
    const head = headWidth(column.label)
    const share = `min((100cqw - ${taken}px) * ${part(natural, shared + wish)}, ${left} * ${part(natural, shared)})`
    const full = inFull(natural, `${natural * FEWEST}px - ${share}`)
    return { width: `min(${natural}px, max(${head}px, ${share}, ${full}))`, least: head }
  })
}

/** Where the widths are not fixed, the columns that never give way shrink to their words: by about so much of what they may take. */
const REALLY_TAKEN = 0.96
/** Of what a column would like, the least that still says something. */
const FEWEST = 0.55
/** The whole width where a difference is positive. */
const inFull = (width: number, difference: string) => `min(${Math.min(width, WIDE)}px, (${difference}) * 999)`

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const part = (one: number, all: number): string => (one / all).toFixed(4)

/** How wide a column would like to stand, from what its first rows say. */
function naturalWidth(column: Column, rows: readonly AnyRow[]): number {
  const longest = Math.max(...rows.slice(0, SEEN).map((row) => textOf(column, row)?.length ?? 0), 4)
  return widthFor(column.label, Math.min(WIDEST, Math.ceil(longest * TEXT_LETTER) + 26))
}

const textOf = (column: Column, row: AnyRow): string | undefined =>
  column.text ? column.text(row) : column.field && cellText(column.field, row[column.name])
