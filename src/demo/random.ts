/** Chance that falls the same way every time: the demo chain is the same everywhere. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least)
  }

  /** Whether something that happens so often happens now. */
  happens(share: number): boolean {
    return this.next() < share
  }

  pick<T>(from: readonly T[]): T {
    const chosen = from[Math.floor(this.next() * from.length)]
    if (chosen === undefined) throw new Error('There is nothing to pick from')
    return chosen
  }

  weighted<T>(from: readonly T[], weightOf: (one: T) => number): T {
    let left = this.next() * from.reduce((sum, one) => sum + weightOf(one), 0)
    for (const one of from) {
      left -= weightOf(one)
      if (left < 0) return one
    }
    return this.pick(from)
  }

  /** Letters for an id of 32. */
  id(): string {
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'
    return Array.from({ length: 32 }, () => letters[this.whole(0, 63)]).join('')
  }
}
