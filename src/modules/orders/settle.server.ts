import { sql } from 'kysely'
import { recordOf } from '#server/http/answers.ts'
import { type Call, JsonText, post, type Route } from '#server/http/route.ts'
import { AS_SEEN } from '#server/resource/module-options.ts'
import { showJson } from '#server/resource/query/list.ts'
import { changeScopeOf, scopeOf } from '#server/resource/scope.ts'
import { change, refuseStale } from '#server/resource/statements.ts'
import { refuse } from '../../shared/refusals.ts'
import { orders } from './orders.ts'

/** A conflict that somebody has talked over with the sender leaves the list; what was sent stays in the history. */
export const settleRoute: Route = post(
  ':id/settle-conflict',
  {
    needs: 'edit',
    ...AS_SEEN,
    answers: recordOf(orders),
    summary: 'The conflict is settled with the sender: the order stays as it is here',
  },
  settle,
)

async function settle({ db, id, actor, body, context }: Call): Promise<JsonText> {
  const version = typeof body.version === 'number' ? body.version : undefined
  const done = await change(
    db,
    orders,
    {
      ...{ id, version, set: { conflict: [], conflict_at: null }, action: 'settle conflict' },
      ...{ when: sql`b.conflict_at is not null`, scope: changeScopeOf(orders, actor) },
    },
    actor,
  )
  if (!done) refuse('not found')
  if (!done.isDone && version !== undefined) await refuseStale(db, orders, id, version, actor.language)
  context.feed.nudge()
  return new JsonText((await showJson(db, orders, id, scopeOf(orders, actor), actor.language)) ?? 'null')
}
