import { bareName } from '../../shared/api.ts'
import { pack } from '../../shared/message.ts'
import { refuseFields } from '../../shared/refusals.ts'
import type { QueryParameters } from './route.ts'

/** Slips of the hand a name may be away from the one that was meant. */
const SLIPS_MOST = 2
/** Longer than any name of ours: no more of one is said back. */
const SHOWN_MOST = 60

/**
 * Of the names given, those that are not known: each with a sentence (packed) that says the near name where one is a slip or two away.
 * Nobody shall take a list for narrowed, or a value for kept, that is not.
 */
export function unknownNames(given: Iterable<string>, known: readonly string[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const name of new Set(given)) {
    if (known.includes(name)) continue
    const field = name.slice(0, SHOWN_MOST)
    const near = nearest(field, known)
    errors[name] = near
      ? pack('{{field}}: unknown; did you mean {{near}}?', { field, near })
      : pack('{{field}}: unknown', { field })
  }
  return errors
}

/** Refuses (422, by name) what a route does not take after its question mark; several values of one may come as `name[]`. */
export function refuseUnknownParameters(given: Iterable<string>, query: QueryParameters = {}): void {
  // Of every request: what a route takes is listed only for one that gives something else.
  const unknown = [...given].map(bareName).filter((name) => !isTaken(name, query))
  if (unknown.length > 0) refuseFields(unknownNames(unknown, [...Object.keys(query).map(bareName), ...ALWAYS]))
}

const isTaken = (name: string, query: QueryParameters): boolean =>
  Object.hasOwn(query, name) || Object.hasOwn(query, `${name}[]`) || ALWAYS.includes(name)

/** The language of the answer may be asked for everywhere. */
const ALWAYS = ['lang']

function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((other) => ({ other, slips: slipsBetween(name.toLowerCase(), other) }))
    .filter(({ other, slips }) => slips <= SLIPS_MOST && slips < other.length / 2)
    .toSorted((a, b) => a.slips - b.slips)
  return best?.other
}

/** Letters left out, added, wrong, or changed places with their neighbour (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > SLIPS_MOST) return SLIPS_MOST + 1
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change, swap))
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}
