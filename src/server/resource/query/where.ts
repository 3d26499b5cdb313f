import { sql } from 'kysely'
import type { Field } from '../../../shared/fields.ts'
import type { Actor } from '../../actor.ts'
import { all, type Sql } from '../../db/db.ts'
import type { Parameter } from '../../http/route.ts'
import type { ListQuery } from './parse-query.ts'

/** A filter a module reads in its own way, e.g. by a state and the clock. */
export interface OwnFilter {
  where: Sql
  /** The stored states it stands for, where a tally can count them … */
  states?: readonly string[]
  /** … and, of open ones, whether it means those past their deadline or the others. */
  late?: 'only' | 'not'
  /** The values of a field that it stands for, where counts by that field can tell it. */
  values?: { field: string; any: readonly string[] }
  /** The exact total where counts of the module's own can tell it, beside what else narrows the list; null where they cannot. */
  total?: (narrowed: Narrowed) => Sql | null
  /** Whether it reaches into the trash. */
  isTrash?: boolean
  /** Whether what it shows is the caller's alone. */
  isPersonal?: boolean
}
/** What narrows a list beside a module's own filter, by fields and by days of what dates a record; null for ever. */
export interface Narrowed {
  filters: ListQuery['filters']
  span: { from: string; to: string } | null
  actor: Actor
}
type FilterReader = (values: readonly string[], actor: Actor) => OwnFilter
/** By name; one that is no field of the definition takes numbers, unless it says what it takes. */
export type OwnFilters = Record<string, FilterReader & { field?: Field; parameter?: Parameter }>

/**
 * A filter beside the fields that takes values as this field does.
 * @param parameter how the API reference describes it, where that is more than the field says
 */
export const filterAs = (field: Field, read: FilterReader, parameter?: Parameter): OwnFilters[string] =>
  Object.assign(read, { field, parameter })

/** Everything that narrows a list, apart, so that the total can be found the cheapest exact way. */
export interface Conditions {
  scope: Sql | null
  /** Live or trashed. */
  life: Sql
  isTrash: boolean
  own: Record<string, OwnFilter>
  filters: Record<string, Sql>
  ranges: Record<string, Sql>
  search: IndexSearch | null
  /** What was searched for is the number of this record, as its customer was told it. */
  record: number | null
}

/** A search for words that must all occur, as SQL about the record `r`, for each way to read it. */
export interface IndexSearch {
  /** Folded. */
  words: readonly string[]
  where: Sql
  /** Where rows are read one by one anyway; neither an index is tempted by it nor a join made of it. */
  byHand: Sql
  /**
   * The ids of all records that match, found through the index, whatever else is asked of them.
   * @param parts letters of the words to ask the index for, instead of all it knows of the words
   */
  ids(parts?: readonly string[]): Sql
  /** Where words stand apart: the ids of those that match from one id to another, read one by one. */
  among?(least: number, greatest: number): Sql
}

/** All of them as one where clause over `r`. */
export function whereSql(conditions: Conditions, search: Sql | null = conditions.search?.where ?? null): Sql {
  const { scope, life, own, filters, ranges, record } = conditions
  const parts = [
    life,
    ...(record === null ? [] : [sql`r.id = ${record}`]),
    ...(scope ? [scope] : []),
    ...Object.values(own).map((filter) => filter.where),
    ...Object.values(filters),
    ...Object.values(ranges),
  ]
  return all(search ? [...parts, search] : parts)
}
