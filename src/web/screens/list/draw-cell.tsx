import type { ReactNode } from 'react'
import { type Field, shownAs } from '../../../shared/fields.ts'
import { formatMoment } from '../../../shared/format.ts'
import { calledBy } from '../../../shared/short-names.ts'
import { Cell, cellText, isBlank } from '../../fields/cell.tsx'
import { ShortPerson, shortName } from '../../fields/short-name.tsx'
import { isNamed } from '../../fields/values.ts'
import { useSession } from '../../session.ts'
import type { Column } from '../columns/columns.ts'
import type { AnyRow } from '../module.ts'
import type { List } from './use-list.ts'

/**
 * What a column says of a row.
 * @param titled the column of the title, which is said whole
 */
export function drawCell(column: Column, row: AnyRow, titled?: string): ReactNode {
  if (column.render) return column.render(row)
  if (!column.field) return null
  const value = row[column.name]
  if (shownAs(column.field) === 'moment' && typeof value === 'string') return <ShortMoment at={value} />
  if (column.field.person && column.name !== titled && typeof value === 'string')
    return isBlank(value) ? <Cell field={column.field} value={value} row={row} /> : calledBy(value)
  return drawShort(column.field, value) ?? <Cell field={column.field} value={value} row={row} />
}

function drawShort({ kind, to }: Field, value: unknown): ReactNode {
  if (kind !== 'ref' || !isNamed(value)) return undefined
  return to === 'users' ? <ShortPerson name={value.name} /> : shortName(to, value.name)
}

/** What a column says of a row in words, as short as its cell; undefined where it says nothing, or nothing in words. */
export function shortText({ text, render, field, name }: Column, row: AnyRow): string | undefined {
  const value = row[name]
  if (text) return text(row)
  if (render || !field || isBlank(value)) return undefined
  return field.kind === 'ref' && isNamed(value) ? shortName(field.to, value.name) : cellText(field, value)
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
