import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { rows, type Sql } from '../db/db.ts'
import type { Call } from '../http/route.ts'
import { conditionsOf } from '../resource/query/conditions.ts'
import { pagedCountOf } from '../resource/query/list.ts'
import type { ListQuery } from '../resource/query/parse-query.ts'
import { type OwnFilters, whereSql } from '../resource/query/where.ts'
import { type Searched, searched } from '../search/search.ts'

/** Of each column the ids of so many cards are told with its count. */
export const CARDS = 20

export interface BoardColumn {
  id: string
  name: string
  tone?: string | undefined
  total: number
  /** True where a search matched more than were counted. */
  total_is_more?: boolean
  item_ids: number[]
}

/** The columns by something else than the choice of `board`, under what the cards are narrowed by; by the filter's name. */
export type BoardLayouts = Readonly<Record<string, (call: Call, wanted: ListQuery) => Promise<BoardColumn[]>>>

type Cards = Pick<BoardColumn, 'total' | 'total_is_more' | 'item_ids'>
const NO_CARDS: Cards = { total: 0, item_ids: [] }

/** A definition that has a board, and the filters its lists have beside those of its fields. */
interface Laid {
  definition: Definition
  board: NonNullable<Definition['board']>
  filters: OwnFilters | undefined
}

/** Each column is counted as the tabs of the list are, and reads no more than its first cards: closed ones may be millions. */
export async function columnsOf(laid: Laid, call: Call, wanted: ListQuery): Promise<BoardColumn[]> {
  const { definition, board } = laid
  const few = wanted.search ? await fewFound(laid, call, wanted) : null
  return Promise.all(
    board.columns.map(async (id) => {
      const choice = definition.fields[board.by]?.of?.find(({ value }) => value === id)
      const cards = few
        ? (few.get(id) ?? NO_CARDS)
        : await cardsIn(laid, call, id, { ...wanted, filters: { ...wanted.filters, [board.by]: [id] } })
      return { id, name: choice?.label ?? id, tone: choice?.tone, ...cards }
    }),
  )
}

/** What is open in the order of its moment, what is done newest first; as the cards themselves are read. */
const bySoonest = ({ board }: Laid): Sql => sql`r.${sql.ref(board.soonest.by)}, r.id`
const NEWEST_FIRST = sql`r.created_at desc, r.id desc`

/** What a search finds is laid out in one reading; null where it is too much for that and each column is asked by itself. */
async function fewFound(laid: Laid, call: Call, query: ListQuery): Promise<Map<string, Cards> | null> {
  const { definition, board, filters } = laid
  const { db, actor, context } = call
  const conditions = conditionsOf(definition, query, actor, context.config.timezone, filters)
  const { source, isMore } = await searched(db, definition, conditions)
  if (isMore) return null
  const field = definition.fields[board.by]
  const column = field?.kind === 'computed' ? sql.raw(`(${field.sql})`) : sql`r.${sql.ref(board.by)}`
  const first = (order: Sql) => sql`(array_agg(r.id order by ${order}))[1:${sql.lit(CARDS)}]`
  const soonest: readonly string[] = board.soonest.in
  const found = await rows(
    db,
    { column: 'string', total: 'number', item_ids: 'number[]' },
    sql`select r.board_column as column, count(*)::int as total,
          case when r.board_column::text = any(${soonest}::text[]) then ${first(bySoonest(laid))} else ${first(NEWEST_FIRST)} end as item_ids
        from (select r.id, r.${sql.ref(board.soonest.by)}, r.created_at, ${column} as board_column from (${source}) r) r group by 1`,
  )
  return new Map(found.map(({ column: id, ...cards }) => [id, cards]))
}

async function cardsIn(laid: Laid, call: Call, column: string, query: ListQuery): Promise<Cards> {
  const isSoonest = laid.board.soonest.in.includes(column)
  const { source, total, isMore } = await matching(laid, call, query, isSoonest ? undefined : CARDS)
  const order = isSoonest ? bySoonest(laid) : NEWEST_FIRST
  const first = await rows(
    call.db,
    { id: 'number' },
    sql`select r.id from (${source}) r order by ${order} limit ${sql.lit(CARDS)}`,
  )
  return { total, ...(isMore && { total_is_more: true }), item_ids: first.map(({ id }) => id) }
}

/** @param wanted how many of the newest are shown; all may be where they are in another order */
async function matching(laid: Laid, call: Call, query: ListQuery, wanted?: number): Promise<Searched> {
  const { definition, filters } = laid
  const { db, actor, context } = call
  const conditions = conditionsOf(definition, query, actor, context.config.timezone, filters)
  if (conditions.search) return searched(db, definition, conditions, wanted)
  const source: Sql = sql`select * from ${sql.table(definition.table)} r where ${whereSql(conditions)}`
  return { source, ...(await pagedCountOf(db, definition, query, conditions, actor)) }
}
