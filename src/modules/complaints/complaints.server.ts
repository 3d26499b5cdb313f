import { sql } from 'kysely'
import { type Actor, actorMay, theServer } from '#server/actor.ts'
import { all, row, rows, type Sql } from '#server/db/db.ts'
import type { House } from '#server/house.ts'
import { type Call, get, JsonText, post } from '#server/http/route.ts'
import { shown } from '#server/resource/columns.ts'
import { conditionsOf, type OwnFilter, type OwnFilters, whereSql } from '#server/resource/conditions.ts'
import { countOf, showJson } from '#server/resource/list.ts'
import { readListQuery } from '#server/resource/query.ts'
import { placeSql, scopeOf } from '#server/resource/scope.ts'
import { serve } from '#server/resource/serve.ts'
import { type Serving, VERSION } from '#server/resource/serving.ts'
import { takeStep } from '#server/resource/steps.ts'
import { type Columns, change, refuseStale } from '#server/resource/write.ts'
import { longText, moment } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { pick } from '../../shared/resource.ts'
import { boardRoutes } from './board.server.ts'
import { commentRoutes } from './comments.server.ts'
import { complaints, OPEN_STATES, STATUSES } from './complaints.ts'
import { customerRoutes } from './customer.server.ts'
import { complaintFlow } from './flow.ts'
import { newComplaint } from './new-complaint.server.ts'
import { publicRoutes } from './public.server.ts'

const OPEN = sql`r.state in ('new', 'processing', 'reopened')`
const IS_LATE = sql`(${OPEN} and r.due_at < now())`

/** A status in words of the stored state and the clock, so that an index or the tally can serve it. */
const STATUS_SQL: Record<string, OwnFilter> = Object.fromEntries(
  STATUSES.map(({ value }): [string, OwnFilter] => {
    if (value === 'overdue') return [value, { where: IS_LATE }]
    if (value === 'deleted') return [value, { where: sql`r.state = 'deleted'`, states: ['deleted'], isTrash: true }]
    const isOpen = OPEN_STATES.some((state) => state === value)
    if (!isOpen) return [value, { where: sql`r.state = ${sql.lit(value)}`, states: [value] }]
    const late = sql`(r.state = ${sql.lit(value)} and ${IS_LATE})`
    return [
      value,
      {
        where: sql`(r.state = ${sql.lit(value)} and (r.due_at is null or r.due_at >= now()))`,
        states: [value],
        minus: late,
      },
    ]
  }),
)

const filters: OwnFilters = {
  status(values) {
    const [only] = values
    if (values.length === 1 && only) return STATUS_SQL[only] ?? refuse('invalid')
    const chosen = values.map((value) => STATUS_SQL[value] ?? refuse('invalid'))
    return {
      where: sql`(${all(
        chosen.map((filter) => filter.where),
        sql` or `,
      )})`,
      isTrash: chosen.every((filter) => filter.isTrash),
    }
  },
}

/** When it first left New, and how long that took. */
const handled = (isHandled: Sql): Columns => ({
  handle_date: sql`case when ${isHandled} then coalesce(b.handle_date, clock_timestamp()) else b.handle_date end`,
  wait_minutes: sql`case when ${isHandled} then coalesce(b.wait_minutes, (extract(epoch from clock_timestamp() - b.created_at) / 60)::int) else b.wait_minutes end`,
})
const BREACH = sql`coalesce(b.breached_at, case when b.due_at < clock_timestamp() then b.due_at end)`

function stepColumns(name: string, columns: Columns, actor: Actor): Columns {
  switch (name) {
    case 'start':
      return { ...columns, ...handled(sql`true`), assignee: sql`coalesce(b.assignee, ${actor.id})` }
    case 'complete':
      return {
        ...columns,
        ...handled(sql`true`),
        completed_at: sql`clock_timestamp()`,
        solved_by: actor.id,
        breached_at: BREACH,
      }
    case 'close':
      return { ...columns, closed_at: sql`clock_timestamp()` }
    case 'reopen':
      // A fresh deadline, so that a reopened complaint never raises a false alarm; a breach of before stays in the figures.
      return {
        ...columns,
        reopened_count: sql`coalesce(b.reopened_count, 0) + 1`,
        breached_at: BREACH,
        completed_at: null,
        closed_at: null,
        due_at: sql`ticket_deadline(b.feedback_type, b.priority, clock_timestamp())`,
      }
    default:
      return columns
  }
}

const serving: Serving = {
  flow: complaintFlow,
  filters,
  before: {
    create: (columns, { actor }) => {
      refuseAssigning(columns, {}, actor)
      return newComplaint(columns, 'staff')
    },
    update: (columns, old, { actor }) => {
      refuseAssigning(columns, old, actor)
      return assigned(reprioritised(columns, old), old)
    },
    step: stepColumns,
  },
  routes: [
    get(
      'counts',
      { needs: 'read', summary: 'How many complaints in each status, under the same filters as the list' },
      (call) => counts(call),
    ),
    get(':id/related', { needs: 'read', summary: "The customer's other complaints and probable duplicates" }, (call) =>
      related(call),
    ),
    post(
      ':id/assign',
      {
        needs: 'other',
        body: { ...pick(complaints, 'department', 'assignee', 'cc_departments'), version: VERSION },
        isPartial: true,
        summary: 'Assign to a department and a person',
      },
      (call) => assign(call),
    ),
    post(
      ':id/assign-to',
      {
        needs: 'other',
        body: { ...pick(complaints, 'assignee'), version: VERSION },
        isPartial: true,
        summary: 'Assign to a person',
      },
      (call) => assign(call),
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
    ...commentRoutes,
  ],
}

const ASSIGNING = ['department', 'assignee', 'cc_departments'] as const

/** Who may not assign leaves these as they are. */
function refuseAssigning(columns: Columns, old: Columns, actor: Actor): void {
  const isChanged = (name: string) => name in columns && String(columns[name] ?? '') !== String(old[name] ?? '')
  if (!actorMay(actor, complaints.permission, 'other') && ASSIGNING.some(isChanged)) refuse('no permission')
}

/** A person put on a new complaint begins its handling, on whichever screen it happens. */
function assigned(columns: Columns, old: Columns): Columns {
  if (!columns.assignee || old.state !== 'new') return columns
  return { ...columns, state: 'processing', ...handled(sql`true`) }
}

/** Another type or priority before it is handled means another deadline. */
function reprioritised(columns: Columns, old: Columns): Columns {
  const isOpen = OPEN_STATES.some((state) => state === old.state)
  const priority = columns.priority ?? old.priority
  const type = columns.feedback_type ?? old.feedback_type
  if (!isOpen || (priority === old.priority && type === old.feedback_type)) return columns
  return {
    ...columns,
    due_at: sql`ticket_deadline(${type}::bigint, ${priority}::text, ${old.created_at}::timestamptz)`,
  }
}

async function counts({ db, actor, query, house }: Call): Promise<Record<string, number>> {
  const { status: _status, page: _page, perpage: _perpage, sort: _sort, trashed: _trashed, ...rest } = query
  const settings = { timeZone: house.config.timezone, filters }
  const entries = await Promise.all(
    ['all', ...STATUSES.map(({ value }) => value)].map(async (status): Promise<[string, number]> => {
      const wanted = readListQuery(complaints, { ...rest, ...(status !== 'all' && { status }) })
      if (wanted.search) return [status, await cappedCount(db, wanted, actor, settings)]
      return [status, await countOf(db, complaints, wanted, actor, settings)]
    }),
  )
  return Object.fromEntries(entries)
}

async function cappedCount(
  db: Call['db'],
  query: ReturnType<typeof readListQuery>,
  actor: Actor,
  settings: { timeZone: string; filters: OwnFilters },
): Promise<number> {
  const where = whereSql(conditionsOf(complaints, query, actor, settings.timeZone, settings.filters))
  const found = await row<{ n: number }>(
    db,
    sql`select count(*)::int as n from (select 1 from complaints r where ${where} limit 1000) c`,
  )
  return found?.n ?? 0
}

async function related({ db, actor, id }: Call) {
  const scope = scopeOf(complaints, actor)
  const visible = scope ? sql`and ${scope}` : sql``
  const self = await row<{ phone: string; store: number; feedback_type: number; created_at: string }>(
    db,
    sql`select r.phone, r.store, r.feedback_type, r.created_at from complaints r where r.id = ${id} ${visible}`,
  )
  if (!self) refuse('not found')
  const others = (where: Sql) =>
    rows(
      db,
      sql`select ${shown(complaints, 'list')} from complaints r where r.id <> ${id} and r.deleted_at is null and r.phone = ${self.phone} ${where} ${visible} order by r.created_at desc limit 10`,
    )
  const near = sql`and r.store = ${self.store} and r.feedback_type = ${self.feedback_type} and r.created_at between ${self.created_at}::timestamptz - interval '7 days' and ${self.created_at}::timestamptz + interval '7 days'`
  const [same_customer, duplicates] = await Promise.all([others(sql``), others(near)])
  return { same_customer, duplicates }
}

/** Assigning a new complaint moves it to Processing (design/complaints.md, Status). */
async function assign({ db, actor, id, body, house }: Call): Promise<JsonText> {
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
  if (!done.isDone) await refuseAssign(db, id, version)
  house.feed.nudge()
  return new JsonText((await showJson(db, complaints, id, null)) ?? 'null')
}

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

async function refuseAssign(db: Call['db'], id: number, version: number): Promise<never> {
  const now = await row<{ state: string }>(db, sql`select state from complaints where id = ${id}`)
  if (OPEN_STATES.some((state) => state === now?.state)) return refuseStale(db, complaints, id, version)
  return refuse('not allowed now', { params: { state: now?.state ?? '', steps: '–' } })
}

/** More time is a new deadline with a reason; a breach that has happened stays. */
async function extend({ db, actor, id, body, house }: Call): Promise<JsonText> {
  const { version, due_at, reason } = body
  const set: Columns = { due_at: sql`${due_at}::timestamptz`, breached_at: BREACH }
  const done = await change(
    db,
    complaints,
    {
      id,
      version: Number(version),
      set,
      action: 'extend',
      when: sql`b.state in ('new', 'processing', 'reopened')`,
      scope: scopeOf(complaints, actor),
      note: { reason },
    },
    actor,
  )
  if (!done) refuse('not found')
  if (!done.isDone) await refuseAssign(db, id, Number(version))
  house.feed.nudge()
  return new JsonText((await showJson(db, complaints, id, null)) ?? 'null')
}

const served = serve(complaints, serving)
export default { ...served, routes: [...served.routes, ...boardRoutes, ...customerRoutes, ...publicRoutes] }

/** Completed turns Closed by itself after the configured days; a deadline that passes is marked and told. */
export const timed = (house: House) => [
  { name: 'mark-overdue', cron: '* * * * *', work: () => markOverdue(house) },
  {
    name: 'close-completed',
    cron: '*/10 * * * *',
    work: async () => {
      const due = await rows<{ id: number }>(
        house.db,
        sql`select id from complaints where state = 'completed' and completed_at < now() - make_interval(days => ${house.config.autoCloseDays}::int) order by id limit 500`,
      )
      for (const { id } of due)
        await takeStep(complaints, serving, complaintFlow, 'close', {
          db: house.db,
          actor: theServer,
          id,
          house,
          body: {},
        }).catch(ignoreMoved)
    },
  },
]

/** The breach stays on the complaint whatever happens later; its version does not move, so nobody's open form turns stale. */
async function markOverdue(house: House): Promise<void> {
  await sql`with late as (
      update complaints r set breached_at = r.due_at where r.state in ('new', 'processing', 'reopened') and r.due_at < now() and r.breached_at is null and r.deleted_at is null
      returning r.*
    ) insert into activity (action, module, record_id, record_title, place, changes)
      select 'overdue', 'complaints', l.id, left(l.title, 191), ${placeSql(complaints, 'l')}, jsonb_build_object('due_at', jsonb_build_array(null, l.due_at)) from late l`.execute(
    house.db,
  )
  house.feed.nudge()
}

/** Somebody else moved it meanwhile: then it is not for the clock to close. */
function ignoreMoved(error: unknown): void {
  if (!(error instanceof Error) || !('refusal' in error)) throw error
}
