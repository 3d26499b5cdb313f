import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Db, row, type Tx } from '#server/db/db.ts'
import { recordOf } from '#server/http/answers.ts'
import { type Call, JsonText, post, type Route } from '#server/http/route.ts'
import { VERSION } from '#server/resource/module-options.ts'
import { showJson } from '#server/resource/query/list.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { type Columns, change, refuseStale } from '#server/resource/statements.ts'
import { longText } from '../../../shared/fields.ts'
import { refuse } from '../../../shared/refusals.ts'
import { complaints } from '../complaints.ts'
import { refuseInvalidTransition } from '../handling/invalid-transition.server.ts'
import { isOpenIn, isOpenState } from '../states.ts'
import { BREACHES, handled, RESUMED } from './timestamps.server.ts'

/** Both clocks stand still while the customer is asked: by hand, until somebody goes on or the customer writes. */
export const pauseRoutes: Route[] = [
  post(
    ':id/pause',
    {
      needs: 'edit',
      body: { reason: longText('What the customer is asked', { required: true, max: 1000 }), version: VERSION },
      answers: recordOf(complaints),
      summary: 'Wait for the customer; the clocks stand still',
    },
    (call) => pause(call),
  ),
  post(
    ':id/resume',
    {
      needs: 'edit',
      body: { version: VERSION },
      answers: recordOf(complaints),
      summary: 'Go on after waiting; the clocks run again',
    },
    (call) => resume(call),
  ),
]

/** Without a deadline it cannot turn late; one that is late already stays so. Asking the customer is the first handling. */
async function pause(call: Call): Promise<JsonText> {
  const { actor, body } = call
  const set: Columns = {
    ...BREACHES,
    ...handled(sql`true`),
    state: sql`case when b.state = 'new' then 'processing' else b.state end`,
    assignee: sql`coalesce(b.assignee, ${actor.id}::bigint)`,
    paused_at: sql`clock_timestamp()`,
    pause_reason: body.reason,
    due_at: sql`case when b.due_at > clock_timestamp() then null else b.due_at end`,
    paused_due_at: sql`case when b.due_at > clock_timestamp() then b.due_at end`,
  }
  return act(call, 'pause', set, false)
}

const resume = (call: Call): Promise<JsonText> => act(call, 'resume', RESUMED, true)

async function act(call: Call, action: string, set: Columns, isPaused: boolean): Promise<JsonText> {
  const { db, actor, id, body, context } = call
  const version = Number(body.version)
  const when = sql`${sql.raw(isOpenState('b.state'))} and (b.paused_at is not null) = ${isPaused}`
  const done = await change(
    db,
    complaints,
    { id, version, set, action, when, scope: scopeOf(complaints, actor) },
    actor,
  )
  if (!done) refuse('not found')
  if (!done.isDone) await refusePause({ db, id, actor }, version, isPaused)
  context.feed.nudge()
  return new JsonText((await showJson(db, complaints, id, null, actor.language)) ?? 'null')
}

async function refusePause(
  { db, id, actor }: Pick<Call, 'db' | 'id' | 'actor'>,
  version: number,
  isPaused: boolean,
): Promise<never> {
  const now = await stateOf(db, id)
  const isOpen = isOpenIn(now?.state)
  if (isOpen && now?.is_paused === isPaused) return refuseStale(db, complaints, id, version, actor.language)
  if (!isPaused) await refusePaused(db, id)
  return refuseInvalidTransition(now?.state)
}

/** While its clocks stand still a complaint has no deadline that could be moved. */
export async function refusePaused(db: Db | Tx, id: number): Promise<void> {
  const now = await stateOf(db, id)
  if (now?.is_paused)
    refuse('not allowed now', { params: { state: 'Waiting for the customer', steps: 'Resume handling' } })
}

/** The customer has written: whoever waited for it goes on, in the transaction of the words. */
export async function resumeWaiting(tx: Tx, actor: Actor, id: number): Promise<void> {
  const when = sql`b.paused_at is not null and ${sql.raw(isOpenState('b.state'))}`
  await change(tx, complaints, { id, set: RESUMED, action: 'resume', when, scope: null }, actor)
}

const stateOf = (db: Db | Tx, id: number) =>
  row(
    db,
    { state: 'string', is_paused: 'boolean' },
    sql`select state, paused_at is not null as is_paused from complaints where id = ${id}`,
  )
