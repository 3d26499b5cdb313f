import { sql } from 'kysely'
import { row } from '#server/db/db.ts'
import { recordOf } from '#server/http/answers.ts'
import { type Call, JsonText, post, type Route, type RowCall } from '#server/http/route.ts'
import { VERSION } from '#server/resource/module-options.ts'
import { showJson } from '#server/resource/query/list.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { type Change, type Columns, change, refuseStale } from '#server/resource/statements.ts'
import { count, moment } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { pick } from '../../../shared/resource.ts'
import { complaints } from '../complaints.ts'
import {
  deadlineColumns,
  refuseReasonless,
  refuseShorter,
  SHORTER,
  takesDeadline,
} from '../deadlines/deadline.server.ts'
import { refusePaused } from '../deadlines/pause.server.ts'
import { handled } from '../deadlines/timestamps.server.ts'
import { DIRECTS, REASON } from '../flow.ts'
import { isOpenIn, isOpenState } from '../states.ts'
import { handlers, NO_HANDLER } from './handlers.server.ts'
import { refuseInvalidTransition } from './invalid-transition.server.ts'
import { reprioritised } from './transitions.server.ts'

/** What is said as a complaint is handed over. */
export const HANDED = {
  ...pick(complaints, 'department', 'assignee', 'cc_departments', 'priority'),
  due_at: moment('Deadline'),
  shorter: SHORTER,
  reason: REASON,
}

/** The rule whose proposal is accepted: its turn goes on, and the history names it. */
export const RULE = count('Assignment rule', { min: 1 })

/** Who handles it, and until when. */
export const assignRoutes: Route[] = [
  post(
    ':id/assign',
    {
      needs: DIRECTS,
      body: { ...HANDED, rule: RULE, version: VERSION },
      isPartial: true,
      answers: recordOf(complaints),
      summary:
        'Assign to a department and a person, with a priority and a deadline where they are given, of an overdue one with its reason; `rule` is the one whose proposal that is',
    },
    async (call) => {
      await assign(call)
      return shown(call)
    },
  ),
  post(
    ':id/assign-to',
    {
      needs: DIRECTS,
      body: { ...pick(complaints, 'assignee'), version: VERSION },
      isPartial: true,
      answers: recordOf(complaints),
      summary: 'Assign to a person',
    },
    async (call) => {
      await assign(call)
      return shown(call)
    },
  ),
]

/**
 * Assigning a new complaint, to a person or a department, moves it to Processing (design/complaints.md, Status). Another priority means
 * another deadline, unless one is given.
 */
export async function assign({ db, actor, id, body, context }: RowCall): Promise<void> {
  const { version, ...given } = body
  if (typeof version !== 'number')
    refuse('invalid', { fields: { version: pack('{{field}} is required', { field: 'Version' }) } })
  const { due_at, shorter, reason, rule, priority, ...people } = given
  const now = await standing({ db, id, actor }, given)
  if (!isGiven(due_at) && !isGiven(priority) && Object.keys(people).length === 0)
    refuse('invalid', { fields: { department: pack('Please choose department') } })
  const starts = isGiven(people.assignee) || isGiven(people.department)
  const set: Columns = {
    ...(isGiven(priority) && reprioritised({ priority }, now)),
    ...people,
    ...(starts && { state: sql`case when b.state = 'new' then 'processing' else b.state end`, ...handled(sql`true`) }),
  }
  const note = now.rule === null ? {} : { note: { rule: { name: now.rule } } }
  await changeDeadline({ db, actor, id, context }, { version, due_at, shorter, reason, set, action: 'assign', ...note })
  if (now.rule !== null && isGiven(people.assignee))
    await sql`update assignment_rules set last_turn = ${people.assignee}::bigint where id = ${rule}::bigint and person_by = 'turn'`.execute(
      db,
    )
}

const isGiven = (value: unknown): boolean => value !== null && value !== undefined

interface Wished {
  version: unknown
  /** Nothing leaves the deadline as it is. */
  due_at: unknown
  shorter: unknown
  reason: unknown
  /** What is changed beside it. */
  set: Columns
  action: string
  note?: Record<string, unknown>
}

/** Changes an open complaint, with a deadline given by hand or without; a breach that has happened stays. */
export async function changeDeadline(
  { db, actor, id, context }: Omit<RowCall, 'body'>,
  { version, due_at, shorter, reason, set, action, note }: Wished,
): Promise<void> {
  const isOpen = sql.raw(isOpenState('b.state'))
  const isTold = isGiven(due_at)
  const wanted: Change = {
    id,
    version: Number(version),
    set: isTold ? { ...set, ...deadlineColumns(due_at) } : set,
    action,
    when: isTold ? sql`${isOpen} and ${takesDeadline(due_at, shorter === true, isGiven(reason))}` : isOpen,
    scope: scopeOf(complaints, actor),
    note: { ...note, ...(isGiven(reason) && { reason }) },
  }
  const done = await change(db, complaints, wanted, actor)
  if (!done) refuse('not found')
  if (!done.isDone && isTold) await refusePaused(db, id)
  if (!done.isDone) await refuseUnchanged({ db, id, actor }, Number(version), isTold)
  context.feed.nudge()
}

const shown = async ({ db, id, actor }: Call): Promise<JsonText> =>
  new JsonText((await showJson(db, complaints, id, null, actor.language)) ?? 'null')

/** The complaint as it stands, once those it is given to are known to be there. */
async function standing(
  { db, id, actor }: Pick<RowCall, 'db' | 'id' | 'actor'>,
  given: Record<string, unknown>,
): Promise<Columns & { rule: string | null }> {
  const found = await row(
    db,
    {
      user: 'boolean',
      department: 'boolean',
      rule: 'string?',
      state: 'string',
      priority: 'string?',
      feedback_type: 'number',
    },
    sql`select ${given.assignee ?? null}::bigint is null or exists (${handlers(sql`r.store`)} and u.id = ${given.assignee ?? null}::bigint) as "user",
          ${given.department ?? null}::bigint is null or exists (select 1 from departments where id = ${given.department ?? null}::bigint and deleted_at is null) as department,
          (select a.name from assignment_rules a where a.id = ${given.rule ?? null}::bigint and a.deleted_at is null) as rule, r.state, r.priority, r.feedback_type
        from complaints r where r.id = ${id} and ${scopeOf(complaints, actor) ?? sql`true`}`,
  )
  if (!found) refuse('not found')
  if (!found.user) refuse('invalid', { fields: { assignee: pack(NO_HANDLER) } })
  if (!found.department)
    refuse('invalid', { fields: { department: pack('{{field}} is not valid', { field: 'Department' }) } })
  const { state, priority, feedback_type, rule } = found
  return { state, priority, feedback_type, rule }
}

async function refuseUnchanged(
  { db, id, actor }: Pick<RowCall, 'db' | 'id' | 'actor'>,
  version: number,
  isGiven: boolean,
): Promise<never> {
  const now = await row(
    db,
    { state: 'string', version: 'number', is_late: 'boolean' },
    sql`select state, version, coalesce(due_at < now(), false) as is_late from complaints where id = ${id}`,
  )
  if (!isOpenIn(now?.state)) return refuseInvalidTransition(now?.state)
  if (isGiven && now?.version === version) return now.is_late ? refuseReasonless() : refuseShorter()
  return refuseStale(db, complaints, id, version, actor.language)
}
