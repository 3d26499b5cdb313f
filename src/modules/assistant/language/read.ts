import { type Definition, linkColumnOf } from '../../../shared/resource.ts'
import { datedBy } from '../../../shared/statistics.ts'
import type { Covered } from './cover.ts'
import type { Match } from './lexicon.ts'
import type { Meaning, Word } from './meaning.ts'
import { type Period, periodsIn, type Said } from './periods.ts'
import { type Does, datedStep, isGrouping, isNumber, pointingField, type Question } from './question.ts'
import type { Unit } from './units.ts'

/** What is known where a sentence is read. */
export interface Ground {
  definitions: readonly Definition[]
  /** Whether the asker may read a register; decides between meanings, never what is told. */
  mayRead(definition: Definition): boolean
  /** `YYYY-MM-DD` in the chain. */
  today: string
  /** Where several nouns stand together, which is the main one. */
  head: 'first' | 'last'
  /** The question before, for what a sentence leaves out. */
  before: Question | null
  /** The asker, their store and department. */
  mine: { users: number | null; stores: readonly number[]; departments: number | null }
}

/** A sentence as a question, and what in it nothing is known of. */
export interface Reading {
  question: Question
  /** Words that were not understood. */
  unknown: string[]
  /** Records by name that it is narrowed to, to be looked at with the asker's rights. */
  named: { field: string; module: string; id: number; said: string }[]
  /** Records by a number behind their noun, to be found. */
  numbered: { field: string; module: string; number: number; said: string }[]
  /** What was asked for as the asker's own, and they have none: a store, a department. */
  lacking: string[]
  /** Whether it goes on from the question before. */
  isFurther: boolean
  /** How surely it was understood, 0 to 1. */
  sure: number
}

interface Piece extends Match {
  said: string
}

/** Reads a sentence that was taken apart as a question about one register; null where it is none. */
export function read(
  sentence: string,
  units: readonly Unit[],
  { matches, unknown }: Covered,
  ground: Ground,
): Reading | null {
  const saidAt = (from: number, to: number) => sentence.slice(units[from]?.from ?? 0, units[to - 1]?.to ?? 0)
  const pieces = matches.map((match): Piece => ({ ...match, said: saidAt(match.from, match.to) }))
  const periods = periodsIn(matches, units, ground.today)
  const isTimed = ({ from, to }: { from: number; to: number }) => periods.some(({ at, end }) => from >= at && to <= end)
  const words = new Set<Word>()
  for (const { meanings } of pieces) for (const one of meanings) if (one.is === 'word') words.add(one.word)
  const content = pieces.filter((piece) => !isTimed(piece))
  const strange = unknown.filter((run) => !isTimed(run)).map(({ from, to }) => ({ from, to, said: saidAt(from, to) }))
  const definition = mainOf(content, words, ground)
  if (!definition) return null
  const isNamed = content.some(({ meanings }) =>
    meanings.some((one) => one.is === 'module' && one.module === definition.name),
  )
  const before =
    ground.before && (!isNamed || words.has('and')) && ground.before.module === definition.name ? ground.before : null
  const isFurther = before !== null && !isNamed
  const found = attach(content, definition, words, ground)
  const numbers = strange.flatMap(({ from, to }) => (to - from === 1 ? (units[from]?.number ?? []) : []))
  const counted = pieces.flatMap(({ meanings, numbers: given }) =>
    meanings.some((one) => one.is === 'word' && one.word === 'top #') ? given : [],
  )
  const numberWord = numberIn(content, units, found)
  const most = counted[0] ?? numbers.find((n) => n > 0 && n <= 50) ?? numberWord
  const question = questionOf({ definition, found, words, periods, most, before: isFurther ? before : null })
  const left = strange.filter(({ said }) => !(most !== null && Number(said) === most))
  const weight = content.filter(({ meanings }) =>
    meanings.some(({ is }) => is !== 'ignore' && is !== 'particle'),
  ).length
  return {
    question,
    unknown: [...left.map(({ said }) => said), ...found.loose],
    named: found.named,
    numbered: found.numbered,
    lacking: found.lacking,
    isFurther,
    sure: weight / Math.max(1, weight + left.length * 1.5 + found.loose.length),
  }
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
function mainOf(content: readonly Piece[], words: ReadonlySet<Word>, ground: Ground): Definition | null {
  const mentioned = content.flatMap(({ meanings }, at) =>
    meanings.flatMap((one) => (one.is === 'module' ? [{ module: one.module, at }] : [])),
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
    if (own.length === 0 && ground.before?.module === name) score += 2.2
    if (own.length === 0 && definition.counters && 'on' in definition.counters) score += 0.3
    for (const piece of content) score += weightOf(piece, definition, words)
    return [{ definition, score, isOwn: own.length > 0 }]
  })
  const [best] = scored.toSorted((a, b) => b.score - a.score)
  return best && best.score > 0.9 ? best.definition : null
}

const quiet: readonly Meaning['is'][] = ['ignore', 'particle', 'word', 'period', 'screen', 'number']

function weightOf({ meanings, hasSlip }: Piece, definition: Definition, words: ReadonlySet<Word>): number {
  const weights = meanings.map((one): number => {
    if (one.is === 'module') {
      if (one.module === definition.name) return 0.4
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
    return quiet.includes(one.is) ? 0 : -1
  })
  return Math.max(...weights) * (hasSlip ? 0.8 : 1)
}

interface Found {
  filters: Record<string, string[]>
  by: string | null
  of: string | null
  named: Reading['named']
  numbered: Reading['numbered']
  lacking: string[]
  /** Known phrases that have no place in a question about this register. */
  loose: string[]
}

/** What each piece says of a question about a register. */
function attach(content: readonly Piece[], definition: Definition, words: ReadonlySet<Word>, ground: Ground): Found {
  const found: Found = { filters: {}, by: null, of: null, named: [], numbered: [], lacking: [], loose: [] }
  const isSplit =
    words.has('which') ||
    words.has('by') ||
    words.has('most') ||
    words.has('least') ||
    words.has('top #') ||
    words.has('share')
  const dimensions: { field: string; at: number }[] = []
  let isMentioned = false
  content.forEach((piece, at) => {
    const meanings = piece.meanings.filter(({ is }) => !quiet.includes(is))
    if (meanings.length === 0) return
    const neighbours = [content[at + 1], content[at - 1]]
    const record = meanings.flatMap((one) => (one.is === 'record' ? recordOf(one, definition, neighbours) : []))
    const mention = meanings.some((one) => one.is === 'module' && one.module === definition.name)
    const values = meanings.flatMap((one) => (one.is === 'value' && one.module === definition.name ? [one] : []))
    const fields = meanings.flatMap((one) => (one.is === 'field' && one.module === definition.name ? [one.field] : []))
    const pointed = meanings.flatMap((one) =>
      one.is === 'module' ? (pointingField(definition, one.module) ?? []) : [],
    )
    const isQualifier = pointed.length > 0 && qualifies(piece, neighbours)
    const numbered = meanings.flatMap((one) => (one.is === 'numbered' ? [one] : []))
    const mine = meanings.flatMap((one) => (one.is === 'mine' ? [one] : []))
    const [number] = piece.numbers
    if (mention && (!isMentioned || (record.length === 0 && values.length === 0))) {
      isMentioned = true
      return
    }
    const place = numbered.flatMap((one) => {
      const field = one.module === definition.name ? 'id' : pointingField(definition, one.module)
      return field && number !== undefined ? [{ field, module: one.module, number, said: piece.said }] : []
    })
    if (place[0]) return void found.numbered.push(place[0])
    if (mine.length > 0) return addMine(found, mine, definition, ground)
    const exact = record.toSorted((a, b) => a.rank - b.rank)[0]
    const value = values[0]
    const flagOnly = fields.some((name) => value?.field === name)
    const number_ = fields.find((name) => isNumber(definition.fields[name]))
    if (
      number_ &&
      (words.has('sum') ||
        words.has('mean') ||
        words.has('left') ||
        words.has('count') ||
        words.has('most') ||
        words.has('least') ||
        !value)
    ) {
      found.of ??= number_
      return
    }
    if (exact && !(value && exact.rank > 0)) {
      found.named.push({ field: exact.field, module: exact.module, id: exact.id, said: piece.said })
      return
    }
    const dimension = [...pointed, ...fields].find(
      (name) => isGrouping(definition.fields[name]) && !(flagOnly && name === value?.field),
    )
    if (isQualifier && !value) return
    if (dimension && (!value || (isSplit && pointed.length > 0))) {
      dimensions.push({ field: dimension, at })
      return
    }
    if (value) {
      const known = found.filters[value.field]
      found.filters[value.field] = [...new Set([...(known ?? []), ...value.values])]
      return
    }
    if (meanings.some(({ is }) => is === 'pending') && definition.pendingFilter) {
      for (const [field, any] of Object.entries(definition.pendingFilter)) found.filters[field] = [...any]
      return
    }
    if (fields.length > 0 || mention) return
    found.loose.push(piece.said)
  })
  found.by = byOf(dimensions, content)
  return found
}

/** Of several the one right behind or before 'by' and 'which'. */
function byOf(dimensions: readonly { field: string; at: number }[], content: readonly Piece[]): string | null {
  const marked = dimensions.find(({ at }) =>
    [content[at - 1], content[at + 1]].some((piece) =>
      piece?.meanings.some((one) => one.is === 'word' && (one.word === 'by' || one.word === 'which')),
    ),
  )
  return (marked ?? dimensions[0])?.field ?? null
}

interface Placed {
  field: string
  module: string
  id: number
  rank: number
}

/** Where a record that was named belongs; what a noun beside it names comes first ('bộ phận Thu ngân'). */
function recordOf(
  { module, id }: Extract<Meaning, { is: 'record' }>,
  definition: Definition,
  neighbours: readonly (Piece | undefined)[],
): Placed[] {
  const field = module === definition.name ? 'id' : pointingField(definition, module)
  if (!field) return []
  const isCalled = neighbours.some((piece) =>
    piece?.meanings.some(
      (one) =>
        (one.is === 'module' && one.module === module && module !== definition.name) ||
        (one.is === 'field' && one.module === definition.name && definition.fields[one.field]?.to === module),
    ),
  )
  const named = neighbours
    .flatMap((piece) => piece?.meanings ?? [])
    .find((one) => one.is === 'field' && one.module === definition.name && definition.fields[one.field]?.to === module)
  const own = named?.is === 'field' ? named.field : field
  const at = definition.list.indexOf(field)
  return [{ field: own, module, id, rank: isCalled ? -1 : at < 0 ? 0.5 : at / 100 }]
}

/** Whether a noun only says what the name beside it is. */
function qualifies({ meanings }: Piece, neighbours: readonly (Piece | undefined)[]): boolean {
  const targets = meanings.flatMap((one) => (one.is === 'module' ? [one.module] : []))
  return neighbours.some((piece) =>
    piece?.meanings.some((one) => (one.is === 'record' || one.is === 'numbered') && targets.includes(one.module)),
  )
}

function addMine(
  found: Found,
  mine: readonly Extract<Meaning, { is: 'mine' }>[],
  definition: Definition,
  { mine: own }: Ground,
): void {
  for (const { module } of mine) {
    const field = module === definition.name ? 'id' : pointingField(definition, module)
    const ids =
      module === 'stores' ? own.stores : [own[module as 'users' | 'departments']].filter((id) => typeof id === 'number')
    if (!field) found.loose.push(module)
    else if (ids.length === 0) found.lacking.push(module)
    else found.filters[field] = ids.map(String)
  }
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
  const filters = { ...(before && keptFilters(before, found)), ...found.filters }
  const [first, second] = periods
  const does = doesOf(definition, { found, words, periods, before })
  const period = first ? bare(first) : (before?.period ?? null)
  const step = datedStep(definition, filters)
  const on = before && !first && !step ? before.on : step && period ? step.on : datedBy(definition)
  if (step && period && on === step.on) delete filters[step.field]
  const by = found.by ?? before?.by ?? (does === 'rank' ? (definition.ownership.store ?? null) : null)
  return {
    module: definition.name,
    does,
    filters,
    on,
    period: period?.called === 'ever' ? null : period,
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

function doesOf(
  definition: Definition,
  { found, words, periods, before }: Pick<Parts, 'found' | 'words' | 'periods' | 'before'>,
): Does {
  const isNumberAsked = found.of !== null
  if (periods.length > 1 || words.has('compare')) return 'compare'
  if (isNumberAsked && words.has('mean')) return 'mean'
  if (words.has('most') || words.has('least') || words.has('top #')) {
    if (found.by || !isNumberAsked) return 'rank'
  }
  if (words.has('share')) return 'share'
  if (isNumberAsked && (words.has('sum') || words.has('left') || words.has('count') || !before)) return 'sum'
  if (found.by) return 'by'
  if (words.has('oldest') || words.has('newest')) return 'list'
  if (before && before.does !== 'compare') return before.does
  if (words.has('count')) return 'count'
  if (words.has('list') || (words.has('which') && definition.list.length > 0)) return 'list'
  return 'count'
}

/** How a record is called: by its number where its title says who a customer is. */
export const calledBy = (definition: Definition): string => linkColumnOf(definition)
