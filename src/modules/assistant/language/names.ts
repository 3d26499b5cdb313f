/** Shorter ways in which people call a store, a department or a colleague. */

/** How many words most of these names begin with in common: 'An Nhiên Hà Đông', 'An Nhiên Long Biên'. */
export function commonStart(names: readonly string[]): number {
  if (names.length < 3) return 0
  const [first = ''] = mostFrequent(names.map((name) => wordsOf(name)[0] ?? ''))
  const alike = names.map(wordsOf).filter(([word]) => word === first)
  if (alike.length < names.length * 0.6) return 0
  let start = 0
  while (alike.every((words) => words.length > start + 1 && words[start] === alike[0]?.[start])) start += 1
  return start
}

interface Calling {
  /** So many words that all have in common are left out. */
  start: number
  isPerson: boolean
  /** What stands before a person's given name. */
  titles: readonly string[]
}

/** What else it is called: without what all have in common, its parts between marks, the two ends of a longer name. */
export function aliasesOf(name: string, { start, isPerson, titles }: Calling): string[] {
  const words = wordsOf(name)
  if (isPerson) {
    const given = words.at(-1) ?? ''
    const called = words.length > 2 ? [words.slice(-2).join(' ')] : []
    return [...called, ...titles.map((title) => `${title} ${given}`), `${given}씨`, `${given} 님`]
  }
  const parts = name
    .split(/\s*[()–,/&]+\s*|\s+-\s+/)
    .map((part) => part.trim())
    .filter((part) => part.length > 2 && part !== name)
  const short = start > 0 && words.length > start ? [words.slice(start).join(' ')] : []
  const ends =
    start === 0 && words.length > 2
      ? [words.slice(-2).join(' '), words.slice(0, 2).join(' ')]
      : words.length === 2
        ? words.filter((word) => word.length > 4 && /^\p{ASCII}+$/u.test(word))
        : []
  return [...parts, ...short, ...ends]
}

const wordsOf = (name: string): string[] => name.split(/\s+/).filter(Boolean)

const mostFrequent = (words: readonly string[]): string[] =>
  [...Map.groupBy(words, (word) => word)].toSorted(([, a], [, b]) => b.length - a.length).map(([word]) => word)
