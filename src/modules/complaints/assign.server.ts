import { sql } from 'kysely'
import { row } from '#server/db/db.ts'
import { type Call, JsonText, post, type Route, type RowCall } from '#server/http/route.ts'
import { showJson } from '#server/resource/list.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { VERSION } from '#server/resource/serving.ts'
import { type Columns, change, refuseStale } from '#server/resource/write.ts'
import { longText, moment } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { pick } from '../../shared/resource.ts'
import { BREACHES, handled } from './clocks.server.ts'
import { complaints, OPEN_STATES } from './complaints.ts'
import { refuseNow } from './not-now.server.ts'
import { refusePaused } from './pause.server.ts'

/** Who handles it, and until when. */
export const assignRoutes: Route[] = [
  post(
    ':id/assign',
    {
      needs: 'other',
      body: { ...pick(complaints, 'department', 'assignee', 'cc_departments'), version: VERSION },
      isPartial: true,
      summary: 'Assign to a department and a person',
    },
    async (call) => {
      await assign(call)
      return shown(call)
    },
  ),
  post(
    ':id/assign-to',
    {
      needs: 'other',
      body: { ...pick(complaints, 'assignee'), version: VERSION },
      isPartial: true,
      summary: 'Assign to a person',
    },
    async (call) => {
      await assign(call)
      return shown(call)
    },
  ),
  post(
    ':id/extend',
    {
      needs: 'other',
      body: {
        due_at: moment('Deadline', { required: true }),
        reason: longText('Reason', { required: true, max: 1000 }),
        version: VERSION,
      },
      summary: 'More time, with a reason',
    },
    (call) => extend(call),
  ),
]

/** Assigning a new complaint moves it to Processing (design/complaints.md, Status). */
export async function assign({ db, actor, id, body, house }: RowCall): Promise<void> {
  const { version, ...given } = body
  if (typeof version !== 'number')
    refuse('invalid', { fields: { version: pack('{{field}} is required', { field: 'Version' }) } })
  await refuseUnknownPeople(db, given)
  const starts = given.assignee !== null && given.assignee !== undefined
  const set: Columns = {
    ...given,
    ...(starts && { state: sql`case when b.state = 'new' then 'processing' else b.state end`, ...handled(sql`true`) }),
  }
  const done = await change(
    db,
    complaints,
    {
      id,
      version,
      set,
      action: 'assign',
      when: sql`b.state in ('new', 'processing', 'reopened')`,
      scope: scopeOf(complaints, actor),
    },
    actor,
  )
  if (!done) refuse('not found')
  if (!done.isDone) await refuseAssign({ db, id, actor }, version)
  house.feed.nudge()
}

const shown = async ({ db, id, actor }: Call): Promise<JsonText> =>
  new JsonText((await showJson(db, complaints, id, null, actor.language)) ?? 'null')

async function refuseUnknownPeople(db: Call['db'], given: Record<string, unknown>): Promise<void> {
  const found = await row<{ user: boolean; department: boolean }>(
    db,
    sql`select ${given.assignee ?? null}::bigint is null or exists (select 1 from users where id = ${given.assignee ?? null}::bigint and deleted_at is null and status = 'active' and not blocked) as "user",
          ${given.department ?? null}::bigint is null or exists (select 1 from departments where id = ${given.department ?? null}::bigint and deleted_at is null) as department`,
  )
  const invalid = (field: string, label: string) =>
    refuse('invalid', { fields: { [field]: pack('{{field}} is not valid', { field: label }) } })
  if (!found?.user) invalid('assignee', 'Assignee')
  if (!found?.department) invalid('department', 'Department')
}

async function refuseAssign({ db, id, actor }: Pick<RowCall, 'db' | 'id' | 'actor'>, version: number): Promise<never> {
  const now = await row<{ state: string }>(db, sql`select state from complaints where id = ${id}`)
  if (OPEN_STATES.some((state) => state === now?.state)) return refuseStale(db, complaints, id, version, actor.language)
  return refuseNow(now?.state)
}

/** More time is a new deadline with a reason; a breach that has happened stays. */
async function extend(call: Call): Promise<JsonText> {
  const { db, actor, id, body, house } = call
  const { version, due_at, reason } = body
  const set: Columns = {
    due_at: sql`${due_at}::timestamptz`,
    ...BREACHES,
    due_round: sql`b.due_round + 1`,
    is_extended: true,
  }
  const done = await change(
    db,
    complaints,
    {
      id,
      version: Number(version),
      set,
      action: 'extend',
      when: sql`b.state in ('new', 'processing', 'reopened') and b.paused_at is null`,
      scope: scopeOf(complaints, actor),
      note: { reason },
    },
    actor,
  )
  if (!done) refuse('not found')
  if (!done.isDone) await refusePaused(db, id)
  if (!done.isDone) await refuseAssign({ db, id, actor }, Number(version))
  house.feed.nudge()
  return shown(call)
}
