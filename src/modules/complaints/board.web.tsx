import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconList, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '../../shared/api.ts'
import { t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { useSearchParams } from '../../web/app/location.ts'
import { useMay } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { Page } from '../../web/ui/page.tsx'
import { Failed } from '../../web/ui/states.tsx'
import css from './board.module.css'
import { BoardColumn, ColumnSkeletons } from './board-column.web.tsx'
import { type Column, cardOf, moveCard, type Placing, verdictOf } from './board-moves.web.tsx'
import { boardKeys, type Complaint } from './complaint.web.tsx'
import { BOARD_STATUSES, STATUSES } from './complaints.ts'

interface Columns {
  columns: Column[]
  column_orders: (string | number)[]
}

/** Complaints as cards in columns by status or department; a card moves only along an allowed step. */
export default function Board() {
  const [params, setParams] = useSearchParams()
  const by: Placing = params.get('by') === 'department' ? 'department' : 'status'
  const search = params.get('search') ?? ''
  const may = useMay()
  const [held, setHeld] = useState<Complaint | null>(null)
  const board = useRef<HTMLDivElement>(null)
  const found = useQuery({
    queryKey: boardKeys.columns(by),
    queryFn: () => get<Columns>('/board/columns', { by }),
    placeholderData: undefined,
  })

  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => setHeld(cardOf(source.data)),
        onDrag: ({ location }) => scrollAtEdge(board.current, location.current.input.clientX),
        onDrop: ({ source, location }) => {
          setHeld(null)
          const card = cardOf(source.data)
          const target = location.current.dropTargets[0]?.data
          if (card && target) void moveCard(card, by, String(target.column), String(target.name), may)
        },
      }),
    [by, may],
  )

  const put = (name: string, value: string) => setParams({ [name]: value || null }, { replace: true })
  const type = useDebouncedCallback((value: string) => put('search', value), SEARCH_DEBOUNCE_MS)
  const columns = found.data || by === 'department' ? inOrder(found.data) : STATUS_COLUMNS
  return (
    <Page
      title={t('Board')}
      crumbs={[{ label: t('Complaints'), to: '/complaints' }]}
      actions={
        <>
          <Button component={Link} to="/complaints" variant="default" leftSection={<IconList size={18} />}>
            {t('List')}
          </Button>
          {may('complaints', 'add') && (
            <Button component={Link} to="/complaints/create" leftSection={<IconPlus size={18} />}>
              {t('New complaint')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.bar}>
        <SegmentedControl
          aria-label={t('Columns by')}
          value={by}
          onChange={(value) => put('by', value)}
          data={[
            { value: 'status', label: t('By status') },
            { value: 'department', label: t('By department') },
          ]}
        />
        <TextInput
          className={css.search}
          defaultValue={search}
          onChange={(event) => type(event.currentTarget.value)}
          aria-label={t('Search')}
          placeholder={t('Number, title, customer, phone…')}
          leftSection={<IconSearch size={16} />}
        />
        <p className={css.hint}>{t('Drag a card, or press M on it, to move it')}</p>
      </div>
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move the focus between the cards, which are focusable themselves */}
      <div className={css.board} ref={board} onKeyDown={moveFocus} data-dragging={held !== null}>
        {columns.length === 0 && found.isPending && <ColumnSkeletons />}
        {columns.map((column) => (
          <BoardColumn
            key={`${by} ${column.id}`}
            column={column}
            columns={columns}
            by={by}
            search={search}
            verdict={held ? verdictOf(held, by, String(column.id), may) : null}
          />
        ))}
      </div>
    </Page>
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

/** Up and down within a column, left and right to the next one with cards. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const card = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-card]') : null
  if (!card || event.target !== card) return
  if (event.key === 'm' || event.key === 'M') return card.querySelector<HTMLElement>('[data-move]')?.click()
  const target = neighbour(card, event.key)
  if (!target) return
  event.preventDefault()
  target.focus()
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function neighbour(card: HTMLElement, key: string): HTMLElement | undefined {
  const column = card.closest('[data-column]')
  if (!column) return
  const cards = (of: Element) => [...of.querySelectorAll<HTMLElement>('[data-card]')]
  const at = cards(column).indexOf(card)
  if (key === 'ArrowDown') return cards(column)[at + 1]
  if (key === 'ArrowUp') return cards(column)[at - 1]
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
  const filled = [...document.querySelectorAll('[data-column]')].filter(
    (one) => one === column || cards(one).length > 0,
  )
  const beside = filled[filled.indexOf(column) + (key === 'ArrowRight' ? 1 : -1)]
  if (!beside) return
  return cards(beside)[Math.min(at, cards(beside).length - 1)]
}
