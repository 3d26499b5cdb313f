import { sql } from 'kysely'
import { shownAs } from '../../../shared/fields.ts'
import { type Definition, numberFieldOf } from '../../../shared/resource.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import type { Actor } from '../../actor.ts'
import { ident, type Sql } from '../../db/db.ts'
import { indexSearch } from '../../search/search.ts'
import { scopeKey, scopeOf } from '../scope.ts'
import type { ListQuery } from './parse-query.ts'
import type { Conditions, OwnFilters } from './where.ts'

/** Who gets the same answer to the same question: whoever sees the same rows, or this person alone where it asks for what is theirs. */
export function askerOf(definition: Definition, actor: Actor, owned: Conditions['own']): string {
  const seeing = scopeKey(definition, actor)
  return Object.values(owned).some(({ isPersonal }) => isPersonal) ? `${seeing} ${actor.id}` : seeing
}

/** Those of a module's own filters that a list is narrowed by. */
export const ownOf = (query: ListQuery, actor: Actor, own: OwnFilters = {}): Conditions['own'] =>
  Object.fromEntries(
    Object.entries(query.filters).flatMap(([name, values]) => {
      const mine = own[name]?.(values.map(String), actor)
      return mine ? [[name, mine]] : []
    }),
  )

/** Whether a list reaches into the trash, by its switch or by a module's own filter. */
export const reachesTrash = (query: ListQuery, owned: Conditions['own']): boolean =>
  query.isTrash || Object.values(owned).some((filter) => filter.isTrash)

/** A list as somebody asks for it. */
export interface ListRequest {
  definition: Definition
  query: ListQuery
  actor: Actor
  /** The chain's: where its days begin. */
  timeZone: string
  /** The module's own filters. */
  filters?: OwnFilters | undefined
}

export function conditionsOf({ definition, query, actor, timeZone, filters }: ListRequest): Conditions {
  const owned = ownOf(query, actor, filters)
  const isTrash = reachesTrash(query, owned)
  const record = numbered(definition, query.search)
  return {
    scope: scopeOf(definition, actor),
    life: isTrash ? sql`r.deleted_at is not null` : sql`r.deleted_at is null`,
    isTrash,
    own: owned,
    filters: Object.fromEntries(
      Object.entries(query.filters)
        .filter(([name]) => !owned[name])
        .map(([name, values]) => [name, filterSql(definition, name, values)]),
    ),
    ranges: Object.fromEntries(
      Object.entries(query.ranges).map(([name, ends]) => [name, rangeSql(definition, name, ends, timeZone)]),
    ),
    search: query.search && record === null ? indexSearch(definition, wordsOf(query.search)) : null,
    record,
  }
}

/** The id in a number as its register tells them: 'V000123', 'v 123' and 'GD000045' alike. */
function numbered(definition: Definition, search: string): number | null {
  const prefix = definition.fields[numberFieldOf(definition) ?? '']?.prefix
  const found = prefix && new RegExp(`^${prefix}\\s?(\\d{1,15})$`, 'i').exec(search.trim())
  return found ? Number(found[1]) : null
}

function filterSql(definition: Definition, name: string, values: ListQuery['filters'][string]): Sql {
  const field = definition.fields[name]
  const column = field?.kind === 'computed' ? sql.raw(`(${field.sql})`) : sql`r.${ident(name)}`
  const kind = field ? shownAs(field) : 'ref'
  const given = values.filter((value) => value !== null)
  if (kind === 'address') return inProvinces(column, given, given.length < values.length)
  if (kind === 'refs' || kind === 'choices') {
    const isEmpty = given.length < values.length ? sql` or ${column} = '{}'` : sql``
    return sql`(${column} && ${given}::${kind === 'refs' ? sql`bigint[]` : sql`text[]`}${isEmpty})`
  }
  const isNull = given.length < values.length ? sql` or ${column} is null` : sql``
  // In the words of the condition itself, so that an index of those it holds for serves.
  if (kind === 'flag' && values.length === 1 && given.length === 1)
    return String(given[0]) === 'true' ? column : sql`not ${column}`
  if (values.length === 1 && given.length === 1) return sql`${column} = ${given[0]}`
  const type =
    kind === 'ref'
      ? sql`bigint[]`
      : kind === 'flag'
        ? sql`boolean[]`
        : typeof given[0] === 'number'
          ? sql`numeric[]`
          : sql`text[]`
  return sql`(${column} = any(${given}::${type})${isNull})`
}

/** Addresses of the provinces with these codes, of either model; codes have two digits. */
const inProvinces = (column: Sql, codes: ListQuery['filters'][string], orNone: boolean): Sql =>
  sql`(${column} ->> 'province_code' = any(${codes.map((code) => String(code).padStart(2, '0'))}::text[])${orNone ? sql` or ${column} is null` : sql``})`

/** Ends are wall clock in the chain's time zone, both included; a bare day means all of it. */
export function rangeSql(definition: Definition, name: string, [from, to]: [string, string], timeZone: string): Sql {
  const isDay = definition.fields[name]?.kind === 'date'
  const column = sql`r.${ident(name)}`
  if (isDay) return sql`${column} between ${from.slice(0, 10)}::date and ${to.slice(0, 10)}::date`
  return sql`(${column} >= ${from}::timestamp at time zone ${timeZone} and ${column} < (${to}::timestamp + ${to.length <= 10 ? '1 day' : '1 second'}::interval) at time zone ${timeZone})`
}

/** The words of a search, folded as stored ones are; one of one or two letters begins a word. */
function wordsOf(search: string): string[] {
  const words = normalizeText(search).split(/\s+/).filter(Boolean).slice(0, 8)
  return words.map((word) => (word.length < 3 ? ` ${word}` : word))
}
