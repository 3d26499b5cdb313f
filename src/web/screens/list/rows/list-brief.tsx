import { shownAs } from '../../../../shared/fields.ts'
import { t } from '../../../../shared/language.ts'
import { isBlank } from '../../../fields/cell.tsx'
import type { Column } from '../../columns/columns.ts'
import type { AnyRow } from '../../module.ts'
import type { RowList } from '../use-list.ts'
import { drawCell, shortText } from './draw-cell.tsx'

const MOST_BESIDE = 2
const MOST_BELOW = 4

/** What a card on a phone says below its title: a line with how it stands at its end, and a quiet second one. */
export function Brief({ list, row, titled }: { list: RowList; row: AnyRow; titled: string | undefined }) {
  const said = list.columns.filter(
    (column) => column.name !== titled && (column.render !== undefined || !isBlank(row[column.name])),
  )
  const mark = said.find(isMark)
  const words = said.flatMap((column) => (column === mark ? [] : (worded(column, row) ?? [])))
  return (
    <>
      <p>{words.slice(0, MOST_BESIDE).join(' · ')}</p>
      {mark ? drawCell(mark, row) : <span />}
      <small>{words.slice(MOST_BESIDE, MOST_BESIDE + MOST_BELOW).join(' · ')}</small>
    </>
  )
}

/** How a record stands: a word with a colour. */
const isMark = ({ field }: Column): boolean =>
  field !== undefined && shownAs(field) === 'choice' && field.of?.some(({ tone }) => tone !== undefined) === true

/** Names speak for themselves; a figure or a day is said with what it is. */
function worded(column: Column, row: AnyRow): string | undefined {
  const { field } = column
  const kind = field && shownAs(field)
  if (kind === 'flag') return row[column.name] ? t(column.label) : undefined
  const words = shortText(column, row)
  const isBare = column.isFigure || kind === 'date'
  return words && isBare ? `${t(column.label)} ${words}` : words
}
