import { sql } from 'kysely'
import type { Language } from '../../../shared/language.ts'
import { refuse } from '../../../shared/refusals.ts'
import type { Definition } from '../../../shared/resource.ts'
import { countedTotal, startOfPage } from '../../counters/counters.ts'
import {
  all,
  codeOf,
  type Db,
  type Finished,
  finished,
  ident,
  quickRow,
  row,
  rows,
  type Sql,
  type Tx,
} from '../../db/db.ts'
import type { RowOf } from '../../db/shape.ts'
import { searched } from '../../search/search.ts'
import { shown, titleSql } from './columns.ts'
import { conditionsOf, type ListRequest } from './conditions.ts'
import { inAlphabet, isIndexed, orderSql, refuseLongSort, SORTED_MOST } from './order.ts'
import type { ListQuery } from './parse-query.ts'
import { type Conditions, whereSql } from './where.ts'

const KEPT_MOST = 500
const STATEMENT_TIMEOUT = '57014'
/** Where no counts know a total, so many are counted and no more: the page is quick, the total says 'more than'. */
export const COUNTED_MOST = 100_000
interface Asked {
  statement: Finished
  /** Whether it looks for its total row by row, as no counts know it. */
  isBounded: boolean
}
/** Statements of questions asked before; putting one together takes as long as all the rest that this process does for it. */
const asked = new Map<string, Asked>()

/**
 * One page as finished JSON text: `{data, total, page, perpage}`; PostgreSQL builds it in one statement.
 * @param key says everything the statement depends on, the actor's scope and language included
 */
export async function listJson(db: Db, request: ListRequest, key: string): Promise<string> {
  const known = asked.get(key)
  if (known) return pageOf(db, known)
  const { definition, query } = request
  const conditions = conditionsOf(request)
  if (conditions.search) return searchedPage(db, request, conditions)
  const counted = totalOf(request, conditions)
  await refuseLongSort(definition, query.sort, () => sortedOf(db, definition, conditions, counted))
  const start = await startOfPage(db, request, conditions)
  const made = { statement: listStatement(request, conditions, counted, start), isBounded: counted.isBounded }
  if (isLasting(request, start)) keep(key, made)
  return pageOf(db, made)
}

async function pageOf(db: Db, { statement, isBounded }: Asked): Promise<string> {
  const asking = quickRow(db, { page: 'string' }, statement)
  return (await (isBounded ? inTime(asking) : asking))?.page ?? ''
}

/** A page of what a search finds: which rows those are is known before the page is put together. */
async function searchedPage(db: Db, request: ListRequest, conditions: Conditions): Promise<string> {
  const { definition, query } = request
  const isNewestFirst = query.sort.field === 'created_at' && query.sort.descending
  const wanted = isNewestFirst ? query.page * query.perpage : undefined
  const { source, total, isMore } = await searched(db, definition, conditions, wanted)
  await refuseLongSort(definition, query.sort, async () =>
    // Common words are looked for in all that the list has.
    isMore ? countOf(db, { ...request, query: { ...query, search: '' } }) : total,
  )
  const page = pageSql(request, { source, total: sql`${total}::bigint`, isMore: isMore ? sql`true` : null })
  return (await row(db, { page: 'string' }, page))?.page ?? ''
}

/** The page as one statement, which begins where a deep page begins. */
function listStatement(
  request: ListRequest,
  conditions: Conditions,
  { total, isBounded }: Total,
  start: PageStart,
): Finished {
  const where = whereSql(conditions)
  const listed = start ? sql`${where} and ${start.where}` : where
  return finished(
    pageSql(request, {
      source: sql`select * from ${ident(request.definition.table)} r where ${listed}`,
      total,
      offset: start?.offset,
      isMore: isBounded ? sql`t.n > ${sql.lit(COUNTED_MOST)}` : null,
    }),
  )
}

/** Whether the statement holds for the next time: where a deep page begins was found by counts that change, and so was whether there are too many to be put in order. */
const isLasting = ({ definition, query }: ListRequest, start: PageStart): boolean =>
  !start && isIndexed(definition, query.sort.field)

/** How many rows would be put in order; of very many, that they are too many. */
const sortedOf = (
  db: Db,
  definition: Definition,
  conditions: Conditions,
  { total, isBounded }: Total,
): Promise<number> => numberOf(db, isBounded ? countSql(definition, whereSql(conditions), SORTED_MOST + 1) : total)

/** What no counts know is looked for row by row; where the time for it ends, another try would end there too. */
async function inTime<R>(asking: Promise<R>): Promise<R> {
  try {
    return await asking
  } catch (error) {
    if (codeOf(error) === STATEMENT_TIMEOUT) refuse('takes too long')
    throw error
  }
}

function keep(key: string, made: Asked): void {
  if (asked.size >= KEPT_MOST) asked.clear()
  asked.set(key, made)
}

/** How many rows match; of a search, how many at the least. */
export async function countOf(db: Db, request: ListRequest): Promise<number> {
  const conditions = conditionsOf(request)
  if (conditions.search) return (await searched(db, request.definition, conditions)).total
  return numberOf(db, exactly(request, conditions))
}

const numberOf = async (db: Db, total: Sql): Promise<number> =>
  Number((await row(db, { n: 'number' }, sql`select ${total} as n`))?.n ?? 0)

/** The same of several lists by name that search for nothing, in one reading. */
export async function countsOf(
  db: Db,
  asking: Omit<ListRequest, 'query'>,
  queries: Record<string, ListQuery>,
): Promise<Record<string, number>> {
  const totals = Object.entries(queries).map(([name, query]) => {
    const request = { ...asking, query }
    return sql`${exactly(request, conditionsOf(request))} as ${ident(name)}` as Sql
  })
  const shape = Object.fromEntries(Object.keys(queries).map((name) => [name, 'number'] as const))
  return (await quickRow(db, shape, sql`select ${all(totals, sql`, `)}`)) ?? {}
}

/** Whether counts know how many rows a list has, or all its rows are looked at. */
export const isCounted = (request: ListRequest): boolean => countedTotal(request, conditionsOf(request)) !== null

const exactly = (request: ListRequest, conditions: Conditions): Sql =>
  countedTotal(request, conditions) ?? countSql(request.definition, whereSql(conditions))

interface Total {
  total: Sql
  isBounded: boolean
}

type PageStart = Awaited<ReturnType<typeof startOfPage>>

/** The total of a list: exact, but where a large register's counts know none, of very many only that there are more. */
export function totalOf(request: ListRequest, conditions: Conditions): Total {
  const { definition } = request
  const counted = countedTotal(request, conditions)
  const isBounded = !counted && definition.counters !== undefined
  return {
    total: counted ?? countSql(definition, whereSql(conditions), isBounded ? COUNTED_MOST + 1 : undefined),
    isBounded,
  }
}

/** How many rows there are, of very many no more than `most`. */
const countSql = (definition: Definition, where: Sql, most?: number): Sql =>
  most === undefined
    ? sql`(select count(*) from ${ident(definition.table)} r where ${where})`
    : sql`(select count(*) from (select 1 from ${ident(definition.table)} r where ${where} limit ${sql.lit(most)}) c)`

interface PageParts {
  source: Sql
  total: Sql
  /** Whether there are more than the total says; null where it is exact. */
  isMore: Sql | null
  /** How many rows of the source lie before the page. */
  offset?: number | undefined
}

/** Page and paging numbers stand as literals: a bound LIMIT would spoil the plan, a bound OFFSET of 0 is the hot path's. */
function pageSql(
  { definition, query, actor: { language } }: ListRequest,
  { source, total, isMore, offset = (query.page - 1) * query.perpage }: PageParts,
): Sql {
  const { page, perpage } = query
  const skip = offset === 0 ? sql`` : sql` offset ${offset}`
  const order = orderSql(definition, query.sort, language)
  // Where there is nothing, nobody walks through a whole table to see it.
  return sql`
    with t as materialized (select ${total} as n)
    select json_build_object(
      'data', case when t.n = 0 then '[]'::json else coalesce((select json_agg(row_to_json(p)) from (
        select ${shown(definition, 'list', language)} from (${source} order by ${order} limit ${sql.raw(String(perpage))}${skip}) r order by ${order}
      ) p), '[]') end,
      'total', ${isMore ? sql`least(t.n, ${sql.lit(COUNTED_MOST)})` : sql`t.n`}, 'page', ${sql.raw(String(page))}, 'perpage', ${sql.raw(String(perpage))}${isMore ? sql`, 'total_is_more', ${isMore}` : sql``}
    )::text as page from t`
}

interface ShowSettings {
  isTrashOpen?: boolean
  /** Of a question asked often: says everything the statement depends on but the id. */
  key?: string
}

/** One record as JSON text for a reader of a language, or null where it is not there under this scope. */
export async function showJson(
  db: Db | Tx,
  definition: Definition,
  id: number,
  scope: Sql | null,
  language: Language,
  { isTrashOpen = false, key }: ShowSettings = {},
): Promise<string | null> {
  const known = key && asked.get(key)?.statement
  // Of its values the id is the first: what is shown has none.
  const statement = known
    ? { ...known, parameters: [id, ...known.parameters.slice(1)] }
    : finished(sql`select row_to_json(t)::text as record from (
        select ${shown(definition, 'show', language)} from ${ident(definition.table)} r
        where r.id = ${id} ${isTrashOpen ? sql`` : sql`and r.deleted_at is null`} ${scope ? sql`and ${scope}` : sql``}
      ) t`)
  if (key && !known) keep(key, { statement, isBounded: false })
  return (await quickRow(db, { record: 'string' }, statement))?.record ?? null
}

export const NAME_ROW = {
  id: 'number',
  name: 'string',
  hint: 'string?',
} as const
export type NameRow = RowOf<typeof NAME_ROW>

/** Names for pickers, in the reader's language, found by any of theirs without regard to diacritics; the given ids first of all. */
export async function namesOf(
  db: Db,
  definition: Definition,
  scope: Sql | null,
  wanted: { search: string; ids: number[]; page?: number; perpage: number; language: Language },
): Promise<NameRow[]> {
  const { code, offered } = definition
  const byId = sql`r.id = any(${wanted.ids}::bigint[])`
  const name = titleSql(definition, 'r', wanted.language)
  const called = [...(code ? [code] : []), definition.title, ...Object.values(definition.titleIn ?? {})]
  const folded = sql`fold(concat_ws(' ', ${all(
    called.map((one) => sql`r.${ident(one)}`),
    sql`, `,
  )}))`
  const matching = wanted.search
    ? sql`${folded} like '%' || replace(replace(fold(${wanted.search}), '%', '\\%'), '_', '\\_') || '%'`
    : sql`true`
  const usable = offered ? sql`and ${sql.raw(offered)}` : sql``
  return rows(
    db,
    NAME_ROW,
    sql`select r.id, ${name} as name, ${code ? sql`r.${ident(code)}` : sql`null`} as hint
        from ${ident(definition.table)} r
        where r.deleted_at is null ${wanted.ids.length > 0 ? sql`and ${byId}` : sql`and ${matching} ${usable}`} ${scope ? sql`and ${scope}` : sql``}
        order by ${code ? sql`r.${ident(code)}` : inAlphabet(name)}, r.id limit ${wanted.perpage} offset ${((wanted.page ?? 1) - 1) * wanted.perpage}`,
  )
}
