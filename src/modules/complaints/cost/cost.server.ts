import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { row } from '#server/db/db.ts'
import { recordOf } from '#server/http/answers.ts'
import { type Call, JsonText, post, type Route } from '#server/http/route.ts'
import { type Guard, VERSION } from '#server/resource/module-options.ts'
import { showJson } from '#server/resource/query/list.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { type Columns, change, refuseStale } from '#server/resource/statements.ts'
import { longText } from '../../../shared/fields.ts'
import { refuse } from '../../../shared/refusals.ts'
import { covers } from '../../../shared/users/permissions.ts'
import { complaints } from '../complaints.ts'
import { COST_STATES, type CostState, costRefusalOf, costState } from './cost.ts'

const REASON = { max: 1000 } as const

/** Deciding on a cost that is above the limit of whoever recorded it. */
export const costRoutes: Route[] = [
  post(
    ':id/approve-cost',
    {
      needs: 'other',
      body: { reason: longText('Reason', REASON), version: VERSION },
      answers: recordOf(complaints),
      summary: 'Approve the cost that waits; by somebody else than who recorded it, whose own limit reaches as far',
    },
    (call) => decide(call, 'approved'),
  ),
  post(
    ':id/reject-cost',
    {
      needs: 'other',
      body: { reason: longText('Reason', { ...REASON, required: true }), version: VERSION },
      answers: recordOf(complaints),
      summary: 'Reject the cost that waits, with a reason; by whoever might approve it',
    },
    (call) => decide(call, 'rejected'),
  ),
]

/** A cost above the actor's limit stands as waiting, whichever way it comes in; `old` is empty for a new complaint. */
export function recordCost(columns: Columns, old: Columns, actor: Actor): Columns {
  const [cost, before] = [amountOf(columns.cost), amountOf(old.cost)]
  if (columns.cost === undefined || cost === before) return columns
  const state = costState(cost, { cost: before, cost_state: stateOf(old.cost_state) }, actor.costLimit)
  if (state === 'approved') return columns
  return {
    ...columns,
    cost_state: state,
    cost_asked_by: state && actor.id,
    cost_decided_by: null,
    cost_decided_at: null,
    cost_reason: null,
  }
}

/** What holds a step up beside the state: a cost that waits or was rejected. */
export const costGuards = (step: string): Guard[] =>
  COST_STATES.flatMap(({ value }) => {
    const refusal = costRefusalOf(step, value)
    return refusal ? [{ where: sql`b.cost_state = ${sql.lit(value)}`, refusal }] : []
  })

const amountOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const stateOf = (value: unknown): CostState | null => COST_STATES.find((one) => one.value === value)?.value ?? null

/** Decided once, on the amount that was seen: of two at the same moment the second is told by whom. */
async function decide({ db, actor, id, body, context }: Call, cost_state: CostState): Promise<JsonText> {
  const version = Number(body.version)
  const done = await change(
    db,
    complaints,
    {
      id,
      version,
      set: {
        cost_state,
        cost_decided_by: actor.id,
        cost_decided_at: sql`clock_timestamp()`,
        cost_reason: body.reason ?? null,
      },
      action: cost_state === 'approved' ? 'approve cost' : 'reject cost',
      when: sql`b.cost_state = 'requested' and b.cost_asked_by is distinct from ${actor.id}::bigint
        and (${actor.costLimit}::numeric is null or b.cost <= ${actor.costLimit}::numeric)`,
      scope: scopeOf(complaints, actor),
    },
    actor,
  )
  if (!done) refuse('not found')
  if (!done.isDone) await refuseDeciding({ db, actor, id }, version)
  context.feed.nudge()
  return new JsonText((await showJson(db, complaints, id, null, actor.language)) ?? 'null')
}

async function refuseDeciding({ db, actor, id }: Pick<Call, 'db' | 'actor' | 'id'>, version: number): Promise<never> {
  const now = await row(
    db,
    { version: 'number', cost: 'number', cost_state: 'string?', cost_asked_by: 'number?' },
    sql`select version, cost, cost_state, cost_asked_by from complaints where id = ${id}`,
  )
  if (now?.version !== version) return refuseStale(db, complaints, id, version, actor.language)
  if (now.cost_state !== 'requested') return refuse('no cost waits')
  if (now.cost_asked_by === actor.id) return refuse('own cost')
  if (!covers(actor.costLimit, now.cost)) return refuse('cost above limit', { params: { limit: actor.costLimit ?? 0 } })
  return refuseStale(db, complaints, id, version, actor.language)
}
