import type { Meaning } from './meaning.ts'
import { isSlip, joined, lettersOf, type Unit, unitsOf } from './units.ts'

/** A phrase and what it may mean; `#` in it stands for any number. */
export interface Term {
  phrase: string
  meaning: Meaning
}

/** A piece of a sentence that is a known phrase. */
export interface Match {
  /** Its units: from, and one past the last. */
  from: number
  to: number
  meanings: Meaning[]
  numbers: number[]
  hasSlip: boolean
  cost: number
}

interface Entry {
  key: string
  raw: string
  meaning: Meaning
}

const LONGEST = 10
const LONGEST_HANGUL = 16
const SHORTEST_WITH_SLIP = 5
const LONGEST_WITH_SLIP = 30

/** Knows phrases, and finds them in sentences: without regard to diacritics and blanks, and with one wrong letter. */
export class Lexicon {
  readonly #entries = new Map<string, Entry[]>()
  /** By each text that a phrase becomes when one letter is left out. */
  readonly #near = new Map<string, string[]>()
  readonly #numbers: ReadonlyMap<string, number>
  readonly #beside: readonly Lexicon[]

  /**
   * @param numbers words that are numbers
   * @param beside what others know
   */
  constructor(
    terms: Iterable<Term>,
    { numbers = new Map(), beside = [] }: { numbers?: ReadonlyMap<string, number>; beside?: readonly Lexicon[] } = {},
  ) {
    this.#numbers = numbers
    this.#beside = beside
    for (const { phrase, meaning } of terms) {
      const units = unitsOf(phrase)
      const key = joined(units)
      if (!key) continue
      const raw = units.map((unit) => unit.raw).join('')
      const known = this.#entries.get(key)
      if (known) known.push({ key, raw, meaning })
      else {
        this.#entries.set(key, [{ key, raw, meaning }])
        for (const one of withoutOne(lettersOf(key))) {
          const near = this.#near.get(one)
          if (!near) this.#near.set(one, [key])
          else if (near.at(-1) !== key) near.push(key)
        }
      }
    }
  }

  /** What a number word says. */
  numberOf(unit: Unit): number | null {
    return unit.number ?? this.#numbers.get(unit.text) ?? null
  }

  /** Every known phrase in these units, overlapping ones too. */
  find(units: readonly Unit[]): Match[] {
    const found: Match[] = []
    for (let from = 0; from < units.length; from += 1) {
      const most = units[from]?.isHangul ? LONGEST_HANGUL : LONGEST
      for (let to = from + 1; to <= Math.min(units.length, from + most); to += 1) {
        const match = this.#at(units, from, to)
        if (match) found.push(match)
      }
    }
    return found
  }

  #at(units: readonly Unit[], from: number, to: number): Match | null {
    const window = units.slice(from, to)
    const key = joined(window)
    if (key.length > 60) return null
    const raw = window.map((unit) => unit.raw).join('')
    const exact = this.entriesOf(key)
    if (exact.length > 0) return matchOf(from, to, exact, raw, [], false)
    const values = window.map((unit) => this.numberOf(unit))
    if (values.some((value) => value !== null)) {
      const given = values.filter((value) => value !== null)
      const numbered = withNumbers(window, values)
      // 'năm' is a year before it is five.
      const digits = window.map(({ number }) => number)
      for (const read of [digits, values]) {
        const found = this.entriesOf(withNumbers(window, read))
        const told = read.filter((value) => value !== null)
        if (found.length > 0) return matchOf(from, to, found, raw, told, false)
      }
      const near = this.#nearOf(numbered).filter((entry) => entry.key.includes('#') && entry.meaning.is !== 'numbered')
      return near.length > 0 ? matchOf(from, to, near, raw, given, true) : null
    }
    const [, letter, digits] = window.length === 1 ? (/^(\p{L})(\d{1,2})$/u.exec(key) ?? []) : []
    // 't11' and 'q3' say their number as well.
    if (letter && digits) {
      const found = this.entriesOf(`${letter}#`)
      return found.length > 0 ? matchOf(from, to, found, raw, [Number(digits)], false) : null
    }
    if (window.some((unit) => unit.isDate)) return null
    const near = this.#nearOf(key).filter((entry) => !entry.key.includes('#'))
    return near.length > 0 ? matchOf(from, to, near, raw, [], true) : null
  }

  entriesOf(key: string): Entry[] {
    const own = this.#entries.get(key) ?? []
    const others = this.#beside.flatMap((lexicon) => lexicon.entriesOf(key))
    return others.length > 0 ? [...own, ...others] : own
  }

  #nearOf(key: string): Entry[] {
    const letters = lettersOf(key)
    if (letters.length < SHORTEST_WITH_SLIP - 1 || letters.length > LONGEST_WITH_SLIP) return []
    const keys = this.#nearKeys(letters)
    return [...keys]
      .flatMap((one) =>
        lettersOf(one).length >= SHORTEST_WITH_SLIP && isSlip(letters, lettersOf(one)) ? this.entriesOf(one) : [],
      )
      .filter(({ key: one, meaning }) => !(meaning.is === 'word' && isOtherStem(key, one)))
  }

  #nearKeys(letters: string): Set<string> {
    const keys = new Set<string>(this.#beside.flatMap((lexicon) => [...lexicon.#nearKeys(letters)]))
    for (const one of [letters, ...withoutOne(letters)]) {
      for (const key of this.#near.get(one) ?? []) keys.add(key)
      if (this.#entries.has(one.normalize('NFC'))) keys.add(one.normalize('NFC'))
    }
    return keys
  }
}

const withNumbers = (units: readonly Unit[], values: readonly (number | null)[]): string =>
  units.map((unit, at) => (values[at] === null ? unit.text : '#')).join('')

/** In Korean the first syllable is the stem: 'was late' is one letter away from 'has grown'. */
const isOtherStem = (a: string, b: string): boolean => /^[가-힣]/.test(b) && a[0] !== b[0]

function withoutOne(letters: string): string[] {
  if (letters.length < SHORTEST_WITH_SLIP - 1) return []
  return Array.from({ length: letters.length }, (_, at) => letters.slice(0, at) + letters.slice(at + 1))
}

/** Diacritics that were typed and are others count against a meaning, as long as there is a better one. */
function matchOf(
  from: number,
  to: number,
  entries: readonly Entry[],
  raw: string,
  numbers: number[],
  hasSlip: boolean,
): Match {
  const isMarked = /[^\p{ASCII}]/u.test(raw) && !/[가-힣]/.test(raw)
  const same = isMarked ? entries.filter((entry) => entry.raw === raw) : entries
  const kept = same.length > 0 ? same : entries
  const isOther = isMarked && same.length === 0 && !hasSlip
  const isQuiet = kept.every(({ meaning }) => meaning.is === 'ignore' || meaning.is === 'particle')
  const cost = (isQuiet ? 0.2 : 0.1) + (hasSlip ? 0.45 : 0) + (isOther ? 0.25 : 0) + 0.01 * (to - from)
  return { from, to, meanings: kept.map(({ meaning }) => meaning), numbers, hasSlip, cost }
}
