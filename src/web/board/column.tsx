import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Loader, Skeleton } from '@mantine/core'
import { IconBan, IconCircleDashedCheck } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Page } from '../../shared/api.ts'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { get } from '../api.ts'
import { Failed } from '../ui/states.tsx'
import css from './board.module.css'
import { BoardCard } from './card.tsx'
import { asked, type Board, boardKeys, type CardRow, type Column, type Verdict } from './columns.ts'

interface ColumnProps<C extends CardRow> {
  column: Column
  columns: Column[]
  board: Board<C>
  /** What the card now held could do here; null while none is. */
  verdict: Verdict | null
}

const PERPAGE = 15
const COLUMN = Symbol('column')
/** The column that a card is let go over. */
export const columnIn = (target: Record<string | symbol, unknown>): Column => target[COLUMN] as Column // only a column is such a target

/** One column: its cards load as they scroll into sight, its count is of all rows. */
export function BoardColumn<C extends CardRow>({ column, columns, board, verdict }: ColumnProps<C>) {
  const name = board.layout.nameOf(column)
  const id = String(column.id)
  const list = useRef<HTMLElement>(null)
  const isNear = useOnceInSight(list)
  const cards = useCards(board, id, isNear)
  const isOver = useDropTarget(list, column, verdict)
  const end = useEndInSight(cards.hasNextPage && !cards.isFetchingNextPage, cards.fetchNextPage)
  const rows = unique(cards.data?.pages.flatMap((page) => page.data) ?? [])
  const counted = said(column.total === null ? cards.data?.pages[0] : column)
  return (
    <section
      ref={list}
      className={css.column}
      data-column={id}
      data-verdict={verdict?.kind}
      data-over={isOver}
      aria-label={`${name}, ${counted || '…'}`}
    >
      <header className={css.head}>
        <h2 data-tone={column.tone ?? 'mute'} title={name}>
          {name}
        </h2>
        <span className={css.total}>{counted}</span>
      </header>
      {verdict && verdict.kind !== 'home' && (
        <div className={css.verdict}>
          {verdict.kind === 'allowed' ? <IconCircleDashedCheck size={16} /> : <IconBan size={16} />}
          {verdict.words}
        </div>
      )}
      <div className={css.cards}>
        {cards.isPending && <Skeletons />}
        {cards.isError && <Failed error={cards.error} retry={() => void cards.refetch()} />}
        {cards.isSuccess && rows.length === 0 && <p className={css.none}>{t('Nothing here')}</p>}
        {rows.map((row) => (
          <BoardCard key={row.id} {...{ row, board, columns }} />
        ))}
        <div ref={end} className={css.end}>
          {cards.isFetchingNextPage && <Loader size="sm" />}
        </div>
      </div>
    </section>
  )
}

const said = (count: Pick<Column, 'total' | 'total_is_more'> | undefined): string =>
  count && count.total !== null
    ? `${formatNumber(count.total, currentLanguage())}${count.total_is_more ? '+' : ''}`
    : ''

export const ColumnSkeletons = () =>
  [1, 2, 3, 4, 5].map((n) => (
    <section key={n} className={css.column}>
      <header className={css.head}>
        <Skeleton height={16} width={120} />
      </header>
      <div className={css.cards}>
        <Skeletons />
      </div>
    </section>
  ))

const Skeletons = () => [1, 2, 3].map((n) => <Skeleton key={n} height={112} radius="md" />)

const useCards = <C extends CardRow>(board: Board<C>, id: string, isWanted: boolean) =>
  useInfiniteQuery({
    queryKey: boardKeys.column(board, id),
    queryFn: ({ pageParam }) =>
      get<Page<C>>(board.definition.wire, {
        ...asked(board),
        [board.layout.by]: id,
        page: pageParam,
        perpage: PERPAGE,
        sort: board.layout.orderOf(id),
      }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    // Only an open board is told what changes: one that is opened again is read again.
    staleTime: 0,
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.perpage < last.total ? last.page + 1 : undefined),
  })

/** Rows move between pages while they load: each is shown once. */
const unique = <C extends CardRow>(rows: C[]): C[] => [...new Map(rows.map((row) => [row.id, row])).values()]

function useDropTarget(list: React.RefObject<HTMLElement | null>, column: Column, verdict: Verdict | null): boolean {
  const [isOver, setIsOver] = useState(false)
  const isAllowed = verdict?.kind === 'allowed'
  useEffect(() => {
    const element = list.current
    if (!element) return
    return dropTargetForElements({
      element,
      canDrop: () => isAllowed,
      getData: () => ({ [COLUMN]: column }),
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: () => setIsOver(false),
    })
  }, [list, column, isAllowed])
  return isOver
}

/** Whether it has come near the visible part of the board: of many departments only those looked at are fetched. */
function useOnceInSight(list: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!list.current || isNear) return
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && setNear(true), {
      root: list.current.parentElement,
      rootMargin: '0px 600px',
    })
    watch.observe(list.current)
    return () => watch.disconnect()
  }, [list, isNear])
  return isNear
}

function useEndInSight(isMore: boolean, more: () => unknown) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current || !isMore) return
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && more(), {
      rootMargin: '400px',
    })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [isMore, more])
  return end
}
