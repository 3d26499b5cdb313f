/** What names or reaches somebody, as people write it into texts. */
const PATTERNS: readonly [kind: string, pattern: RegExp][] = [
  ['e-mail', /[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu],
  // Identity papers, cards, tax codes with their branch.
  ['number', /(?<![\d-])(?:\d{4}(?:[ .-]\d{4}){3}|\d{3}(?: \d{3}){3}|\d{12,19})(?!\d)/g],
  // Vietnamese numbers in groups of three or four; our own numbers (2611-000123) are none.
  ['phone', /(?<![\p{L}\d-])(?:\+?84[ .-]?|0)\(?\d{2,3}\)?[ .-]?\d{3,4}[ .-]?\d{3,4}(?!\d)/gu],
  // Tax codes, accounts, papers of before.
  ['number', /(?<![\d-])\d{9,11}(?!\d)/g],
]
const LONGEST_MARK = 24
const NAME_LEAST = 3

export interface Mark {
  mark: string
  value: string
}
const MARK = /^\[([a-z-]{1,12}) (\d{1,4})\]$/

/**
 * Puts marks such as `[phone 1]` in place of what is private before words leave the house, the same mark for the same value, and the values
 * back in what is answered: whoever asks sees what they could read anyway, and the service never does.
 */
export class Masks {
  readonly #marks = new Map<string, string>()
  readonly #values = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  #names: string[] = []

  /** @param known of the turns before, so that a mark goes on meaning what it meant */
  constructor(known: readonly Mark[] = []) {
    for (const { mark, value } of known) {
      const [, kind = '', n = ''] = MARK.exec(mark) ?? []
      if (kind === '' || value === '' || this.#values.has(mark) || this.#marks.has(value)) continue
      this.#marks.set(value, mark)
      this.#values.set(mark, value)
      this.#counts.set(kind, Math.max(this.#counts.get(kind) ?? 0, Number(n)))
      if (kind === 'name') this.know(value)
    }
  }

  /** The marks so far, the latest first. */
  known(): Mark[] {
    return [...this.#values].map(([mark, value]) => ({ mark, value })).toReversed()
  }

  /** From here on these names are hidden wherever they stand. */
  know(...names: readonly unknown[]): void {
    const fresh = names
      .map((name) => (typeof name === 'string' ? name.trim() : ''))
      .filter((name) => name.length >= NAME_LEAST && !this.#names.includes(name))
    this.#names = [...this.#names, ...fresh].toSorted((a, b) => b.length - a.length)
  }

  hide(text: string): string {
    const named = this.#names.reduce((held, name) => held.replaceAll(name, this.#markOf('name', name)), text)
    return PATTERNS.reduce(
      (held, [kind, pattern]) => held.replace(pattern, (value) => this.#markOf(kind, value)),
      named,
    )
  }

  reveal(text: string): string {
    return text.replace(/\[[a-z-]+ \d{1,4}\]/g, (mark) => this.#values.get(mark) ?? mark)
  }

  /** Reveals words that come in pieces, which may end inside a mark. */
  revealing(out: (text: string) => void): { take: (piece: string) => void; end: () => void } {
    let held = ''
    const give = (text: string) => text !== '' && out(this.reveal(text))
    return {
      take: (piece) => {
        held += piece
        const open = held.lastIndexOf('[')
        const isWithin = open >= 0 && !held.includes(']', open) && held.length - open < LONGEST_MARK
        give(isWithin ? held.slice(0, open) : held)
        held = isWithin ? held.slice(open) : ''
      },
      end: () => {
        give(held)
        held = ''
      },
    }
  }

  #markOf(kind: string, value: string): string {
    const known = this.#marks.get(value)
    if (known) return known
    const n = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, n)
    const mark = `[${kind} ${n}]`
    this.#marks.set(value, mark)
    this.#values.set(mark, value)
    return mark
  }
}
