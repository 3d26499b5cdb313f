const OF_WORD = '[\\p{L}\\p{N}]'

/** Finds each place where one of these begins a word. */
export const beginningsOf = (words: readonly string[]): RegExp => new RegExp(`(?<!${OF_WORD})(?:${anyOf(words)})`, 'gu')

/** Finds this where it stands as whole words. */
export const wholeWords = (words: string): RegExp => new RegExp(`(?<!${OF_WORD})${anyOf([words])}(?!${OF_WORD})`, 'u')

/** The longest first: 'han' would hide 'hang'. */
const anyOf = (words: readonly string[]): string =>
  words
    .toSorted((one, other) => other.length - one.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('|')
