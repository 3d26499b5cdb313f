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

export const FLEXIBLE_AT_LEAST = 200
const LETTER = 6.4
/** Padding on both sides and the arrow of the order. */
const BESIDE_LABEL = 42

/** A column is never narrower than its header, in whatever language. */
const widthFor = (label: string, width: number): number =>
  Math.max(width, Math.ceil(t(label).length * LETTER) + BESIDE_LABEL)

/** The narrowest a table of these columns may become before it scrolls sideways. */
export const leastWidth = (widths: readonly (number | undefined)[]): number =>
  widths.reduce<number>((sum, width) => sum + (width ?? FLEXIBLE_AT_LEAST), 0)

const SEEN = 50
const TEXT_LETTER = 7.4
const WIDEST = 260

/** How wide a column without a width of its own should stand, from what its first rows say. */
export function naturalWidth(column: Column, rows: readonly AnyRow[], isTitle: boolean): number | undefined {
  if (column.width !== undefined || isTitle || !column.field || column.render) return column.width
  const field = column.field
  const longest = Math.max(...rows.slice(0, SEEN).map((row) => cellText(field, row[column.name])?.length ?? 0), 4)
  return widthFor(column.label, Math.min(WIDEST, Math.ceil(longest * TEXT_LETTER) + 26))
}
