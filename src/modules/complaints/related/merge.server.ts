import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import type { Actor } from '#server/actor.ts'
import { inTransaction, row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf, narrowed, type RowOf } from '#server/db/shape.ts'
import { recordOf } from '#server/http/answers.ts'
import { type Call, JsonText, post, type Route } from '#server/http/route.ts'
import { VERSION } from '#server/resource/module-options.ts'
import { showJson } from '#server/resource/query/list.ts'
import { placeSql, scopeOf } from '#server/resource/scope.ts'
import { type Columns, change, refuseStale } from '#server/resource/statements.ts'
import { ref } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { complaints } from '../complaints.ts'
import { type CostState, costRefusalOf } from '../cost/cost.ts'
import { BREACHES, handled, RESUMED } from '../deadlines/timestamps.server.ts'
import { complaintFlow, DIRECTS } from '../flow.ts'
import { stepColumns } from '../handling/transitions.server.ts'
import { isOpenIn, isOpenState } from '../states.ts'

/** Two complaints about one matter become one, and apart again. */
export const mergeRoutes: Route[] = [
  post(
    ':id/merge',
    {
      needs: DIRECTS,
      body: { into: ref('Complaint to continue with', 'complaints', { required: true }), version: VERSION },
      answers: recordOf(complaints),
      summary: 'Merge into another complaint, which goes on for both',
    },
    (call) => merge(call),
  ),
  post(
    ':id/unmerge',
    {
      needs: DIRECTS,
      body: { version: VERSION },
      answers: recordOf(complaints),
      summary: 'Undo a merge: it goes on by itself again',
    },
    (call) => unmerge(call),
  ),
]

const SIDE = {
  id: 'number',
  version: 'number',
  issue_number: 'string',
  title: 'string',
  state: 'string',
  place: jsonOf<object>(),
  merged_into_id: 'number?',
  isTrashed: 'boolean',
  cost_state: narrowed<CostState | null>('string'),
} as const
type Side = RowOf<typeof SIDE>

async function merge({ db, actor, id, body, context }: Call): Promise<JsonText> {
  const into = Number(body.into)
  if (into === id) refuse('invalid', { fields: { into: pack('A complaint cannot be merged into itself') } })
  await inTransaction(db, async (tx) => {
    const sides = await lockBoth(tx, [id, into], actor)
    const gone = sides.find((side) => side.id === id) ?? refuse('not found')
    const stays = sides.find((side) => side.id === into)
    if (gone.merged_into_id) refuse('merged')
    if (gone.isTrashed) refuse('not found')
    const refusal = costRefusalOf('close', gone.cost_state)
    if (refusal) refuse(refusal)
    refuseAsSurvivor(stays)
    await change(
      tx,
      complaints,
      {
        id,
        set: {
          state: 'closed',
          state_before: sql`b.state`,
          merged_into_id: into,
          merged_at: sql`clock_timestamp()`,
          closed_at: sql`coalesce(b.closed_at, clock_timestamp())`,
          ...BREACHES,
          ...handled(sql`true`),
          ...RESUMED,
        },
        action: 'merge',
        scope: null,
        note: { into: numberOf(stays) },
        version: Number(body.version),
      },
      actor,
    ).then((done) => done?.isDone || refuseStale(tx, complaints, id, Number(body.version), actor.language))
    await tell(tx, actor, 'absorb', stays, gone)
    if (isOpenIn(gone.state) && !isOpenIn(stays.state)) await reopen(tx, actor, into)
  })
  context.feed.nudge()
  return new JsonText((await showJson(db, complaints, id, null, actor.language)) ?? 'null')
}

/** Work that goes on in a complaint that was over begins there anew. */
async function reopen(tx: Tx, actor: Actor, id: number): Promise<void> {
  const set = stepColumns('reopen', { state: complaintFlow.steps.reopen.to, state_before: sql`b.state` }, actor)
  await change(tx, complaints, { id, set, action: 'reopen', scope: null }, actor)
}

/** In order of their ids, so that two merges that cross wait for each other and the second finds what the first did. */
const lockBoth = (tx: Tx, ids: number[], actor: Actor): Promise<Side[]> => {
  const scope = scopeOf(complaints, actor)
  return rows(
    tx,
    SIDE,
    sql`select r.id, r.version, r.issue_number, r.title, r.state, r.merged_into_id, r.cost_state, r.deleted_at is not null as "isTrashed", ${placeSql(complaints, 'r')} as place
        from complaints r where r.id = any(${ids}::bigint[]) ${scope ? sql`and ${scope}` : sql``} order by r.id for update of r`,
  )
}

/** Only one that stands by itself may go on for another: so a circle can never close. */
function refuseAsSurvivor(stays: Side | undefined): asserts stays is Side {
  if (!stays || stays.isTrashed)
    refuse('invalid', { fields: { into: pack('{{field}} is not valid', { field: 'Complaint to continue with' }) } })
  if (stays.merged_into_id)
    refuse('invalid', {
      fields: { into: pack('{{number}} was itself merged into another complaint', { number: stays.issue_number }) },
    })
}

/** A customer whose complaint was merged would read that theirs is closed, and could not write any more. */
export async function refuseTrashOfSurvivor(tx: Tx, id: number): Promise<void> {
  if (await row(tx, sql`select 1 as n from complaints where merged_into_id = ${id} limit 1`)) refuse('others merged')
}

async function unmerge({ db, actor, id, body, context }: Call): Promise<JsonText> {
  const version = Number(body.version)
  await inTransaction(db, async (tx) => {
    const { own, stays } = await bothOf(tx, id, actor)
    const done = await change(
      tx,
      complaints,
      { id, version, set: APART, action: 'unmerge', scope: null, note: { into: numberOf(stays) } },
      actor,
    )
    if (!done?.isDone) await refuseStale(tx, complaints, id, version, actor.language)
    await tell(tx, actor, 'release', stays, own)
  })
  context.feed.nudge()
  return new JsonText((await showJson(db, complaints, id, null, actor.language)) ?? 'null')
}

/** A merged complaint and the one it went into, both seen and locked. */
async function bothOf(tx: Tx, id: number, actor: Actor): Promise<{ own: Side; stays: Side }> {
  const found = await row(
    tx,
    { into: 'number?' },
    sql`select merged_into_id as "into" from complaints where id = ${id}`,
  )
  const sides = await lockBoth(tx, [id, found?.into ?? id], actor)
  const own = sides.find((side) => side.id === id) ?? refuse('not found')
  if (own.merged_into_id === null || own.merged_into_id !== found?.into)
    refuse('not allowed now', { params: { state: 'Not merged' } })
  return { own, stays: sides.find((side) => side.id === own.merged_into_id) ?? refuse('not found') }
}

const IS_MISSED = sql`${sql.raw(isOpenState('b.state_before'))} and b.breached_at is null and b.due_at < clock_timestamp()`

/** As it stood. A deadline that passed meanwhile begins anew, as when a complaint is reopened: nobody could have kept it. */
const APART: Columns = {
  state: sql`b.state_before`,
  state_before: 'closed',
  merged_into_id: null,
  merged_at: null,
  closed_at: sql`case when b.state_before = 'closed' then b.closed_at end`,
  due_at: sql`case when ${IS_MISSED} then ticket_deadline(b.feedback_type, b.priority, clock_timestamp()) else b.due_at end`,
  due_since: sql`case when ${IS_MISSED} then clock_timestamp() else b.due_since end`,
  paused_work: sql`case when ${IS_MISSED} then 0 else b.paused_work end`,
  law_due_at: sql`case when ${IS_MISSED} then law_deadline(clock_timestamp()) else b.law_due_at end`,
  law_paused_work: sql`case when ${IS_MISSED} then 0 else b.law_paused_work end`,
  due_round: sql`b.due_round + 1`,
}

const numberOf = ({ id, issue_number }: Side) => ({ id, number: issue_number })

/** The other side's line of history; its version stays, so that nobody's open form turns stale. */
const tell = (tx: Tx, actor: Actor, action: string, about: Side, merged: Side): Promise<void> =>
  record(tx, actor, {
    action,
    module: complaints.name,
    recordId: about.id,
    title: about.title,
    place: about.place,
    changes: { merged: [null, numberOf(merged)] },
  })
