import { ActionIcon } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import { t } from '../../../../shared/language.ts'
import { linkColumnOf } from '../../../../shared/resource.ts'
import { isBlank } from '../../../fields/cell.tsx'
import { client } from '../../../query.ts'
import { Link } from '../../../ui/link.tsx'
import { sayFailure } from '../../../ui/snackbar.tsx'
import type { AnyRow } from '../../module.ts'
import { recordOf } from '../../records.ts'
import css from '../list.module.css'
import { type RowList, useRowList } from '../use-list.ts'
import { drawCell, nameOf, titleColumn } from './draw-cell.tsx'
import { Brief } from './list-brief.tsx'
import type { BodyProps } from './list-props.ts'
import { isShift, Restore } from './list-row.tsx'
import { useSwipe } from './swipe.ts'

/** The same rows on a phone: a card each, its title the link; a swipe to a side presses the button that stands for that side. */
export function ListCards(props: BodyProps) {
  const { list, selected, active, tick, rowActions, cardActions, brief } = props
  const drawnBy = useRowList(list)
  const cards = useRef<HTMLUListElement>(null)
  // At 200 % a window with a keyboard is as narrow as a phone.
  useEffect(() => void cards.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active])
  return (
    <ul ref={cards} className={css.cards} aria-label={t(list.definition.label)} data-old={list.isOld || undefined}>
      {(list.page?.data ?? []).map((row, at) => (
        <ListCard
          key={row.id}
          list={drawnBy}
          isActive={at === active}
          isSelected={selected.has(row.id)}
          isSettled={list.settled.has(row.id)}
          {...{ row, tick, rowActions, cardActions, brief }}
        />
      ))}
    </ul>
  )
}

interface CardProps extends Pick<BodyProps, 'tick' | 'rowActions' | 'cardActions' | 'brief'> {
  list: RowList
  row: AnyRow
  isActive?: boolean
  isSelected: boolean
  isSettled: boolean
}

/** A record in three lines, its title the link. */
export const ListCard = memo(function ListCard({
  list,
  row,
  isActive,
  isSelected,
  isSettled,
  tick,
  rowActions,
  cardActions = rowActions,
  brief,
}: CardProps) {
  const titled = titleColumn(list)
  const link = list.linkOf(row)
  const title = list.columns.find((column) => column.name === titled)
  // A customer who gave no name is called by the record's number.
  const isCalled = title && (title.render || !isBlank(row[title.name]))
  const heading = isCalled
    ? drawCell(title, row, titled)
    : String(row[list.definition.customer?.number ?? ''] ?? row[linkColumnOf(list.definition)] ?? nameOf(list, row))
  const swipe = useSwipe()
  return (
    <li
      className={css.cardItem}
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
      data-settled={isSettled || undefined}
      {...swipe}
    >
      <div className={css.cardHead}>
        <input
          type="checkbox"
          checked={isSelected}
          onChange={({ nativeEvent }) => tick(row, isShift(nativeEvent))}
          aria-label={t('Select {{name}}', { name: nameOf(list, row) })}
        />
        <h2>{link ? <Link to={link}>{heading}</Link> : heading}</h2>
        {list.isTrash ? (
          <Restore list={list} row={row} />
        ) : (
          <>
            <Call list={list} row={row} />
            <span className={css.cardActs} data-swipe="right">
              {cardActions?.(row)}
            </span>
          </>
        )}
      </div>
      <div className={css.brief}>{brief ? brief(row) : <Brief list={list} row={row} titled={titled} />}</div>
    </li>
  )
})

/** Rings the customer; a list masks the number, so the record is asked for it. */
function Call({ list: { definition }, row }: { list: RowList; row: AnyRow }) {
  const field = definition.customer?.phone
  if (!field || !row[field]) return null
  const call = async () => {
    const { [field]: phone } = await client.fetchQuery(recordOf(definition, row.id))
    if (typeof phone === 'string' && !phone.includes('*')) window.location.href = `tel:${phone}`
  }
  return (
    <ActionIcon
      variant="subtle"
      aria-label={t('Call {{name}}', { name: String(row[definition.customer?.name ?? ''] ?? '') })}
      data-swipe="left"
      onClick={() => void call().catch(sayFailure)}
    >
      <IconPhone size={18} />
    </ActionIcon>
  )
}
