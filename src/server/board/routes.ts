import type { Definition } from '../../shared/resource.ts'
import { namedAnswer } from '../http/answers.ts'
import { get, type Needs, type Route } from '../http/route.ts'
import { RequestCoalescer } from '../request-coalescer.ts'
import { askerOf, ownOf } from '../resource/query/conditions.ts'
import { listParameters } from '../resource/query/parameters.ts'
import { one, readListQuery } from '../resource/query/parse-query.ts'
import type { OwnFilters } from '../resource/query/where.ts'
import { type BoardColumn, type BoardLayouts, columnsOf } from './board.ts'

interface Serving {
  filters?: OwnFilters
  boardLayouts?: BoardLayouts
}

const COLUMN = namedAnswer('BoardColumn', {
  id: 'string',
  name: 'string',
  'tone?': 'string',
  total: 'number',
  'total_is_more?': 'boolean',
  item_ids: 'number[]',
})

/** A change makes every open board ask the same. */
const boards = new RequestCoalescer<BoardColumn[]>()

/** The columns of a board with the ids of their first cards and the count of all (specification section 7); of a definition with a `board`. */
export function boardRoutes(definition: Definition, needs: Needs, { filters, boardLayouts = {} }: Serving): Route[] {
  const { board, wire, name } = definition
  if (!board) return []
  const layouts = [board.by, ...Object.keys(boardLayouts)]
  // What the columns say themselves is no filter, and a board has no pages.
  const { [board.by]: _column, trashed, page, perpage, sort, ...narrowed } = listParameters(definition, filters)
  const by = { says: `${layouts[0]} (the usual) or ${layouts.slice(1).join(', ')}`, schema: { enum: layouts } }
  return [
    get(
      `${board.path ?? `${wire}/board`}/columns`,
      {
        needs,
        summary: 'Columns of the board, under the same filters as the list',
        answers: { columns: [COLUMN], column_orders: 'string[]' },
        query: { ...(layouts.length > 1 && { by }), ...narrowed },
      },
      async (call) => {
        const { by: asked, ...query } = call.query
        const wanted = readListQuery(definition, query, filters)
        const layout = boardLayouts[one(asked) ?? '']
        const asker = askerOf(definition, call.actor, ownOf(wanted, call.actor, filters))
        const key = `${name} ${layout ? one(asked) : ''} ${asker} ${JSON.stringify(wanted)}`
        const columns = await boards.ask(key, () =>
          layout ? layout(call, wanted) : columnsOf({ definition, board, filters }, call, wanted),
        )
        return { columns, column_orders: columns.map(({ id }) => id) }
      },
    ),
  ]
}
