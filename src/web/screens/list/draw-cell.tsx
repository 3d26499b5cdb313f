import type { ReactNode } from 'react'
import { shownAs } from '../../../shared/fields.ts'
import { formatMoment } from '../../../shared/format.ts'
import { Cell, cellText } from '../../fields/cell.tsx'
import { useSession } from '../../session.ts'
import type { Column } from '../columns/columns.ts'
import type { AnyRow } from '../module.ts'
import type { List } from './use-list.ts'

/** What a column says of a row. */
export function drawCell(column: Column, row: AnyRow): ReactNode {
  if (column.render) return column.render(row)
  if (!column.field) return null
  const value = row[column.name]
  if (shownAs(column.field) === 'moment' && typeof value === 'string') return <ShortMoment at={value} />
  return <Cell field={column.field} value={value} row={row} />
}

/** Day and time, the year only where it is another one; the whole of it in the tooltip. */
function ShortMoment({ at }: { at: string }) {
  const { time_zone } = useSession()
  const whole = formatMoment(at, time_zone)
  const [day = '', time = ''] = whole.split(' ')
  const isThisYear = day.endsWith(formatMoment(new Date(), time_zone).slice(6, 10))
  return (
    <time dateTime={at} title={whole}>
      {isThisYear ? `${day.slice(0, 5)} ${time}` : day}
    </time>
  )
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
