import { useEffect, useRef } from 'react'
import type { Page } from '../../shared/api.ts'
import { get } from '../api.ts'
import { client, MANY, onChanged } from '../query.ts'
import { asked, type Board, boardKeys, type CardRow, type Cards, type Columns, columnsAsked } from './columns.ts'
import { placed } from './position.ts'

/** The server is asked for no more cards by their numbers. */
const IDS_MOST = 200
/** The first of many changes is read at once, those after it together, and later where the server takes long. */
const PACE_MS = 2000
const PACE_SHARE = 10
const AGAIN_MS = 200

/**
 * Keeps an open board as others change it: a burst of changes costs one reading of the changed cards and one count of the columns.
 * @param isHeld a card is in the hand: what others do waits until it is let go
 */
export function useBoardNews<C extends CardRow>(board: Board<C>, isHeld: boolean): void {
  const hand = useRef(isHeld)
  const news = useRef<News>(undefined)
  useEffect(() => {
    const mine = followNews(board, () => hand.current)
    news.current = mine
    return () => mine.stop()
  }, [board])
  useEffect(() => {
    hand.current = isHeld
    if (!isHeld) news.current?.look()
  }, [isHeld])
}

/** Shows a card where it is going before the server is asked, or where it went. */
export function carryOver<C extends CardRow>(board: Board<C>, from: C, to: C): void {
  const found = client.getQueryData<Columns>(boardKeys.columns(board))
  if (!found) return
  const moved = (id: string, total: number) =>
    total + Number(id === board.layout.columnOf(to)) - Number(id === board.layout.columnOf(from))
  const columns = found.columns.map((one) => ({
    ...one,
    total: one.total === null ? null : moved(String(one.id), one.total),
  }))
  place(board, new Set([to.id]), [to], { ...found, columns })
}

/** Moves on their way, and how many have begun: what was asked before one of them knows less. */
const moves = { underWay: 0, begun: 0 }
let readLater: (() => void) | undefined
const looks = new Set<() => void>()

/** Holds back what the server says of the board until the answer is called: the move has ended. */
export function beginMove<C extends CardRow>(board: Board<C>): () => void {
  const queries = { queryKey: boardKeys.of(board) }
  moves.underWay += 1
  moves.begun += 1
  if (client.isFetching(queries) > 0) readLater = () => readAgain(board)
  void client.cancelQueries(queries)
  return () => {
    moves.underWay -= 1
    if (moves.underWay > 0) return
    readLater?.()
    readLater = undefined
    for (const look of looks) look()
  }
}

interface News {
  look: () => void
  stop: () => void
}

function followNews<C extends CardRow>(board: Board<C>, isHeld: () => boolean): News {
  const changed = new Set<number>()
  let timer: number | undefined
  let nextAt = 0
  let isReading = false
  let isOver = false
  const isLater = () => isOver || isHeld() || document.hidden || moves.underWay > 0
  const look = () => {
    if (timer !== undefined || isReading || changed.size === 0 || isLater()) return
    timer = window.setTimeout(() => void read(), Math.max(0, nextAt - Date.now()))
  }
  const read = async () => {
    timer = undefined
    if (isLater()) return
    isReading = true
    const ids = new Set(changed)
    changed.clear()
    const began = Date.now()
    const isPlaced = await readCards(board, ids, isLater)
    if (!isPlaced) for (const id of ids) changed.add(id)
    nextAt = Date.now() + (isPlaced ? Math.max(PACE_MS, (Date.now() - began) * PACE_SHARE) : AGAIN_MS)
    isReading = false
    look()
  }
  const unfollow = onChanged(board.definition.wire, (ids) => {
    for (const id of ids) changed.add(id)
    look()
  })
  document.addEventListener('visibilitychange', look)
  looks.add(look)
  return {
    look,
    stop() {
      isOver = true
      unfollow()
      looks.delete(look)
      document.removeEventListener('visibilitychange', look)
      window.clearTimeout(timer)
    },
  }
}

/** Answers whether the board is up to date now; it is not where something of it was under way, which may know less. */
async function readCards<C extends CardRow>(
  board: Board<C>,
  ids: ReadonlySet<number>,
  isLater: () => boolean,
): Promise<boolean> {
  if (ids.size > IDS_MOST || ids.has(MANY)) return readAgain(board)
  const query = { ...asked(board), id: [...ids], perpage: ids.size }
  const { begun } = moves
  try {
    const [cards, columns] = await Promise.all([
      get<Page<C>>(board.definition.wire, query, { quiet: true }),
      get<Columns>(...columnsAsked(board), { quiet: true }),
    ])
    if (isLater() || begun !== moves.begun || client.isFetching({ queryKey: boardKeys.of(board) }) > 0) return false
    keepingFocus(() => place(board, ids, cards.data, columns))
    return true
  } catch {
    return readAgain(board)
  }
}

/** Everything that is loaded; the columns tell where that fails. */
function readAgain<C extends CardRow>(board: Board<C>): true {
  void client.invalidateQueries({ queryKey: boardKeys.of(board) })
  return true
}

/** Puts the cards that changed, those of them that are still laid out, where the server would show them. */
function place<C extends CardRow>(
  board: Board<C>,
  ids: ReadonlySet<number>,
  now: readonly C[],
  columns: Columns,
): void {
  client.setQueryData(boardKeys.columns(board), columns)
  const totals = new Map(columns.columns.map(({ id, total }) => [String(id), total]))
  for (const [key, cards] of client.getQueriesData<Cards<C>>({ queryKey: boardKeys.cards(board) })) {
    if (!cards) continue
    const column = String(key.at(-1))
    const here = now.filter((card) => board.layout.columnOf(card) === column)
    const pages = placed(cards.pages, {
      ids,
      here,
      total: totals.get(column) ?? 0,
      order: board.layout.orderOf(column),
    })
    if (pages !== cards.pages) client.setQueryData<Cards<C>>(key, { pages, pageParams: pages.map((_, at) => at + 1) })
  }
}

/** Whose card was taken away goes on with the one that stands in its place. */
function keepingFocus(change: () => void): void {
  const focused = document.activeElement?.closest<HTMLElement>('[data-card]')
  const column = focused?.closest<HTMLElement>('[data-column]')
  const cards = () => [...(column?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
  const at = focused ? cards().indexOf(focused) : -1
  change()
  if (!focused) return
  // After the cache has told the columns, which it does in a turn of its own.
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    const left = cards()
    const next = left.find((card) => card === focused) ?? left[Math.min(at, left.length - 1)]
    next?.focus({ preventScroll: true })
  })
}
