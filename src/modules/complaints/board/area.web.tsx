import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { get } from '../../../web/api.ts'
import css from '../../../web/board/board.module.css'
import { moveFocus } from '../../../web/board/keyboard.ts'
import { NothingMatches } from '../../../web/screens/list/nothing-matches.tsx'
import { useMay } from '../../../web/session.ts'
import { Failed } from '../../../web/ui/states.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { BOARD_STATUSES, STATUSES } from '../states.ts'
import { BoardColumn, ColumnSkeletons } from './column.web.tsx'
import { type Board, boardKeys, type Column, type Columns } from './columns.web.ts'
import { useBoardNews } from './live.web.ts'
import { cardOf, moveCard, verdictOf } from './moves.web.tsx'

/** The columns of a board, and the card in the hand; `clear` takes back what narrows it. */
export function BoardArea({ board, clear }: { board: Board; clear?: (() => void) | undefined }) {
  const { by, filters } = board
  const may = useMay()
  const [held, setHeld] = useState<Complaint | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const found = useQuery({
    queryKey: boardKeys.columns(board),
    queryFn: () => get<Columns>('board/columns', { ...filters, by }),
    staleTime: 0,
  })
  useBoardNews(board, held !== null)
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => setHeld(cardOf(source.data)),
        onDrag: ({ location }) => scrollAtEdge(area.current, location.current.input.clientX),
        onDrop: ({ source, location }) => {
          setHeld(null)
          const card = cardOf(source.data)
          const target = location.current.dropTargets[0]?.data
          if (card && target) void moveCard(card, board, String(target.column), String(target.name), may)
        },
      }),
    [board, may],
  )
  if (clear && found.data && held === null && found.data.columns.every(({ total }) => total === 0))
    return <NothingMatches clear={clear} />
  const columns = found.data || by === 'department' ? inOrder(found.data) : STATUS_COLUMNS
  return (
    <>
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move the focus between the cards, which are focusable themselves */}
      <div className={css.board} ref={area} onKeyDown={moveFocus} data-dragging={held !== null}>
        {columns.length === 0 && found.isPending && <ColumnSkeletons />}
        {columns.map((column) => (
          <BoardColumn
            key={column.id}
            {...{ column, columns, board }}
            verdict={held ? verdictOf(held, by, String(column.id), may) : null}
          />
        ))}
      </div>
    </>
  )
}

/** The statuses are known before the server has counted them: their cards are asked for at the same time. */
const STATUS_COLUMNS: Column[] = BOARD_STATUSES.map((id) => {
  const { label, tone } = STATUSES.find(({ value }) => value === id) ?? { label: id, tone: 'mute' as const }
  return { id, name: label, tone, total: null }
})

function inOrder(found: Columns | undefined): Column[] {
  if (!found) return []
  const place = (column: Column) => found.column_orders.findIndex((id) => String(id) === String(column.id))
  return found.columns.toSorted((a, b) => place(a) - place(b))
}

const EDGE_PX = 90
const SCROLL_PX = 14

function scrollAtEdge(board: HTMLElement | null, x: number) {
  if (!board) return
  const { left, right } = board.getBoundingClientRect()
  if (x < left + EDGE_PX) board.scrollBy({ left: -SCROLL_PX })
  else if (x > right - EDGE_PX) board.scrollBy({ left: SCROLL_PX })
}
