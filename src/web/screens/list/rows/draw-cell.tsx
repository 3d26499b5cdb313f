import type { ReactNode } from 'react'
import { shownAs } from '../../../../shared/fields.ts'
import { formatMoment } from '../../../../shared/format.ts'
import { Cell, cellText, isBlank } from '../../../fields/cell.tsx'
import { calledShort, ShortPerson } from '../../../fields/short-name.tsx'
import { titleOf } from '../../../fields/title.ts'
import { isNamed } from '../../../fields/values.ts'
import { useSession } from '../../../session.ts'
import type { Column } from '../../columns/columns.ts'
import type { AnyRow } from '../../module.ts'
import type { List } from '../use-list.ts'

/**
 * What a column says of a row.
 * @param titled the column of the title, which is said whole
 */
export function drawCell(column: Column, row: AnyRow, titled?: string): ReactNode {
  if (column.render) return column.render(row)
  if (!column.field) return null
  const value = row[column.name]
  if (shownAs(column.field) === 'moment' && typeof value === 'string') return <ShortMoment at={value} />
  if (column.field.to === 'users' && isNamed(value)) return <ShortPerson name={value.name} />
  return (
    calledShort(column.field, value, column.name === titled) ?? <Cell field={column.field} value={value} row={row} />
  )
}

/** What a column says of a row in words, but for a customer's name as short as its cell; undefined where it says nothing, or nothing in words. */
export function shortText({ text, render, field, name }: Column, row: AnyRow): string | undefined {
  const value = row[name]
  if (text) return text(row)
  if (render || !field || isBlank(value)) return undefined
  return calledShort(field, value, true) ?? cellText(field, value)
}

/** Day and time, the year only where it is another one; the whole of it in the tooltip. */
function ShortMoment({ at }: { at: string }) {
  const { time_zone } = useSession()
  return (
    <time dateTime={at} title={formatMoment(at, time_zone)}>
      {shortMoment(at, time_zone)}
    </time>
  )
}

export function shortMoment(at: string, timeZone: string): string {
  const [day = '', time = ''] = formatMoment(at, timeZone).split(' ')
  const isThisYear = day.endsWith(formatMoment(new Date(), timeZone).slice(6, 10))
  return isThisYear ? `${day.slice(0, 5)} ${time}` : day
}

export function tipOf(column: Column, row: AnyRow): string | undefined {
  if (column.text) return column.text(row)
  return column.field && !column.render ? cellText(column.field, row[column.name]) : undefined
}

/** The column that carries the link: the title's, or the first where the title is hidden. */
export const titleColumn = (list: Pick<List, 'columns' | 'definition'>): string | undefined =>
  (list.columns.find((column: Column) => column.name === list.definition.title) ?? list.columns[0])?.name

export function nameOf({ columns, definition }: Pick<List, 'columns' | 'definition'>, row: AnyRow): string {
  const title = columns.find(({ name }) => name === definition.title)
  return title?.text?.(row) ?? titleOf(definition, row) ?? `#${row.id}`
}
