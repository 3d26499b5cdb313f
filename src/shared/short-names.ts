/**
 * The whole words that all of these names begin with, with the blank behind them; empty where they have none in common, or where
 * a name would be left without a letter of its own.
 */
export function commonPrefix(names: readonly string[]): string {
  const [first, ...others] = names.map((name) => name.split(' '))
  if (!first || others.length === 0) return ''
  const isCommon = (at: number) => others.every((words) => words[at] === first[at])
  let length = 0
  while (length < first.length && isCommon(length)) length += 1
  const prefix = length > 0 ? `${first.slice(0, length).join(' ')} ` : ''
  return names.every((name) => /\p{L}{2}/u.test(name.slice(prefix.length))) ? prefix : ''
}

/** A name without the words that all of its kind begin with. */
export const withoutPrefix = (name: string, prefix: string): string =>
  prefix && name.startsWith(prefix) ? name.slice(prefix.length) : name

/** How a customer is recognised among others: the last two words of the name. */
export const calledBy = (name: string): string => name.trim().split(/\s+/).slice(-2).join(' ')

/** What a colleague is called by: the last word of a Vietnamese name; a name of one word is whole. */
export const givenName = (name: string): string => name.trim().split(/\s+/).at(-1) ?? name
