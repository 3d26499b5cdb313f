import type { Definition } from '../../../shared/resource.ts'
import { datedBy } from '../../../shared/statistics.ts'
import { attach, type Found, isQuiet } from './attach.ts'
import type { Covered } from './cover.ts'
import type { Word } from './meaning.ts'
import type { Period, Said } from './periods.ts'
import { type Does, datedStep, isDated, isRanged, pointingField, type Question, stateDatedBy } from './question.ts'
import type { Ground, Piece, Reading } from './reading.ts'
import { periodsIn } from './said-periods.ts'
import type { Unit } from './units.ts'

/** Reads a sentence that was taken apart as a question about one register; null where it is none. */
export function read(
  sentence: string,
  units: readonly Unit[],
  { matches, unknown }: Covered,
  ground: Ground,
): Reading | null {
  const saidAt = (from: number, to: number) => sentence.slice(units[from]?.from ?? 0, units[to - 1]?.to ?? 0)
  const pieces = matches.map((match): Piece => {
    const before = sentence.slice(units[match.from - 1]?.to ?? 0, units[match.from]?.from)
    return { ...match, said: saidAt(match.from, match.to), isListed: /[,;/&+]/.test(before) }
  })
  const periods = periodsIn(matches, units, ground.today)
  const isTimed = ({ from, to }: { from: number; to: number }) => periods.some(({ at, end }) => from >= at && to <= end)
  const words = new Set<Word>()
  for (const { meanings } of pieces) for (const one of meanings) if (one.is === 'word') words.add(one.word)
  const content = pieces.filter((piece) => !isTimed(piece))
  const strange = unknown.filter((run) => !isTimed(run)).map(({ from, to }) => ({ from, to, said: saidAt(from, to) }))
  const definition = mainOf(content, units, words, ground)
  if (!definition) return null
  const isNamed = content.some(({ meanings }) =>
    meanings.some((one) => one.is === 'module' && one.module === definition.name),
  )
  const before =
    ground.before && (!isNamed || words.has('and')) && ground.before.module === definition.name ? ground.before : null
  const isFurther = before !== null && !isNamed
  const found = attach(content, definition, words, ground)
  const numberAt = ({ from, to }: { from: number; to: number }) =>
    units[from] && to - from === 1 ? ground.numberOf(units[from]) : null
  const numbers = strange.map(numberAt).filter((n) => n !== null)
  const counted = pieces.flatMap(({ meanings, numbers: given }) =>
    meanings.some((one) => one.is === 'word' && one.word === 'top #') ? given : [],
  )
  const numberWord = numberIn(content, units, found)
  const isSome = SOME.some((word) => words.has(word))
  const most = counted[0] ?? (isSome ? numbers.find((n) => n > 0 && n <= 50) : null) ?? numberWord
  const question = questionOf({ definition, found, words, periods, most, before: isFurther ? before : null })
  const turning = [
    ...content.filter((piece, at) => isTurning(piece, content[at + 1], definition)).map(({ said }) => said),
    ...unused(pieces, question),
    ...found.contrary,
  ]
  const left = strange.filter((run) => most === null || numberAt(run) !== most)
  const weight = content.filter(({ meanings }) =>
    meanings.some(({ is }) => is !== 'ignore' && is !== 'particle'),
  ).length
  return {
    question,
    unknown: [...left.map(({ said }) => said), ...found.loose, ...turning],
    turning,
    named: found.named,
    numbered: found.numbered,
    lacking: found.lacking,
    isFurther,
    sure: weight / Math.max(1, weight + left.length * 1.5 + found.loose.length),
  }
}

/** Of so many is asked for of what has an order. */
const SOME: readonly Word[] = ['most', 'least', 'list', 'which', 'oldest', 'newest']

/** A word that turns the meaning of what follows, and is not a part of what the register calls its own. */
function isTurning({ meanings, to }: Piece, next: Piece | undefined, { name, fields }: Definition): boolean {
  const own = meanings.filter((one) => 'module' in one && one.module === name)
  // By a day of its own that its lists are not narrowed by nothing is told.
  if (own.length > 0)
    return own.every((one) => one.is === 'field' && isDated(fields[one.field]) && !isRanged(fields, one.field))
  // 'không' asks at the end of a sentence, and denies what stands behind it.
  if (meanings.some((one) => one.is === 'word' && one.word === 'not'))
    return next !== undefined && next.from === to && !next.meanings.every(isQuiet)
  return meanings.some(({ is }) => is === 'turning')
}

/** What was asked for by a word that found no place: before no day, the mean of no number. */
function unused(pieces: readonly Piece[], { does, period }: Question): string[] {
  const isLost = (word: Word) =>
    (word === 'mean' && does !== 'mean') ||
    (word === 'before' && period?.called !== 'until') ||
    (word === 'after' && !period)
  return pieces
    .filter(({ meanings }) => meanings.some((one) => one.is === 'word' && isLost(one.word)))
    .map(({ said }) => said)
}

/** A small number word between what is known: 'which three stores'. */
function numberIn(content: readonly Piece[], units: readonly Unit[], { by }: Found): number | null {
  if (!by) return null
  const taken = (at: number) =>
    content.some(({ from, to, meanings }) => from <= at && at < to && !meanings.some(({ is }) => is === 'number'))
  const at = units.findIndex(
    (unit, index) => unit.number !== null && unit.number > 0 && unit.number <= 50 && !taken(index),
  )
  const word = content
    .find(({ meanings }) => meanings.some(({ is }) => is === 'number'))
    ?.meanings.find(({ is }) => is === 'number')
  if (word?.is === 'number') return word.number
  return at < 0 ? null : (units[at]?.number ?? null)
}

/** The register that most of the sentence is about. */
function mainOf(
  content: readonly Piece[],
  units: readonly Unit[],
  words: ReadonlySet<Word>,
  ground: Ground,
): Definition | null {
  const mentioned = content.flatMap((piece, at) =>
    isToldBy(content, at, units)
      ? []
      : piece.meanings.flatMap((one) => (one.is === 'module' ? [{ module: one.module, at }] : [])),
  )
  const implied = content.flatMap(({ meanings }) =>
    meanings.flatMap((one) => (one.is === 'value' || one.is === 'field' ? [one.module] : [])),
  )
  const names = new Set([
    ...mentioned.map(({ module }) => module),
    ...implied,
    ...(ground.before ? [ground.before.module] : []),
  ])
  const last = Math.max(0, ...mentioned.map(({ at }) => at))
  const isRanking = RANKING.some((word) => words.has(word))
  const scored = [...names].flatMap((name) => {
    const definition = ground.definitions.find((one) => one.name === name)
    if (!definition) return []
    const own = mentioned.filter(({ module }) => module === name)
    let score = 0
    if (own.length > 0) {
      const place =
        ground.head === 'first' ? Math.min(...own.map(({ at }) => at)) : Math.max(...own.map(({ at }) => at))
      score += 3 + (ground.head === 'first' ? 0.6 / (1 + place) : (0.6 * (1 + place)) / (1 + last))
    } else if (!ground.mayRead(definition)) return []
    if (own.length === 0 && ground.before?.module === name) score += isRanking ? 3.2 : 2.2
    // Nothing is ranked by itself.
    if (own.length > 0 && isRanking && mentioned.every(({ module }) => module === name)) score -= 1
    if (own.length === 0 && definition.counters && 'on' in definition.counters) score += 0.3
    for (const piece of content) score += weightOf(piece, definition, words)
    // Beside a name of its own a noun only says what that name is.
    if (own.some(({ at }) => isBesideName(content, at, name))) score -= 1.4
    return [{ definition, score, isOwn: own.length > 0 }]
  })
  const [best] = scored.toSorted((a, b) => b.score - a.score)
  return best && best.score > 0.9 ? best.definition : null
}

/** What 'by' stands before, and Korean '별' behind, is never what is counted. */
const isToldBy = (content: readonly Piece[], at: number, units: readonly Unit[]): boolean =>
  content[at + (units[content[at]?.from ?? 0]?.isHangul ? 1 : -1)]?.meanings.some(
    (one) => one.is === 'word' && one.word === 'by',
  ) === true

const isBesideName = (content: readonly Piece[], at: number, name: string): boolean =>
  [content[at - 1], content[at + 1]].some((piece) =>
    piece?.meanings.some((one) => (one.is === 'record' || one.is === 'numbered') && one.module === name),
  )

function weightOf({ meanings, hasSlip }: Piece, definition: Definition, words: ReadonlySet<Word>): number {
  if (meanings.some((one) => one.is === 'module' && one.module === definition.name)) return 0.4
  const weights = meanings.map((one): number => {
    if (one.is === 'module') {
      return pointingField(definition, one.module)
        ? words.has('which') || words.has('by') || words.has('most')
          ? 1.4
          : 0.8
        : -1.2
    }
    if (one.is === 'value') return one.module === definition.name ? 1.5 : -1.2
    if (one.is === 'field') return one.module === definition.name ? 1.1 : -0.8
    if (one.is === 'pending') return definition.pendingFilter ? 0.8 : -1
    if (one.is === 'record' || one.is === 'numbered' || one.is === 'mine')
      return one.module === definition.name || pointingField(definition, one.module) ? 1.6 : -1.5
    return isQuiet(one) ? 0 : -1
  })
  return Math.max(...weights) * (hasSlip ? 0.8 : 1)
}

interface Parts {
  definition: Definition
  found: Found
  words: ReadonlySet<Word>
  periods: readonly Said[]
  most: number | null
  before: Question | null
}

function questionOf({ definition, found, words, periods, most, before }: Parts): Question {
  // The period of the question before may have stood for its state.
  const state = before && stateDatedBy(definition, before.on)
  const filters = { ...state, ...(before && keptFilters(before, found)), ...found.filters }
  // What is told by store is no longer of one store.
  if (before && found.by && !found.filters[found.by]) delete filters[found.by]
  const [first, second] = periods
  if (words.has('money')) found.of ??= moneyOf(definition)
  // Whose they are is asked of the question before.
  if (before && before.does !== 'rank' && words.has('who')) found.by ??= pointingField(definition, 'users')
  const does = doesOf(definition, { found, words, periods, before })
  const said = first ? bare(first) : before?.period
  const period = said && said.called !== 'ever' ? said : null
  const step = datedStep(definition, filters)
  const named = period ? (found.on ?? step?.on) : null
  const isKept = before && !state && isRanged(definition.fields, before.on)
  const on = named ?? (isKept ? before.on : datedBy(definition))
  if (step && period && on === step.on) delete filters[step.field]
  const usual = words.has('who') ? pointingField(definition, 'users') : (before?.by ?? definition.ownership.store)
  const by = found.by ?? (does === 'rank' ? usual : before?.by) ?? null
  return {
    module: definition.name,
    does: does === 'rank' && !by ? 'list' : does,
    filters,
    on,
    period,
    against: second ? bare(second) : null,
    by: by === 'id' ? null : by,
    most: most ?? before?.most ?? null,
    isLeast: words.has('least') || (before?.isLeast ?? false),
    of: found.of ?? before?.of ?? null,
    order: words.has('newest') ? 'newest' : 'oldest',
  }
}

/** Of the question before all stays that is not said anew. */
const keptFilters = ({ filters }: Question, found: Found): Question['filters'] =>
  Object.fromEntries(
    Object.entries(filters).filter(
      ([name]) =>
        !found.named.some(({ field }) => field === name) && !found.numbered.some(({ field }) => field === name),
    ),
  )

const bare = ({ from, to, called }: Said): Period => ({ from, to, called })

/** The money that its lists show. */
const moneyOf = ({ fields, list }: Definition): string | null =>
  list.find((name) => fields[name]?.kind === 'money') ??
  Object.keys(fields).find((name) => fields[name]?.kind === 'money') ??
  null

const RANKING: readonly Word[] = ['most', 'least', 'top #']

function doesOf(
  definition: Definition,
  { found, words, periods, before }: Pick<Parts, 'found' | 'words' | 'periods' | 'before'>,
): Does {
  const isNumberAsked = found.of !== null
  if (periods.length > 1 || words.has('compare')) return 'compare'
  if (isNumberAsked && words.has('mean')) return 'mean'
  if (RANKING.some((word) => words.has(word)) && (found.by || (!isNumberAsked && definition.ownership.store !== 'id')))
    return 'rank'
  if (words.has('share')) return 'share'
  if (isNumberAsked && (words.has('sum') || words.has('money') || words.has('left') || words.has('count') || !before))
    return 'sum'
  if (found.by) return 'by'
  if (words.has('oldest') || words.has('newest')) return 'list'
  if (before && before.does !== 'compare') return before.does
  if (words.has('count')) return 'count'
  if (words.has('list') || (words.has('which') && definition.list.length > 0)) return 'list'
  return 'count'
}
