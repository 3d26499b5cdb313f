import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import { json, rows, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { mayHold } from '#server/holders.ts'
import { seenBy } from '#server/resource/scope.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { MORNING } from '../task-management/morning.ts'
import { isOneOf, WORKING_STATES } from '../task-management/states.ts'
import { tasks } from '../task-management/task-management.ts'
import { choicesOf } from './choices.server.ts'
import { choiceFor, isGathered, type KindName } from './kinds.ts'
import { type Ring, ring } from './ringing.server.ts'
import { mailAll, NOTED, type Wanted } from './staff-mails.server.ts'
import { type AboutTask, taskRecipientsOf } from './task-recipients.ts'

interface Line extends Wanted {
  kind: KindName
  who: string
  more: Record<string, string>
  tasks: number[]
  at: Date
}

/** Whom a task concerns hears what happened to it, each as they chose; and each working morning what ends soon and what is late. */
export async function notifyOfTasks(tx: Tx, happened: readonly Happened[]): Promise<void> {
  const ofTasks = happened.filter(({ module }) => module === tasks.name)
  const lines = gathered(await linesOf(tx, ofTasks))
  if (lines.length > 0) await mailAll(tx, lines, await keepAll(tx, lines))
  const morning = ofTasks.findLast(({ action }) => action === MORNING)
  if (morning) await tellMorning(tx, morning)
}

async function linesOf(tx: Tx, happened: readonly Happened[]): Promise<Line[]> {
  const ids = [...new Set(happened.flatMap(({ record_id }) => record_id ?? []))]
  if (ids.length === 0) return []
  const about = new Map(
    (
      await rows(
        tx,
        {
          id: 'number',
          processors: 'number[]',
          approver: 'number?',
          created_by: 'number?',
          deciders: 'number[]',
          assigners: 'number[]',
        },
        sql`select r.id, r.processors, r.approver, r.created_by, case when r.approver is null then '{}' else ${DECIDERS} end as deciders,
              case when r.processors = '{}' then ${ASSIGNERS} else '{}' end as assigners
            from task_management r where r.id = any(${ids}::bigint[])`,
      )
    ).map((one) => [one.id, one]),
  )
  const wanted = happened.flatMap((one) => {
    const task: AboutTask | undefined = one.record_id === null ? undefined : about.get(one.record_id)
    return task ? taskRecipientsOf(one, task).map((who) => ({ one, who })) : []
  })
  if (wanted.length === 0) return []
  const kept = await choicesOf(tx, [...new Set(wanted.map(({ who }) => who.user))])
  return wanted.flatMap(({ one, who }): Line[] => {
    const person = kept.get(who.user)
    const { app, mail, digest } = choiceFor(person?.choices, who.kind)
    const ways = { in_app: app, by_mail: mail, in_digest: digest && person?.digest === true }
    if (!Object.values(ways).some(Boolean)) return []
    const { id: activity, at, actor_name, record_id, changes } = one
    const line = { user_id: who.user, activity, kind: who.kind, who: actor_name ?? '', tasks: [Number(record_id)], at }
    return [{ ...line, more: saidOf(changes), ...ways }]
  })
}

/** Who may direct others' tasks (`other`) and sees this one. */
const DIRECTORS = sql`select array_agg(u.id) from users u join user_roles o on o.id = u.role
  where ${mayHold(tasks.permission)} and (o.permissions->${tasks.permission}->>'other')::boolean and ${seenBy(tasks, 'r')}`

/** Its approver; who may approve on behalf where that one cannot. */
const DECIDERS = sql`coalesce(
  (select array[u.id] from users u where u.id = r.approver and ${mayHold(tasks.permission)}),
  (${DIRECTORS} and u.id <> all(r.processors || r.worked_by)), '{}')`

/** Who asked for it, else the manager of its store, else of its department, else whoever directs. */
const ASSIGNERS = sql`coalesce(
  (select array[u.id] from unnest(array[r.created_by, (select s.manager from stores s where s.id = r.store),
      (select d.manager from departments d where d.id = r.department)]) with ordinality p(id, at)
    join users u on u.id = p.id and ${mayHold(tasks.permission)} order by p.at limit 1),
  (${DIRECTORS}), '{}')`

/** What the sentence tells beside who and which. */
const saidOf = ({ item, noted }: Happened['changes']): Record<string, string> => ({
  ...(typeof item?.[1] === 'string' && { item: item[1] }),
  ...(typeof noted?.[1] === 'string' && { noted: noted[1] }),
})

/** What came of one act for the same person is one line: of 300 tasks given at once nobody reads 300 lines. */
function gathered(lines: readonly Line[]): Line[] {
  const found = Map.groupBy(lines, ({ user_id, kind, who, activity }) =>
    isGathered(kind) ? `${user_id} ${kind} ${who}` : `${user_id} ${activity}`,
  )
  return [...found.values()].flatMap((ones) => {
    const [first] = ones
    const last = ones.at(-1)
    return first && last ? [{ ...first, at: last.at, tasks: [...new Set(ones.flatMap((one) => one.tasks))] }] : []
  })
}

/** Each person is told of those that they may see; answers what is kept. */
const keepAll = (tx: Tx, lines: readonly Line[]) =>
  rows(
    tx,
    NOTED,
    sql`insert into notifications (user_id, activity, kind, title, params, task_id, link, created_at, in_app, in_digest)
      select w.user_id, w.activity, w.kind, t.title, w.more || jsonb_build_object('who', w.who) || case when t.n = 1 then jsonb_build_object('number', t.number) else jsonb_build_object('n', t.n) end,
        case when t.n = 1 then t.id end, case when t.n = 1 then '/task-management/view/' || t.id else '/task-management/mine' end, w.at, w.in_app, w.in_digest
      from jsonb_to_recordset(${json(lines)}) w(user_id bigint, activity bigint, kind text, who text, more jsonb, tasks bigint[], at timestamptz, in_app boolean, in_digest boolean)
      join users u on u.id = w.user_id and u.deleted_at is null and ${sql.raw(isActive('u'))}
      join user_roles o on o.id = u.role and (o.permissions->${tasks.permission}->>'read')::boolean
      cross join lateral (
        select count(*)::int as n, min(r.id) as id, min(${sql.raw(`${tasks.fields.number.sql}`)}) as number,
          (array_agg(r.title order by r.id))[1] || case when count(*) > 1 then ' …' else '' end as title
        from task_management r where r.id = any(w.tasks) and r.deleted_at is null and ${seenBy(tasks, 'r')}
      ) t where t.n > 0
      on conflict (user_id, activity) do nothing returning id, user_id, activity`,
  )

const IS_WORKED_ON = sql.raw(isOneOf('r.state', WORKING_STATES))
const RING = {
  user_id: 'number',
  title: 'string',
  params: jsonOf<Ring['params']>(),
} as const

/**
 * Late tasks are told each working morning: to their processors; from the first working day after their end on to the approver too, or to
 * who asked for it; and from the second on to the manager of the department as well.
 */
async function tellMorning(tx: Tx, { id: activity, changes, record_title }: Happened): Promise<void> {
  const [today = record_title ?? '', yesterday = today] = asTexts(changes.days?.[1])
  const dayOf = sql`(r.date_end at time zone chain_zone())::date`
  const late = await rows(
    tx,
    RING,
    sql`with late as materialized (
          select r.*, ${dayOf} < ${today}::date as is_after, ${dayOf} < ${yesterday}::date as is_long_after from task_management r
          where r.date_end < now() and ${IS_WORKED_ON} and r.deleted_at is null
        ), told as (
          select r.id, unnest(r.processors) as person from late r
          union select r.id, coalesce(r.approver, r.created_by) from late r where r.is_after
          union select r.id, d.manager from late r join users c on c.id = r.in_charge join departments d on d.id = coalesce(r.department, c.department) where r.is_long_after
        ) ${ringing(sql`told`, sql`late`)}`,
  )
  const soon = await rows(
    tx,
    RING,
    sql`with due as materialized (
          select r.* from task_management r where ${IS_WORKED_ON} and r.deleted_at is null
            and r.date_end >= (${today}::date + 1)::timestamp at time zone chain_zone() and r.date_end < (${today}::date + 2)::timestamp at time zone chain_zone()
        ), told as (select r.id, unnest(r.processors) as person from due r) ${ringing(sql`told`, sql`due`)}`,
  )
  const rung = (found: typeof late): Ring[] => found.map((one) => ({ ...one, activity, ticket_id: null }))
  await ring(tx, 'tasks late', '/task-management?is_overdue=true', rung(late))
  await ring(tx, 'tasks end tomorrow', '/task-management/mine', rung(soon))
}

/** A line for each person who may read tasks and sees them: how many, and what the first is called. */
const ringing = (told: ReturnType<typeof sql>, of: ReturnType<typeof sql>) =>
  sql`select u.id as user_id, (array_agg(r.title order by r.date_end))[1] || case when count(*) > 1 then ' …' else '' end as title, jsonb_build_object('n', count(*)::int) as params
      from ${told} t join ${of} r on r.id = t.id join users u on u.id = t.person and u.deleted_at is null and ${sql.raw(isActive('u'))}
      join user_roles o on o.id = u.role and (o.permissions->${tasks.permission}->>'read')::boolean
      where ${seenBy(tasks, 'r')} group by u.id order by u.id`

const asTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
