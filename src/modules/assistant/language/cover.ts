import type { Lexicon, Match } from './lexicon.ts'
import type { Meaning } from './meaning.ts'
import type { Unit } from './units.ts'

/** A sentence taken apart: its known phrases in order, and the words that nothing is known of. */
export interface Covered {
  matches: Match[]
  /** Runs of units that nobody knows, as from and one past the last. */
  unknown: { from: number; to: number }[]
  /** What it costs by the unit: the less, the better it is understood. */
  cost: number
}

/** Questions are short; what goes on longer is a story, of which the beginning says what it is. */
const UNITS_MOST = 80

/**
 * The known phrases that tell most of a sentence, without overlapping.
 * @param without a kind of meaning that is not looked for
 */
export function cover(lexicon: Lexicon, sentence: readonly Unit[], without?: Meaning['is']): Covered {
  const units = sentence.slice(0, UNITS_MOST)
  const starting = Map.groupBy(lexicon.find(units), ({ from }) => from)
  const best: { cost: number; match: Match | null }[] = Array.from({ length: units.length + 1 }, () => ({
    cost: 0,
    match: null,
  }))
  for (let at = units.length - 1; at >= 0; at -= 1) {
    const unit = units[at]
    const skipped = skipCost(unit) + (best[at + 1]?.cost ?? 0)
    let chosen: { cost: number; match: Match | null } = { cost: skipped, match: null }
    for (const match of starting.get(at) ?? []) {
      const allowed = fitting(match, units, without)
      if (!allowed) continue
      const cost = allowed.cost + (best[match.to]?.cost ?? 0)
      if (cost < chosen.cost) chosen = { cost, match: allowed }
    }
    best[at] = chosen
  }
  const matches: Match[] = []
  const unknown: Covered['unknown'] = []
  for (let at = 0; at < units.length; ) {
    const match = best[at]?.match
    if (match) matches.push(match)
    else {
      const last = unknown.at(-1)
      if (last?.to === at) last.to = at + 1
      else unknown.push({ from: at, to: at + 1 })
    }
    at = match?.to ?? at + 1
  }
  return { matches, unknown, cost: (best[0]?.cost ?? 0) / Math.max(1, units.length) }
}

const skipCost = (unit: Unit | undefined): number => (unit?.isHangul ? 0.6 : unit?.number !== null ? 0.5 : 1)

/** A particle stands behind a word and never begins one; a Korean phrase that begins within a word is less likely. */
function fitting(whole: Match, units: readonly Unit[], without?: Meaning['is']): Match | null {
  const match = without ? { ...whole, meanings: whole.meanings.filter(({ is }) => is !== without) } : whole
  if (match.meanings.length === 0) return null
  const first = units[match.from]
  if (!first) return null
  if (first.isStart || !first.isHangul) {
    const meanings = match.meanings.filter(({ is }) => is !== 'particle')
    return meanings.length > 0 ? { ...match, meanings } : null
  }
  return match.meanings.every(({ is }) => is === 'particle') ? match : { ...match, cost: match.cost + 0.15 }
}
