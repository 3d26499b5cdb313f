import { sql } from 'kysely'
import { moduleOf } from '../../../modules/index.ts'
import { WORST_FIRST } from '../../../shared/definition/waiting.ts'
import { type Field, type Kind, shownAs } from '../../../shared/fields.ts'
import type { Language } from '../../../shared/language.ts'
import { refuse } from '../../../shared/refusals.ts'
import { type Definition, linkColumnOf } from '../../../shared/resource.ts'
import { all, fixedOnce, ident, type Sql } from '../../db/db.ts'
import { calledSql, titleSql } from './columns.ts'
import type { ListQuery } from './parse-query.ts'

/** Rows that are put in an order which no index keeps: half a second's work by the dearest, a person's name. */
export const SORTED_MOST = 200_000

const INDEXED = ['id', 'created_at']

type Sort = ListQuery['sort']

/**
 * The order of rows `r` as people read them: words by the Vietnamese alphabet, people by their given name (design/vietnam.md 7),
 * choices as they are offered, others' records by what they are called. What has no value comes last either way. Ties are broken
 * by id in the same direction, so that pages never overlap and one index serves.
 */
export function orderSql(definition: Definition, { field, descending }: Sort, language: Language): Sql {
  return fixedOnce(`order ${definition.name} ${field} ${descending} ${language}`, () => {
    const direction = descending ? sql`desc` : sql`asc`
    const last = isIndexed(definition, field) ? sql`` : sql` nulls last`
    const keys = keysOf(definition, field, language).map((key) => sql`${key} ${direction}${last}`)
    return all([...keys, ...(field === 'id' ? [] : [sql`r.id ${direction}`])], sql`, `)
  })
}

/** An order for which every row must be looked at is given up to so many of them; a table can have a thousand times more. */
export async function refuseLongSort(
  definition: Definition,
  { field }: Sort,
  count: () => Promise<number>,
): Promise<void> {
  if (isIndexed(definition, field) || (await count()) <= SORTED_MOST) return
  refuse('too many to sort', { params: { max: SORTED_MOST } })
}

/** Whether an index keeps this order: of every list's own, and of numbers that are given once. */
export function isIndexed(definition: Definition, name: string): boolean {
  const field = definition.fields[name]
  return INDEXED.includes(name) || name === definition.sort.replace('-', '') || Boolean(field && isGiven(field))
}

const isGiven = ({ unique, readonly }: Field): boolean => Boolean(unique && readonly)

const WORDS: readonly Kind[] = ['text', 'longText']

function keysOf(definition: Definition, name: string, language: Language): Sql[] {
  if (name === WORST_FIRST) return keysOfClocks(definition)
  const field = definition.fields[name]
  const column = field?.kind === 'computed' ? sql`(${sql.raw(field.sql ?? 'null')})` : sql`r.${ident(name)}`
  if (!field) return [column]
  if (field.kind === 'ref') return keysOfRef(column, field, language)
  if (field.of && shownAs(field) === 'choice')
    return [
      sql`array_position(array[${sql.join(field.of.map(({ value }) => sql.lit(value)))}]::text[], ${column}::text)`,
    ]
  if (!WORDS.includes(shownAs(field)) || isGiven(field)) return [column]
  return wordsInOrder(name === definition.title ? titleSql(definition, 'r', language) : column, field)
}

/** Each clock that has run out, the gravest first, then the nearest of all: what `worstWaiting` takes the first ones of. */
function keysOfClocks({ waiting }: Definition): Sql[] {
  const running = (waiting?.clocks ?? []).map(
    ({ by, where = 'true' }) => sql`case when ${sql.raw(where)} then r.${ident(by)} end`,
  )
  // One clock alone is its own order.
  const late = running.length > 1 ? running.map((at) => sql`case when ${at} < now() then ${at} end`) : []
  return [...late, sql`least(${all(running, sql`, `)})`]
}

/** By what the other record is called, as the column shows it. */
function keysOfRef(column: Sql, { to = '' }: Field, language: Language): Sql[] {
  const target = moduleOf(to)
  if (!target) throw new Error(`A ref points at ${to}, which is no module`)
  const field = target.fields[linkColumnOf(target)]
  const keys = field && WORDS.includes(field.kind) ? wordsInOrder(calledSql(target, 'x', language), field) : [sql`x.id`]
  return keys.map((key) => sql`(select ${key} from ${sql.table(target.table)} x where x.id = ${column})`)
}

/** A Vietnamese name ends with the given name, by which people are looked up. */
const wordsInOrder = (text: Sql, { person }: Pick<Field, 'person'>): Sql[] => [
  ...(person ? [inAlphabet(sql`substring(${text} from '\\S+\\s*$')`)] : []),
  inAlphabet(text),
]

/** The Vietnamese order of letters and tones, and of numbers in words by their value. */
export const inAlphabet = (text: Sql): Sql => sql`${text} collate vietnamese`

/** People by given name, for the lists that a module writes itself. */
export const peopleInOrder = (name: Sql): Sql => all(wordsInOrder(name, { person: true }), sql`, `)
