import type { Page } from '../../shared/api.ts'

/** What decides a card's place in its column: its id, and the moment it is ordered by. */
export interface Placed {
  id: number
}

/** The field of a moment, `-` before it for the newest first; as the server sorts. */
export type Order = string

/** One page of a column as it is kept. */
export interface LoadedPage<C> extends Page<C> {
  /** Every card is here that the board was told of; the count knows of others, whose news is on its way. */
  isAll?: true
}

export interface Moved<C extends Placed> {
  /** The cards that changed … */
  ids: ReadonlySet<number>
  /** … those of them that stand in this column now … */
  here: readonly C[]
  /** … and how many stand in it, loaded or not. */
  total: number
  order: Order
}

/**
 * The loaded pages of a column once some cards have changed: each stands where the server would show it. Loading on begins with the
 * first page that is not whole any more, so that no card is missed. The very same pages where nothing moved.
 */
export function placed<C extends Placed>(
  pages: LoadedPage<C>[],
  { ids, here, total, order }: Moved<C>,
): LoadedPage<C>[] {
  const [first] = pages
  const last = pages.at(-1)
  if (!first || !last) return pages
  const cards = [...new Map(pages.flatMap(({ data }) => data).map((card) => [card.id, card])).values()]
  const rest = cards.filter(({ id }) => !ids.has(id))
  if (here.length === 0 && rest.length === cards.length && last.total === total) return pages
  const wasWhole = last.isAll || last.page * last.perpage >= last.total
  const end = rest.at(-1)
  // What comes after the last loaded card is loaded with those beside it.
  const known = here.filter((card) => wasWhole || (end && compare(card, end, order) < 0))
  const all = [...rest, ...known].toSorted((a, b) => compare(a, b, order))
  return pagesOf(all, { perpage: first.perpage, total, wasWhole })
}

/** Whole pages, and a last one that may be longer or shorter than they: its number is that of the last whole one. */
function pagesOf<C>(
  cards: readonly C[],
  { perpage, total, wasWhole }: { perpage: number; total: number; wasWhole: boolean },
): LoadedPage<C>[] {
  const isWhole = cards.length >= total
  const whole = Math.floor(cards.length / perpage)
  const count = Math.max(1, isWhole ? Math.ceil(cards.length / perpage) : whole)
  return Array.from({ length: count }, (_, at) => {
    const isLast = at === count - 1
    const data = cards.slice(at * perpage, isLast ? undefined : (at + 1) * perpage)
    const page = isLast && !isWhole ? whole : at + 1
    return { data, page, perpage, total, ...(isLast && !isWhole && wasWhole && { isAll: true }) }
  })
}

function compare(a: Placed, b: Placed, order: Order): number {
  const isNewestFirst = order.startsWith('-')
  const [one, other] = isNewestFirst ? [b, a] : [a, b]
  const name = isNewestFirst ? order.slice(1) : order
  const [left, right] = [momentOf(one, name), momentOf(other, name)]
  if (left === right) return one.id - other.id
  if (left === null) return 1
  return right !== null && left > right ? 1 : -1
}

function momentOf(card: Placed, name: string): string | null {
  const value = name in card ? card[name as keyof Placed] : null // tested on this line
  return typeof value === 'string' ? value : null
}
