import type { ReactNode } from 'react'
import { Cell, cellText } from '../fields/cell.tsx'
import type { Column } from './columns.ts'
import type { AnyRow } from './module.ts'
import type { List } from './use-list.ts'

/** What a column says of a row. */
export function drawCell(column: Column, row: AnyRow): ReactNode {
  if (column.render) return column.render(row)
  return column.field ? <Cell field={column.field} value={row[column.name]} row={row} /> : null
}

export function tipOf(column: Column, row: AnyRow): string | undefined {
  if (column.text) return column.text(row)
  return column.field && !column.render ? cellText(column.field, row[column.name]) : undefined
}

/** The column that carries the link: the title's, or the first where the title is hidden. */
export const titleColumn = (list: List): string | undefined =>
  (list.columns.find((column: Column) => column.name === list.definition.title) ?? list.columns[0])?.name

export function nameOf({ columns, definition }: List, row: AnyRow): string {
  const title = columns.find(({ name }) => name === definition.title)
  return title?.text?.(row) ?? String(row[definition.title] ?? `#${row.id}`)
}
