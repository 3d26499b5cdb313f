import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Menu } from '@mantine/core'
import { IconArrowsMove, IconFlag3Filled, IconUserQuestion } from '@tabler/icons-react'
import { type ComponentProps, type MouseEvent, useEffect, useRef, useState } from 'react'
import { t } from '../../shared/language.ts'
import { useMay } from '../session.ts'
import { Face } from '../ui/avatar.tsx'
import { Link } from '../ui/link.tsx'
import css from './board.module.css'
import type { Board, CardRow, Column } from './columns.ts'
import { cardData, moveCard } from './moves.ts'

interface CardProps<C extends CardRow> {
  row: C
  board: Board<C>
  columns: Column[]
}

/** A record as a card: to be dragged, or moved through its menu. */
export function BoardCard<C extends CardRow>({ row, board, columns }: CardProps<C>) {
  const { number, isUrgent, sign, facts, due, person } = board.contentOf(row)
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
      aria-label={`${number} ${row.title}`}
    >
      <div className={css.cardTop}>
        <Link to={`/${board.definition.name}/view/${row.id}`} className={css.cardTitle} draggable={false}>
          {isUrgent && <IconFlag3Filled size={14} className={css.high} role="img" aria-label={t('High priority')} />}
          {sign}
          {row.title}
        </Link>
        <MoveMenu {...{ row, board, columns }} />
      </div>
      <p className={css.cardFacts}>{[number, ...facts].filter(Boolean).join(' · ')}</p>
      <div className={css.cardFoot}>
        {board.layout.foot?.(row)}
        {due}
        <span className={css.grow} />
        <Whose name={person?.name} />
      </div>
    </article>
  )
}

/** The face alone, so that the last line of a card is one line however narrow its column is. */
function Whose({ name }: { name: string | undefined }) {
  const said = name ?? t('Not assigned')
  return (
    <span className={css.whose} title={said}>
      {name === undefined ? <IconUserQuestion size={18} aria-hidden="true" /> : <Face name={name} size={22} />}
      <span className="visually-hidden">{said}</span>
    </span>
  )
}

/** A board holds hundreds of cards: the menu itself is made for the one whose button is pressed. */
function MoveMenu<C extends CardRow>(props: CardProps<C>) {
  const [wanted, setWanted] = useState<{ isFocused: boolean }>()
  if (wanted) return <OpenMenu {...props} isFocused={wanted.isFocused} />
  const want = ({ currentTarget }: MouseEvent) => setWanted({ isFocused: document.activeElement === currentTarget })
  return <MoveButton number={props.board.contentOf(props.row).number} aria-haspopup="menu" onClick={want} />
}

const MoveButton = ({ number, ...rest }: { number: string } & ComponentProps<'button'>) => (
  <button type="button" aria-label={`${t('Move to…')} ${number}`} data-move {...rest} className={css.move}>
    <IconArrowsMove size={16} aria-hidden="true" />
  </button>
)

/** @param isFocused the button had the focus, which the menu gives back when it closes */
function OpenMenu<C extends CardRow>({ row, board, columns, isFocused }: CardProps<C> & { isFocused: boolean }) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  // Opened by the very press that asked for it, it would take the end of that press for one outside.
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true))
    return () => clearTimeout(timer)
  }, [])
  const move = (column: Column) => void moveCard(board, row, column, may)
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <MoveButton number={board.contentOf(row).number} autoFocus={isFocused} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Move to…')}</Menu.Label>
        {columns.map((column) => {
          const verdict = board.layout.verdictOf(row, String(column.id), may)
          if (verdict.kind === 'home') return null
          return (
            <Menu.Item key={column.id} disabled={verdict.kind === 'forbidden'} onClick={() => move(column)}>
              {board.layout.nameOf(column)}
              {verdict.kind === 'forbidden' && <span className={css.why}>{verdict.words}</span>}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
