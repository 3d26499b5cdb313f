import { isSlip, joined, lettersOf, type Unit, unitsOf } from '../language/units.ts'

/** A way to say a command: what stands before and after its gap, without one the whole sentence. */
export interface Pattern<Name extends string = string> {
  name: Name
  before: string
  after: string
  hasGap: boolean
}

/** What a sentence says by a pattern: the units of its gap. */
export interface Fit<Name extends string = string> {
  name: Name
  from: number
  to: number
  /** How much of it the pattern itself is, and whether a letter is wrong there. */
  weight: number
  hasSlip: boolean
}

export function patternOf<Name extends string>(name: Name, phrase: string): Pattern<Name> {
  const [before = '', after = ''] = phrase.split(/<\w+>/)
  return { name, before: joined(unitsOf(before)), after: joined(unitsOf(after)), hasGap: /<\w+>/.test(phrase) }
}

/** The patterns that a sentence follows, the longest first. */
export function fits<Name extends string>(patterns: readonly Pattern<Name>[], units: readonly Unit[]): Fit<Name>[] {
  const found = patterns.flatMap((pattern): Fit<Name>[] => {
    const head = headOf(units, pattern.before)
    if (!head) return []
    if (!pattern.hasGap) return head.at === units.length ? [{ ...fitOf(pattern, head.at, head.at, head.hasSlip) }] : []
    const tail = tailOf(units, pattern.after)
    if (!tail || tail.at <= head.at) return []
    return [fitOf(pattern, head.at, tail.at, head.hasSlip || tail.hasSlip)]
  })
  return found.toSorted((a, b) => Number(a.hasSlip) - Number(b.hasSlip) || b.weight - a.weight)
}

const fitOf = <Name extends string>(
  { name, before, after }: Pattern<Name>,
  from: number,
  to: number,
  hasSlip: boolean,
) => ({
  name,
  from,
  to,
  weight: before.length + after.length,
  hasSlip,
})

interface End {
  at: number
  hasSlip: boolean
}
const SHORTEST_WITH_SLIP = 6

function headOf(units: readonly Unit[], key: string): End | null {
  if (!key) return { at: 0, hasSlip: false }
  const pieces: { at: number; text: string }[] = []
  let text = ''
  // Never further than the phrase reaches: a sentence may be long.
  for (let at = 0; at < units.length && text.length <= key.length; at += 1) {
    text += units[at]?.text ?? ''
    pieces.push({ at: at + 1, text })
  }
  return endOf(pieces, key)
}

function tailOf(units: readonly Unit[], key: string): End | null {
  if (!key) return { at: units.length, hasSlip: false }
  const pieces: { at: number; text: string }[] = []
  let text = ''
  for (let at = units.length - 1; at >= 0 && text.length <= key.length; at -= 1) {
    text = (units[at]?.text ?? '') + text
    pieces.push({ at, text })
  }
  return endOf(pieces, key)
}

function endOf(pieces: readonly { at: number; text: string }[], key: string): End | null {
  const same = pieces.find(({ text }) => text === key)
  if (same) return { at: same.at, hasSlip: false }
  const letters = lettersOf(key)
  if (letters.length < SHORTEST_WITH_SLIP) return null
  const near = pieces.find(({ text }) => Math.abs(text.length - key.length) < 2 && isSlip(lettersOf(text), letters))
  return near ? { at: near.at, hasSlip: true } : null
}

/** A sentence without the courtesy at both its ends. */
export function withoutCourtesy(units: readonly Unit[], polite: ReadonlySet<string>): Unit[] {
  let [from, to] = [0, units.length]
  for (let isMore = true; isMore; ) {
    isMore = false
    for (let n = 3; n > 0; n -= 1) {
      if (to - from > n && polite.has(joined(units.slice(from, from + n)))) {
        from += n
        isMore = true
      }
      if (to - from > n && polite.has(joined(units.slice(to - n, to)))) {
        to -= n
        isMore = true
      }
    }
  }
  return units.slice(from, to)
}
