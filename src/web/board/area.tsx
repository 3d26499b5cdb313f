import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { get } from '../api.ts'
import { NothingMatches } from '../screens/list/rows/nothing-matches.tsx'
import { useMay } from '../session.ts'
import { Failed } from '../ui/states.tsx'
import css from './board.module.css'
import { BoardColumn, ColumnSkeletons, columnIn } from './column.tsx'
import { type Board, boardKeys, type CardRow, type Column, type Columns, columnsAsked } from './columns.ts'
import { moveFocus } from './keyboard.ts'
import { useBoardNews } from './live.ts'
import { cardOf, moveCard } from './moves.ts'

interface AreaProps<C extends CardRow> {
  board: Board<C>
  clear?: (() => void) | undefined
}

/** The columns of a board, and the card in the hand; `clear` takes back what narrows it. */
export function BoardArea<C extends CardRow>({ board, clear }: AreaProps<C>) {
  const { layout } = board
  const may = useMay()
  const [held, setHeld] = useState<C | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const found = useQuery({
    queryKey: boardKeys.columns(board),
    queryFn: () => get<Columns>(...columnsAsked(board)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  useBoardNews(board, held !== null)
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => setHeld(cardOf<C>(source.data)),
        onDrag: ({ location }) => scrollAtEdge(area.current, location.current.input.clientX),
        onDrop: ({ source, location }) => {
          setHeld(null)
          const card = cardOf<C>(source.data)
          const target = location.current.dropTargets[0]?.data
          if (card && target) void moveCard(board, card, columnIn(target), may)
        },
      }),
    [board, may],
  )
  if (clear && found.data && held === null && found.data.columns.every(({ total }) => total === 0))
    return <NothingMatches clear={clear} />
  const columns = found.data ? inOrder(found.data) : [...(layout.known ?? [])]
  return (
    <>
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move the focus between the cards, which are focusable themselves */}
      <div
        className={css.board}
        style={columnsStyle(columns.length)}
        ref={area}
        onKeyDown={moveFocus}
        data-dragging={held !== null}
      >
        {columns.length === 0 && found.isPending && <ColumnSkeletons />}
        {columns.map((column) => (
          <BoardColumn
            key={column.id}
            {...{ column, columns, board }}
            verdict={held ? layout.verdictOf(held, String(column.id), may) : null}
          />
        ))}
      </div>
    </>
  )
}

function inOrder(found: Columns): Column[] {
  const place = (column: Column) => found.column_orders.findIndex((id) => String(id) === String(column.id))
  return found.columns.toSorted((a, b) => place(a) - place(b))
}

const columnsStyle = (n: number) => ({ '--columns': Math.max(n, 1) }) as CSSProperties // CSS knows its own names

const EDGE_PX = 90
const SCROLL_PX = 14

function scrollAtEdge(board: HTMLElement | null, x: number) {
  if (!board) return
  const { left, right } = board.getBoundingClientRect()
  if (x < left + EDGE_PX) board.scrollBy({ left: -SCROLL_PX })
  else if (x > right - EDGE_PX) board.scrollBy({ left: SCROLL_PX })
}
