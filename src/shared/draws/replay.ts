import type { PlanGift } from './plan.ts'

/** How many of a gift were given and not returned so far: in all, at this store, on this day, and at this store on this day. */
export interface Given {
  total: number
  store: number
  day: number
  storeDay: number
}

/** What availability hangs on beside the gift. */
export interface Asking {
  store: string
  total: number
}

/** How many a store may give now, by all limits together. */
export function leftOf({ stock, perDay, perStoreDay, byStore }: PlanGift, store: string, given: Given): number {
  const unlimited = Number.POSITIVE_INFINITY
  // Of stores that are named, one that is not has none.
  const here = Object.keys(byStore).length === 0 ? unlimited : (byStore[store] ?? 0)
  const left = Math.min(
    stock - given.total,
    here - given.store,
    (perDay ?? unlimited) - given.day,
    (perStoreDay ?? unlimited) - given.storeDay,
  )
  return Math.max(0, left)
}

const isAvailable = (gift: PlanGift, { store, total }: Asking, given: Given): boolean =>
  gift.minimumTotal <= total && leftOf(gift, store, given) > 0

/** What is given of what was drawn: it, or the first substitute that is available, each tried once; 0 is nothing. */
export function givenOf(
  gifts: readonly PlanGift[],
  drawn: number,
  asking: Asking,
  countOf: (gift: number) => Given,
): number {
  const tried = new Set<number>()
  let next: number | null = drawn
  while (next !== null && !tried.has(next)) {
    tried.add(next)
    const wanted: number = next
    const gift: PlanGift | undefined = gifts.find((one) => one.gift === wanted)
    if (!gift) return 0
    if (isAvailable(gift, asking, countOf(gift.gift))) return gift.gift
    next = gift.substitute
  }
  return 0
}

/** Counts of what was given, by gift, store and day. */
export class Ledger {
  readonly #counts = new Map<string, number>()

  of(gift: number, store: string, day: string): Given {
    const [total = 0, here = 0, today = 0, storeDay = 0] = keysOf(gift, store, day).map(
      (key) => this.#counts.get(key) ?? 0,
    )
    return { total, store: here, day: today, storeDay }
  }

  add(gift: number, store: string, day: string, by: 1 | -1 = 1): void {
    for (const key of keysOf(gift, store, day)) this.#counts.set(key, (this.#counts.get(key) ?? 0) + by)
  }
}

const keysOf = (gift: number, store: string, day: string): string[] => [
  `${gift}`,
  `${gift}|${store}|`,
  `${gift}||${day}`,
  `${gift}|${store}|${day}`,
]
