import { shownAs } from '../../../../shared/fields.ts'
import { t } from '../../../../shared/language.ts'
import { isBlank, labelOf } from '../../../fields/cell.tsx'
import { useSession } from '../../../session.ts'
import type { Column } from '../../columns/columns.ts'
import type { AnyRow } from '../../module.ts'
import type { RowList } from '../use-list.ts'
import { drawCell, shortMoment, shortText } from './draw-cell.tsx'

const MOST_BESIDE = 2
const MOST_BELOW = 4

/** What a card on a phone says below its title: a line with how it stands at its end, and a quiet second one. */
export function Brief({ list, row, titled }: { list: RowList; row: AnyRow; titled: string | undefined }) {
  const { time_zone } = useSession()
  const said = list.columns.filter(
    (column) => column.name !== titled && (column.render !== undefined || !isBlank(row[column.name])),
  )
  const mark = markIn(said, list)
  const words = said.flatMap((column) => (column === mark ? [] : (worded(column, row, time_zone) ?? [])))
  return (
    <>
      <p>{words.slice(0, MOST_BESIDE).join(' · ')}</p>
      {mark ? drawCell(mark, row) : <span />}
      <small>{words.slice(MOST_BESIDE, MOST_BESIDE + MOST_BELOW).join(' · ')}</small>
    </>
  )
}

/** The column that says how a record stands. */
export const markIn = (columns: readonly Column[], { definition }: Pick<RowList, 'definition'>): Column | undefined =>
  columns.find(({ name }) => name === definition.flow?.field) ?? columns.find(isMark)

/** A word with a colour. */
const isMark = ({ field }: Column): boolean =>
  field !== undefined && shownAs(field) === 'choice' && field.of?.some(({ tone }) => tone !== undefined) === true

/** Names speak for themselves; a figure or a day is said with what it is. */
function worded(column: Column, row: AnyRow, timeZone: string): string | undefined {
  const { field } = column
  const kind = field && shownAs(field)
  // Stars by which nobody is recognised.
  if (field?.private === 'sealed') return undefined
  if (field && kind === 'choice' && !column.render) return labelOf(field, String(row[column.name]))
  if (kind === 'moment' && !column.render) return shortMoment(String(row[column.name]), timeZone)
  if (kind === 'flag') return row[column.name] ? t(column.label) : undefined
  const words = shortText(column, row)
  const isBare = column.isFigure || kind === 'date'
  return words && isBare ? `${t(column.label)} ${words}` : words
}
