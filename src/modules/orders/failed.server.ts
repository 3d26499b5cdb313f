import { pageOf, rowOf } from '#server/http/answers.ts'
import { get, type Route } from '#server/http/route.ts'
import { listParameters } from '#server/resource/query/parameters.ts'
import { list } from '#server/resource/reading.ts'
import { orders } from './orders.ts'

/** The orders that failed and were not tried again: the list under the name that other systems know it by. */
export const failedRoute: Route = get(
  'get-failed-order',
  {
    needs: 'read',
    query: listParameters(orders, {}),
    answers: pageOf(rowOf(orders)),
    summary: 'Orders that failed: why, since when, and after how many tries',
  },
  (call) => list(orders, {}, { ...call, query: { ...call.query, status: 'failed' } }),
)
