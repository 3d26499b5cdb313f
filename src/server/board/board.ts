import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { all, ident, rows, type Sql } from '../db/db.ts'
import type { Call } from '../http/route.ts'
import { conditionsOf, type ListRequest } from '../resource/query/conditions.ts'
import { COUNTED_MOST, totalOf } from '../resource/query/list.ts'
import type { ListQuery } from '../resource/query/parse-query.ts'
import { type OwnFilters, whereSql } from '../resource/query/where.ts'
import { searched } from '../search/search.ts'

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
  const cards = wanted.search
    ? ((await fewFound(laid, call, wanted)) ?? (await manyFound(laid, call, wanted)))
    : await counted(laid, call, wanted)
  return board.columns.map((id) => {
    const choice = definition.fields[board.by]?.of?.find(({ value }) => value === id)
    return { id, name: choice?.label ?? id, tone: choice?.tone, ...(cards.get(id) ?? NO_CARDS) }
  })
}

/** What is open in the order of its moment, what is done newest first; as the cards themselves are read. */
const bySoonest = ({ board }: Laid): Sql => sql`r.${sql.ref(board.soonest.by)}, r.id`
const NEWEST_FIRST = sql`r.created_at desc, r.id desc`

/** What a search finds is laid out in one reading; null where it is too much for that and each column is asked by itself. */
async function fewFound(laid: Laid, call: Call, query: ListQuery): Promise<Map<string, Cards> | null> {
  const { definition, board, filters } = laid
  const { db, actor, context } = call
  const conditions = conditionsOf({ definition, query, actor, timeZone: context.config.timezone, filters })
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

/** What everything is laid out by that a search does not narrow: all columns in one reading. */
async function counted(laid: Laid, call: Call, wanted: ListQuery): Promise<Map<string, Cards>> {
  const { definition, board } = laid
  const columns = board.columns.map((id) => {
    const request = inColumn(laid, call, wanted, id)
    const conditions = conditionsOf(request)
    return { id, conditions, ...totalOf(request, conditions) }
  })
  const parts = columns.map(
    ({ id, conditions, total }) =>
      sql`select ${id}::text as column, ${total} as total, array(
            select r.id from ${ident(definition.table)} r where ${whereSql(conditions)} order by ${orderIn(laid, id)} limit ${sql.lit(CARDS)}
          ) as item_ids` as Sql,
  )
  const found = await rows(
    call.db,
    { column: 'string', total: 'number', item_ids: 'number[]' },
    sql`${all(parts, sql` union all `)}`,
  )
  const isBounded = new Map(columns.map((column) => [column.id, column.isBounded]))
  return new Map(
    found.map(({ column, total, item_ids }) => {
      const isMore = isBounded.get(column) && total > COUNTED_MOST
      return [column, isMore ? { total: COUNTED_MOST, total_is_more: true, item_ids } : { total, item_ids }]
    }),
  )
}

/** What a search finds too much of, column by column. */
async function manyFound(laid: Laid, call: Call, wanted: ListQuery): Promise<Map<string, Cards>> {
  const { definition, board } = laid
  const found = board.columns.map(async (id): Promise<[string, Cards]> => {
    const conditions = conditionsOf(inColumn(laid, call, wanted, id))
    // What is soonest may be anywhere; of the others the newest are enough.
    const most = board.soonest.in.includes(id) ? undefined : CARDS
    const { source, total, isMore } = await searched(call.db, definition, conditions, most)
    const first = await rows(
      call.db,
      { id: 'number' },
      sql`select r.id from (${source}) r order by ${orderIn(laid, id)} limit ${sql.lit(CARDS)}`,
    )
    return [id, { total, ...(isMore && { total_is_more: true }), item_ids: first.map((card) => card.id) }]
  })
  return new Map(await Promise.all(found))
}

const orderIn = (laid: Laid, column: string): Sql =>
  laid.board.soonest.in.includes(column) ? bySoonest(laid) : NEWEST_FIRST

/** What the list asks for where it shows this column alone. */
function inColumn(
  { definition, board, filters }: Laid,
  { actor, context }: Call,
  wanted: ListQuery,
  column: string,
): ListRequest {
  const query = { ...wanted, filters: { ...wanted.filters, [board.by]: [column] } }
  return { definition, query, actor, timeZone: context.config.timezone, filters }
}
