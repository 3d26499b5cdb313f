import { normalizeText } from '../../../shared/vietnam/vietnam.ts'

/** What was learnt: how many texts of each class there were, and in how many of them each word or pair of words stood. */
export interface Model {
  classes: number[]
  texts: number[]
  /** Pairs of a class's place in `classes` and a count. */
  words: Record<string, number[]>
  /** Counts of all words of each class. */
  sizes: number[]
}

export interface Guess {
  value: number
  /** How far it is ahead of the next one, per word; comparable between texts. */
  lead: number
}

const WORDS_MOST = 200
const KEPT_MOST = 30_000
/** What stands in fewer texts says more about these than about a class. */
const TEXTS_LEAST = 3
const SMOOTHING = 0.2

/** Words and pairs of neighbours of a text, without diacritics, each once; long numbers say who, and never what. */
export function featuresOf(text: string): string[] {
  const words = (normalizeText(text).match(/[\p{L}\d]+/gu) ?? [])
    .filter((word) => !/\d{4}/.test(word))
    .slice(0, WORDS_MOST)
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`)
  return [...new Set([...words, ...pairs])]
}

/** Naive Bayes over the words of texts (multinomial, each word of a text once), learnt text by text. */
export class Learner {
  readonly #places = new Map<number, number>()
  readonly #texts: number[] = []
  readonly #words = new Map<string, Map<number, number>>()

  add(text: string, value: number): void {
    const place = this.#places.get(value) ?? this.#places.size
    this.#places.set(value, place)
    this.#texts[place] = (this.#texts[place] ?? 0) + 1
    for (const word of featuresOf(text)) {
      const counts = this.#words.get(word) ?? new Map<number, number>()
      this.#words.set(word, counts)
      counts.set(place, (counts.get(place) ?? 0) + 1)
    }
  }

  model(): Model {
    const total = (counts: ReadonlyMap<number, number>) => [...counts.values()].reduce((sum, n) => sum + n, 0)
    const kept = [...this.#words]
      .map(([word, counts]) => ({ word, counts, n: total(counts) }))
      .filter(({ n }) => n >= TEXTS_LEAST)
      .toSorted((a, b) => b.n - a.n)
      .slice(0, KEPT_MOST)
    const sizes = this.#texts.map(() => 0)
    for (const { counts } of kept) for (const [place, n] of counts) sizes[place] = (sizes[place] ?? 0) + n
    return {
      classes: [...this.#places.keys()],
      texts: this.#texts,
      words: Object.fromEntries(kept.map(({ word, counts }) => [word, [...counts].flat()])),
      sizes,
    }
  }
}

/** The likeliest class of a text; null where no word of it was ever learnt, or there is nothing to choose between. */
export function guess({ classes, texts, words, sizes }: Model, text: string): Guess | null {
  const known = featuresOf(text).flatMap((word) => (Object.hasOwn(words, word) ? [words[word] ?? []] : []))
  if (known.length === 0 || classes.length < 2) return null
  const vocabulary = Object.keys(words).length
  const all = texts.reduce((sum, n) => sum + n, 0)
  const below = sizes.map((size) => Math.log(size + SMOOTHING * vocabulary))
  const scores = texts.map((n, place) => Math.log(n / all) + known.length * (Math.log(SMOOTHING) - (below[place] ?? 0)))
  for (const pairs of known)
    for (let at = 0; at < pairs.length; at += 2) {
      const [place = 0, n = 0] = [pairs[at], pairs[at + 1]]
      scores[place] = (scores[place] ?? 0) + Math.log(n + SMOOTHING) - Math.log(SMOOTHING)
    }
  const order = scores.map((score, place) => ({ score, place })).toSorted((a, b) => b.score - a.score)
  const [first, second] = order
  if (!first || !second) return null
  return { value: classes[first.place] ?? 0, lead: (first.score - second.score) / known.length }
}

/**
 * The smallest lead from which on guesses were right often enough: 0 where all of them together were, Infinity where none were.
 * @param tried guesses of known texts
 * @param aim the share that is to be right, above what is promised, as the next texts are not quite like these
 */
export function leastLead(tried: readonly { lead: number; isRight: boolean }[], aim: number): number {
  let right = 0
  let least = Number.POSITIVE_INFINITY
  for (const [at, { lead, isRight }] of tried.toSorted((a, b) => b.lead - a.lead).entries()) {
    if (isRight) right += 1
    if (right / (at + 1) >= aim) least = at + 1 < tried.length ? lead : 0
  }
  return least
}
