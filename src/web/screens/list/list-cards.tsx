import { t } from '../../../shared/language.ts'
import { isBlank } from '../../fields/cell.tsx'
import { Link } from '../../ui/link.tsx'
import { givesWay } from '../columns/column-widths.ts'
import type { Column } from '../columns/columns.ts'
import type { AnyRow } from '../module.ts'
import { drawCell, nameOf, titleColumn } from './draw-cell.tsx'
import css from './list.module.css'
import { turned } from './list-keys.ts'
import type { BodyProps } from './list-props.ts'
import { Restore } from './list-row.tsx'

const MOST_FACTS = 6

/** The same rows on a phone: a card each, its title the link. */
export function ListCards(props: BodyProps) {
  const { list } = props
  return (
    <ul className={css.cards} aria-label={t(list.definition.label)} data-old={list.isOld || undefined}>
      {(list.page?.data ?? []).map((row) => (
        <ListCard key={row.id} {...props} row={row} />
      ))}
    </ul>
  )
}

function ListCard({ list, row, selected, setSelected, rowActions, brief }: BodyProps & { row: AnyRow }) {
  const titled = titleColumn(list)
  const link = list.linkOf(row)
  const title = list.columns.find((column) => column.name === titled)
  const facts = list.columns
    .filter((column) => column.name !== titled && (column.render || !isBlank(row[column.name])))
    .slice(0, MOST_FACTS)
  const heading = title ? drawCell(title, row) : nameOf(list, row)
  return (
    <li
      className={css.cardItem}
      data-selected={selected.has(row.id) || undefined}
      data-settled={list.settled.has(row.id) || undefined}
    >
      <div className={css.cardHead}>
        <input
          type="checkbox"
          checked={selected.has(row.id)}
          onChange={() => setSelected(turned(selected, row))}
          aria-label={t('Select {{name}}', { name: nameOf(list, row) })}
        />
        <h2>{link ? <Link to={link}>{heading}</Link> : heading}</h2>
        {list.state.isTrash ? <Restore list={list} row={row} /> : rowActions?.(row)}
      </div>
      {brief ? <div className={css.brief}>{brief(row)}</div> : <Facts columns={facts} row={row} />}
    </li>
  )
}

const Facts = ({ columns, row }: { columns: readonly Column[]; row: AnyRow }) => (
  <dl>
    {columns.map((column) => (
      <div key={column.name} data-long={column.field?.kind === 'longText' || undefined}>
        <dt>{t(column.label)}</dt>
        <dd className={givesWay(column) ? css.words : undefined}>{drawCell(column, row)}</dd>
      </div>
    ))}
  </dl>
)
