import { normalizeText } from '../../../shared/vietnam/vietnam.ts'

export interface Person {
  id: number
  name: string
}
/** Somebody named by '@': one person, several of that name, or nobody. */
export interface Mention {
  /** The name as it was typed. */
  typed: string
  people: readonly Person[]
}

/** Names are at most this long, in words. */
const LONGEST = 5
const ME = /^(?:me|tôi|toi|mình|minh|나|저)$/u

/** How many of the words behind an '@' are a name, and whose: the longest name that somebody has. */
export function mentioned(
  words: readonly string[],
  people: readonly Person[],
  me: Person | undefined,
): { words: number; people: readonly Person[] } {
  const [first = ''] = words
  if (me && ME.test(first.normalize('NFC').toLowerCase()) && named([first], people).length === 0)
    return { words: 1, people: [me] }
  for (let n = Math.min(words.length, LONGEST); n > 0; n -= 1) {
    const found = named(words.slice(0, n), people)
    if (found.length > 0) return { words: n, people: found }
  }
  return { words: 1, people: [] }
}

/** Those whose name it is; else whose given name it is, which comes last; else who has these words in their name. */
function named(typed: readonly string[], people: readonly Person[]): readonly Person[] {
  const own = typed.map((word) => word.normalize('NFC').toLowerCase())
  const bare = own.map(normalizeText)
  const isPlain = own.every((word, at) => word === bare[at])
  // With diacritics, Dương is not Đường.
  return (isPlain ? [] : nearest(own, people, wordsOf)).length > 0
    ? nearest(own, people, wordsOf)
    : nearest(bare, people, (name) => wordsOf(name).map(normalizeText))
}

const wordsOf = (name: string): string[] => name.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean)

function nearest(
  typed: readonly string[],
  people: readonly Person[],
  read: (name: string) => string[],
): readonly Person[] {
  const given = typed.map((word) => word.replace(/(?<=[가-힣]{2})(?:님|씨)$/u, ''))
  const tiers: Person[][] = [[], [], []]
  for (const person of people) {
    const words = read(person.name)
    const at = words.findIndex((_, from) => given.every((word, n) => words[from + n] === word))
    if (at === 0 && given.length === words.length) tiers[0]?.push(person)
    else if (at >= 0 && at + given.length === words.length) tiers[1]?.push(person)
    else if (at >= 0) tiers[2]?.push(person)
    // Korean names are written as one word, the given name behind the family's.
    else if (given.length === 1 && /^[가-힣]{2,}$/u.test(given[0] ?? '') && words.at(-1)?.endsWith(given[0] ?? ''))
      tiers[1]?.push(person)
  }
  return tiers.find((tier) => tier.length > 0) ?? []
}
