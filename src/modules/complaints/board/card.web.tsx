import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Menu } from '@mantine/core'
import { IconArrowsMove, IconFlag3Filled } from '@tabler/icons-react'
import { type ComponentProps, type MouseEvent, useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import css from '../../../web/board/board.module.css'
import { useMay } from '../../../web/session.ts'
import { Person } from '../../../web/ui/avatar.tsx'
import { Link } from '../../../web/ui/link.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { DueWord } from '../deadlines/due.web.tsx'
import { StatusPill } from '../list/status.web.tsx'
import { type Board, type Column, columnName } from './columns.web.ts'
import { cardData, moveCard, verdictOf } from './moves.web.tsx'

interface CardProps {
  row: Complaint
  board: Board
  columns: Column[]
}

/** A complaint as a card: to be dragged, or moved through its menu. */
export function BoardCard({ row, board, columns }: CardProps) {
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
        <MoveMenu row={row} board={board} columns={columns} />
      </div>
      <Link to={`/complaints/view/${row.id}`} className={css.cardTitle} draggable={false}>
        {row.title}
      </Link>
      <p className={css.cardFacts}>
        {[row.store?.name, row.feedback_type?.name, row.customer_name].filter(Boolean).join(' · ')}
      </p>
      <div className={css.cardFoot}>
        {board.by === 'department' && <StatusPill status={row.status} />}
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

/** A board holds hundreds of cards: the menu itself is made for the one whose button is pressed. */
function MoveMenu(props: CardProps) {
  const [wanted, setWanted] = useState<{ isFocused: boolean }>()
  if (wanted) return <OpenMenu {...props} isFocused={wanted.isFocused} />
  const want = ({ currentTarget }: MouseEvent) => setWanted({ isFocused: document.activeElement === currentTarget })
  return <MoveButton row={props.row} aria-haspopup="menu" onClick={want} />
}

const MoveButton = ({ row, ...rest }: { row: Complaint } & ComponentProps<'button'>) => (
  <button type="button" aria-label={`${t('Move to…')} ${row.issue_number}`} data-move {...rest} className={css.move}>
    <IconArrowsMove size={16} aria-hidden="true" />
  </button>
)

/** @param isFocused the button had the focus, which the menu gives back when it closes */
function OpenMenu({ row, board, columns, isFocused }: CardProps & { isFocused: boolean }) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  // Opened by the very press that asked for it, it would take the end of that press for one outside.
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true))
    return () => clearTimeout(timer)
  }, [])
  const move = (column: Column) => void moveCard(row, board, String(column.id), column.name, may)
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <MoveButton row={row} autoFocus={isFocused} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Move to…')}</Menu.Label>
        {columns.map((column) => {
          const verdict = verdictOf(row, board.by, String(column.id), may)
          if (verdict.kind === 'home') return null
          return (
            <Menu.Item key={column.id} disabled={verdict.kind === 'forbidden'} onClick={() => move(column)}>
              {columnName(column, board.by)}
              {verdict.kind === 'forbidden' && <span className={css.why}>{verdict.words}</span>}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
