import type { ReactNode } from 'react'
import { type Field, type Fields, isSortable, type Kind, moment, ref, shownAs } from '../../../shared/fields.ts'
import type { Definition } from '../../../shared/resource.ts'
import { isFigure } from '../../fields/cell.tsx'
import { titleOf } from '../../fields/title.ts'
import type { AnyRow } from '../module.ts'

/** A column of a list: a field, or something a module draws itself. */
export interface Column {
  name: string
  /** English, a catalog key. */
  label: string
  field?: Field | undefined
  isSortable: boolean
  isFigure: boolean
  /** px, where what it says cannot be measured. */
  width: number | undefined
  render?: ((row: AnyRow) => ReactNode) | undefined
  /** What the tooltip of a drawn cell says. */
  text?: ((row: AnyRow) => string | undefined) | undefined
  /** Says nothing when it is cut, as a deadline. */
  isWhole?: boolean | undefined
}
/** A field by name, or a field (or nothing of the kind) drawn in an own way. */
export type ColumnWish = string | ({ name: string } & Partial<Column>)

/** What every record has beside the fields of its definition. */
export const KEPT: Fields = {
  created_at: moment('Created at'),
  updated_at: moment('Updated at', { sortable: false }),
  created_by: ref('Created by', 'users', { sortable: false }),
}

/** When a record went to the trash, which is asked there alone. */
export const DELETED_AT: Column = {
  name: 'deleted_at',
  label: 'Deleted at',
  field: moment('Deleted at'),
  isSortable: false,
  isFigure: true,
  width: 100,
}

/** As wide as a kind stands where its words are not known. */
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
  moment: 100,
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

function spokenTitle(definition: Definition) {
  const said = (row: AnyRow) => titleOf(definition, row)
  return { render: said, text: said }
}

function columnOf(definition: Definition, wish: ColumnWish): Column {
  const { name, ...own } = typeof wish === 'string' ? { name: wish } : wish
  const field = definition.fields[name] ?? KEPT[name]
  const label = own.label ?? field?.label ?? name
  return {
    name,
    field,
    isSortable: field ? isSortable(field) : false,
    isFigure: field ? isFigure(field) : false,
    ...(name === definition.title && definition.titleIn && spokenTitle(definition)),
    ...own,
    label,
    width: own.width ?? field?.width ?? (field && name !== definition.title ? WIDTHS[shownAs(field)] : undefined),
  }
}
