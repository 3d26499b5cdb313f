import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { inTransaction, row, type Tx } from '#server/db/db.ts'
import { jsonOf, type RowOf } from '#server/db/shape.ts'
import { recordOf } from '#server/http/answers.ts'
import { type Call, JsonText, post, type Route } from '#server/http/route.ts'
import { lockedRow } from '#server/resource/handlers.ts'
import { VERSION } from '#server/resource/module-options.ts'
import { showJson } from '#server/resource/query/list.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { type Columns, change, refuseStale } from '#server/resource/statements.ts'
import { moment } from '../../../shared/fields.ts'
import { refuse } from '../../../shared/refusals.ts'
import { complaints } from '../complaints.ts'
import { DIRECTS, REASON } from '../flow.ts'
import { changeDeadline } from '../handling/assign.server.ts'
import { refuseInvalidTransition } from '../handling/invalid-transition.server.ts'
import { isOpenIn } from '../states.ts'
import { SHORTER } from './deadline.server.ts'
import { refusePaused } from './pause.server.ts'

export const extendRoutes: Route[] = [
  post(
    ':id/extend',
    {
      needs: DIRECTS,
      body: {
        due_at: moment('Deadline', { required: true }),
        shorter: SHORTER,
        reason: { ...REASON, required: true },
        version: VERSION,
      },
      answers: recordOf(complaints),
      summary:
        'More time, with a reason: a deadline from now to a year ahead, and sooner than the present one only with `shorter`',
    },
    async (call) => {
      const { due_at, shorter, reason, version } = call.body
      await changeDeadline(call, { version, due_at, shorter, reason, set: {}, action: 'extend' })
      return shown(call)
    },
  ),
  post(
    ':id/take-back-extension',
    {
      needs: DIRECTS,
      body: { version: VERSION },
      answers: recordOf(complaints),
      summary:
        'The deadline as it was before it was given by hand, without a breach that only the wrong one had; for who gave it, and for administrators',
    },
    async (call) => {
      await inTransaction(call.db, (tx) => takeBack(tx, call))
      call.context.feed.nudge()
      return shown(call)
    },
  ),
]

const shown = async ({ db, id, actor }: Call): Promise<JsonText> =>
  new JsonText((await showJson(db, complaints, id, null, actor.language)) ?? 'null')

async function takeBack(tx: Tx, { actor, id, body }: Call): Promise<void> {
  const old = await lockedRow(tx, complaints, id, scopeOf(complaints, actor))
  if (old.version !== body.version) await refuseStale(tx, complaints, id, Number(body.version), actor.language)
  if (!isOpenIn(old.state)) refuseInvalidTransition(String(old.state))
  await refusePaused(tx, id)
  const { due_at, due_round, is_extended } = await lastGiven(tx, id, actor)
  const round = Number(due_round?.[0] ?? old.due_round)
  const before = sql`${due_at[0]}::timestamptz`
  const set: Columns = {
    due_at: before,
    // A breach of the wrong deadline never was one; one of the deadline that holds again is.
    breached_at: sql`coalesce(nullif(b.breached_at, b.due_at), case when ${before} < clock_timestamp() then ${before} end)`,
    due_round: round,
    is_extended: is_extended?.[0] ?? old.is_extended,
  }
  await change(tx, complaints, { id, set, action: 'take back extension', scope: null }, actor)
  await sql`delete from escalation_events where complaint = ${id} and clock = 'completion' and round > ${round}`.execute(
    tx,
  )
}

const GIVEN = {
  actor: 'number?',
  action: 'string',
  due_at: jsonOf<[string | null, string]>(),
  due_round: jsonOf<[number, number] | null>(),
  is_extended: jsonOf<[boolean, boolean] | null>(),
} as const
type Given = RowOf<typeof GIVEN>

/** What the history says of the deadline's last change, where that was by hand and this person may take it back. */
async function lastGiven(tx: Tx, id: number, actor: Actor): Promise<Given> {
  const last = await row(
    tx,
    GIVEN,
    sql`select a.actor, a.action, a.changes->'due_at' as due_at, a.changes->'due_round' as due_round, a.changes->'is_extended' as is_extended
        from activity a where a.module = ${complaints.name} and a.record_id = ${id} and a.changes ? 'due_at' order by a.id desc limit 1`,
  )
  if (!last || !['extend', 'assign'].includes(last.action)) return refuse('no extension')
  if (last.actor !== actor.id && !actorMay(actor, 'system', 'edit')) refuse('no permission')
  return last
}
