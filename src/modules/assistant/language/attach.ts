import { type Field, isFiltered, shownAs } from '../../../shared/fields.ts'
import type { Definition } from '../../../shared/resource.ts'
import type { Meaning, Word } from './meaning.ts'
import { isGrouping, isNumber, isRanged, pointingField } from './question.ts'
import type { Ground, Piece, Reading } from './reading.ts'

/** What the phrases of a sentence say of a question about one register. */
export interface Found {
  filters: Record<string, string[]>
  by: string | null
  of: string | null
  /** The day or moment that is named. */
  on: string | null
  named: Reading['named']
  numbered: Reading['numbered']
  lacking: string[]
  /** Known phrases that have no place in a question about this register. */
  loose: string[]
  /** Values said right behind another one of the same field: both at once is not what lists can be narrowed to. */
  contrary: string[]
}

const QUIET: readonly Meaning['is'][] = ['ignore', 'particle', 'word', 'period', 'screen', 'number', 'turning']
export const isQuiet = ({ is }: Meaning): boolean => QUIET.includes(is)

/** Finds a place for each phrase, one kind of place after the other. */
export function attach(
  content: readonly Piece[],
  definition: Definition,
  words: ReadonlySet<Word>,
  ground: Ground,
): Found {
  const found: Found = {
    filters: {},
    by: null,
    of: null,
    on: null,
    named: [],
    numbered: [],
    lacking: [],
    loose: [],
    contrary: [],
  }
  const told = content.filter(({ meanings }) => !meanings.every(({ is }) => is === 'ignore' || is === 'particle'))
  let isMentioned = false
  const dimensions: Dimension[] = []
  told.forEach((piece, at) => {
    if (piece.meanings.every(isQuiet)) return
    found.on ??= fieldsIn({ piece, definition }).find((name) => isRanged(definition.fields, name)) ?? null
    const about: About = { piece, neighbours: [told[at + 1], told[at - 1]], definition, words, ground, found }
    if (addMention(about, isMentioned)) isMentioned = true
    else if (addNumbered(about) || addMine(about) || addPending(about) || addNumber(about)) return
    else {
      const dimension = dimensionOf(about)
      const record = recordOf(about)
      const value = namedValue(about)
      if (dimension && (dimension.isMarked || !(record || value))) dimensions.push(dimension)
      else if (record && !(value && (record.isAlias || record.rank > 0))) {
        const { field, module, id } = record
        found.named.push({ field, module, id, said: piece.said })
      } else if (value) addValue(about, value)
      else if (!dimension && !hasPlace(about)) found.loose.push(piece.said)
    }
  })
  found.by = byOf(dimensions, words)
  return found
}

function addValue({ piece, neighbours: [, last], found, definition }: About, { field, values }: NamedValue): void {
  const known = found.filters[field] ?? []
  const all = [...new Set([...known, ...values])]
  const isBeside =
    last?.to === piece.from &&
    !piece.isListed &&
    last.meanings.some((one) => one.is === 'value' && one.module === definition.name && one.field === field)
  if (isBeside && all.length > Math.max(known.length, values.length)) found.contrary.push(piece.said)
  else found.filters[field] = all
}

interface About {
  piece: Piece
  /** The phrases behind and before it. */
  neighbours: readonly (Piece | undefined)[]
  definition: Definition
  words: ReadonlySet<Word>
  ground: Ground
  found: Found
}

const meaningsOf = <Is extends Meaning['is']>({ meanings }: Piece, is: Is): Extract<Meaning, { is: Is }>[] =>
  meanings.filter((one): one is Extract<Meaning, { is: Is }> => one.is === is)

/** The register itself; said again it may be a value of the same name. */
function addMention({ piece, definition }: About, isMentioned: boolean): boolean {
  const isOwn = meaningsOf(piece, 'module').some(({ module }) => module === definition.name)
  const isMore = piece.meanings.some(
    (one) => one.is === 'record' || (one.is === 'value' && one.module === definition.name),
  )
  return isOwn && !(isMentioned && isMore)
}

function addNumbered({ piece, definition, found }: About): boolean {
  const [number] = piece.numbers
  for (const { module } of meaningsOf(piece, 'numbered')) {
    const field = fieldTo(definition, module)
    if (!field || number === undefined) continue
    found.numbered.push({ field, module, number, said: piece.said })
    return true
  }
  return false
}

function addMine({ piece, definition, ground, found }: About): boolean {
  const mine = meaningsOf(piece, 'mine')
  for (const { module } of mine) {
    const field = fieldTo(definition, module)
    const ids = ground.mine[module] ?? []
    if (!field) found.loose.push(piece.said)
    else if (ids.length === 0) found.lacking.push(module)
    else found.filters[field] = ids.map(String)
  }
  return mine.length > 0
}

const ADDING: readonly Word[] = ['sum', 'mean', 'left', 'count', 'most', 'least']

/** A number of the register, to be added up; what is a value as well is one unless something is to be counted. */
function addNumber(about: About): boolean {
  const { definition, words, found } = about
  const field = fieldsIn(about).find((name) => isNumber(definition.fields[name]))
  const isWanted = ADDING.some((word) => words.has(word)) || !namedValue(about)
  if (!field || !isWanted) return false
  found.of ??= field
  return true
}

function addPending({ piece, definition, found }: About): boolean {
  if (meaningsOf(piece, 'pending').length === 0 || !definition.pendingFilter) return false
  for (const [field, any] of Object.entries(definition.pendingFilter)) found.filters[field] = [...any]
  return true
}

const fieldsIn = ({ piece, definition }: Pick<About, 'piece' | 'definition'>): string[] =>
  meaningsOf(piece, 'field').flatMap(({ module, field }) => (module === definition.name ? [field] : []))

/** Of the values of that name those that lists are narrowed by come first. */
type NamedValue = Extract<Meaning, { is: 'value' }>
function namedValue({ piece, definition }: About): NamedValue | undefined {
  const values = meaningsOf(piece, 'value').filter(({ module }) => module === definition.name)
  const isListed = ({ field }: { field: string }) => {
    const own = definition.fields[field]
    return own !== undefined && isFiltered(own)
  }
  return values.find(isListed) ?? values[0]
}

/** Whether it names something of the register all the same, such as a field or another register beside a name. */
const hasPlace = (about: About): boolean =>
  about.piece.meanings.some(isQuiet) ||
  fieldsIn(about).length > 0 ||
  meaningsOf(about.piece, 'module').some(({ module }) => fieldTo(about.definition, module))

const fieldTo = (definition: Definition, module: string): string | null =>
  module === definition.name ? 'id' : pointingField(definition, module)

interface Dimension {
  field: string
  /** Whether 'by', 'per' or 'which' stands beside it. */
  isMarked: boolean
}

/** A field by which something is told apart, by its own name or by that of the register it points at. */
function dimensionOf(about: About): Dimension | null {
  const { piece, neighbours, definition } = about
  const pointed = meaningsOf(piece, 'module').flatMap(({ module }) => pointingField(definition, module) ?? [])
  const value = namedValue(about)
  const field = [...fieldsIn(about), ...pointed].find(
    (name) =>
      isGrouping(definition.fields[name]) &&
      !(value && (name === value.field ? pointed.length === 0 : isFlag(definition.fields[name]))),
  )
  if (!field || isQualifier(piece, neighbours)) return null
  const isMarked = neighbours.some((one) =>
    one?.meanings.some((meaning) => meaning.is === 'word' && (meaning.word === 'by' || meaning.word === 'which')),
  )
  return { field, isMarked: isMarked || (pointed.length > 0 && RANKING.some((word) => about.words.has(word))) }
}

const isFlag = (field: Field | undefined): boolean => field !== undefined && shownAs(field) === 'flag'

const RANKING: readonly Word[] = ['most', 'least', 'top #']

/** What it is told by: what 'by' or 'which' stands beside, in a ranking the first that is named. */
const byOf = (dimensions: readonly Dimension[], words: ReadonlySet<Word>): string | null =>
  (
    dimensions.find(({ isMarked }) => isMarked) ??
    (RANKING.some((word) => words.has(word)) || words.has('by') ? dimensions[0] : undefined)
  )?.field ?? null

interface Placed {
  field: string
  module: string
  id: number
  /** The less, the likelier it is meant. */
  rank: number
  isAlias: boolean
}

/** Where a record that was named belongs; what a noun beside it names comes first ('bộ phận Thu ngân'). */
function recordOf({ piece, neighbours, definition }: About): Placed | undefined {
  const around = neighbours.flatMap((one) => one?.meanings ?? [])
  // 'siêu thị' is a noun before it is a part of somebody's name.
  const isNoun = meaningsOf(piece, 'module').some((one) => fieldTo(definition, one.module))
  const placed = meaningsOf(piece, 'record').flatMap(({ module, id, isAlias = false }): Placed[] => {
    const field = fieldTo(definition, module)
    if (!field || (isAlias && isNoun)) return []
    const named = around.find(
      (one) => one.is === 'field' && one.module === definition.name && definition.fields[one.field]?.to === module,
    )
    const isCalled =
      named !== undefined ||
      around.some((one) => one.is === 'module' && one.module === module && module !== definition.name)
    const at = definition.list.indexOf(field)
    const own = named?.is === 'field' && !isGeneral(named, definition) ? named.field : field
    return [{ field: own, module, id, isAlias, rank: isCalled ? -1 : (at < 0 ? 0.5 : at / 100) + (isAlias ? 0.2 : 0) }]
  })
  const [first] = placed.toSorted((a, b) => a.rank - b.rank)
  return first
}

/** A field that is called as the register it points at says no more than that. */
const isGeneral = ({ field }: Extract<Meaning, { is: 'field' }>, definition: Definition): boolean =>
  definition.fields[field]?.filter === false

/** Whether a noun only says what the name beside it is. */
function isQualifier(piece: Piece, neighbours: readonly (Piece | undefined)[]): boolean {
  const targets = meaningsOf(piece, 'module').map(({ module }) => module)
  return neighbours.some((one) =>
    one?.meanings.some(
      (meaning) => (meaning.is === 'record' || meaning.is === 'numbered') && targets.includes(meaning.module),
    ),
  )
}
