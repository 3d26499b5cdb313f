import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowsMove, IconFlag3Filled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../shared/language.ts'
import { useMay } from '../../web/session.ts'
import { Person } from '../../web/ui/avatar.tsx'
import { Link } from '../../web/ui/link.tsx'
import css from './board.module.css'
import { type Column, cardData, columnName, moveCard, type Placing, verdictOf } from './board-moves.web.tsx'
import type { Complaint } from './complaint.web.tsx'
import { DueWord } from './due.web.tsx'
import { StatusPill } from './status.web.tsx'

interface CardProps {
  row: Complaint
  by: Placing
  columns: Column[]
}

/** A complaint as a card: to be dragged, or moved through its menu. */
export function BoardCard({ row, by, columns }: CardProps) {
  const card = useRef<HTMLElement>(null)
  const [isDragged, setIsDragged] = useState(false)
  useEffect(() => {
    if (!card.current) return
    return draggable({
      element: card.current,
      getInitialData: () => cardData(row),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    })
  }, [row])
  return (
    <article
      ref={card}
      className={css.card}
      data-card={row.id}
      data-dragged={isDragged}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys walk over the cards
      tabIndex={0}
      aria-label={`${row.issue_number} ${row.title}`}
    >
      <div className={css.cardTop}>
        <span className={css.number}>{row.issue_number}</span>
        {row.priority === 'high' && <IconFlag3Filled size={14} className={css.high} aria-label={t('High priority')} />}
        <span className={css.grow} />
        <MoveMenu row={row} by={by} columns={columns} />
      </div>
      <Link to={`/complaints/view/${row.id}`} className={css.cardTitle} draggable={false}>
        {row.title}
      </Link>
      <p className={css.cardFacts}>
        {[row.store?.name, row.feedback_type?.name, row.customer_name].filter(Boolean).join(' · ')}
      </p>
      <div className={css.cardFoot}>
        {by === 'department' && <StatusPill status={row.status} />}
        <DueWord row={row} />
        <span className={css.grow} />
        {row.assignee ? (
          <Person name={row.assignee.name} size={22} />
        ) : (
          <span className={css.nobody}>{t('Not assigned')}</span>
        )}
      </div>
    </article>
  )
}

function MoveMenu({ row, by, columns }: CardProps) {
  const may = useMay()
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          size="sm"
          color="gray"
          aria-label={`${t('Move to…')} ${row.issue_number}`}
          data-move
        >
          <IconArrowsMove size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Move to…')}</Menu.Label>
        {columns.map((column) => {
          const verdict = verdictOf(row, by, String(column.id), may)
          if (verdict.kind === 'home') return null
          return (
            <Menu.Item
              key={column.id}
              disabled={verdict.kind === 'forbidden'}
              onClick={() => void moveCard(row, by, String(column.id), column.name)}
            >
              {columnName(column, by)}
              {verdict.kind === 'forbidden' && <span className={css.why}>{verdict.words}</span>}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
