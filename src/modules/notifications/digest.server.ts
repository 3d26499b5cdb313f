import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import type { AppContext, Facts } from '#server/app-context.ts'
import { calendarsOf } from '#server/calendars.ts'
import { type Db, inTransaction, row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { queueStaffMails } from '#server/mail/staff-mail.ts'
import { type StaffMail, type StaffMailLine, type StaffMailPart, staffMailOf } from '#server/mail/staff-mail-page.ts'
import { endingHeaders } from '#server/mail/unsubscribe.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { formatDay, formatMoment } from '../../shared/format.ts'
import { tIn } from '../../shared/language.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { complaints } from '../complaints/complaints.ts'
import { OPEN_STATES } from '../complaints/states.ts'
import { holidays } from '../holidays/holidays.ts'
import { isOneOf, WORKING_STATES } from '../task-management/states.ts'
import { tasks } from '../task-management/task-management.ts'
import { digestDay } from './digest.ts'
import { footOf, linesOf, linkIn, type News, newsOf } from './news.server.ts'
import { DIGEST } from './unsubscribe.server.ts'

/** Asks for the digest of this morning, once for each person who wants one. Any server may, as often as it likes. */
export async function queueDigests({ db, config }: Pick<AppContext, 'db' | 'config'>, now: Date): Promise<void> {
  const { chain } = await calendarsOf(db, holidays, config.timezone)
  const day = digestDay(chain, now.getTime())
  if (day === null) return
  await inTransaction(db, async (tx) => {
    const due = await dueReaders(tx, day, now)
    await queueStaffMails(
      tx,
      'digest',
      due.map(({ id, since }) => ({
        key: keyOf(day, id),
        reader: id,
        facts: { day, since, until: now.toISOString() },
      })),
    )
  })
}

const keyOf = (day: string, person: number | string) => `digest ${day} ${person}`

/** Each with the end of the digest before, so that nothing is told twice or never; a week is as far as one looks back. */
const dueReaders = (tx: Tx, day: string, now: Date): Promise<{ id: number; since: Date }[]> =>
  rows(
    tx,
    { id: 'number', since: 'date' },
    sql`select u.id, greatest(${now}::timestamptz - interval '7 days', coalesce(
          (select (m.facts->>'until')::timestamptz from mails m where m.reader = u.id and m.writer = 'digest' order by m.created_at desc limit 1),
          ${now}::timestamptz - interval '1 day')) as since
        from users u where u.morning_digest and u.deleted_at is null and ${sql.raw(isActive('u'))}
          and not exists (select 1 from mails m where m.key = ${keyOf(day, '')} || u.id)`,
  )

const EACH_MOST = 15
const LATE_TASKS = '/task-management?whose=mine&is_overdue=true'

/** The reader's own work of the day and what happened since the last digest; nothing where neither asks for anything. */
export async function writeDigest(
  context: AppContext,
  reader: Actor,
  { day, since, until }: Facts,
): Promise<StaffMail | null> {
  const news = await newsOf(
    context.db,
    reader,
    sql`n.in_digest and n.created_at > ${String(since)}::timestamptz and n.created_at <= ${String(until)}::timestamptz`,
  )
  const own = await ownOf(context.db, reader, context.config.timezone)
  const lateTasks = await lateTasksOf(context.db, reader)
  const say = sayingTo(reader)
  const late = lateTasks > 0 ? say('{{n}} tasks overdue', { n: lateTasks }) : null
  const waiting = [
    own.overdue.n > 0 && say('{{n}} complaints overdue', { n: own.overdue.n }),
    own.today.n > 0 && say('{{n}} complaints due today', { n: own.today.n }),
    late,
  ].filter(Boolean)
  if (news.length + waiting.length === 0) return null
  const what = waiting.join(', ') || say('{{count}} new notifications', { count: news.length })
  const subject = say('Digest of {{day}}: {{what}}', { day: formatDay(String(day)), what })
  const mail = staffMailOf(subject, partsOf(context, reader, { own, late, news }), footOf(context, reader))
  return { ...mail, headers: endingHeaders(context.config, reader, [DIGEST]) }
}

interface Own {
  id: number
  issue_number: string
  title: string
  due_at: string | null
}
type DigestPart = 'overdue' | 'today' | 'open'
type OwnWork = Record<DigestPart, { n: number; tickets: Own[] }>

/** The open tickets that the reader handles, by when they are due; none for who may not read any. */
async function ownOf(db: Db, reader: Actor, zone: string): Promise<OwnWork> {
  const reads = actorMay(reader, complaints.permission, 'read')
  const scope = scopeOf(complaints, reader)
  const midnight = sql`(date_trunc('day', now() at time zone ${zone}) + interval '1 day') at time zone ${zone}`
  const found = await row(
    db,
    { parts: jsonOf<OwnWork>() },
    sql`with own as (
          select r.id, r.issue_number, r.title, r.due_at, case when r.due_at < now() then 'overdue' when r.due_at < ${midnight} then 'today' else 'open' end as part
          from complaints r where ${reads}::boolean and r.assignee = ${reader.id} and r.state = any(${[...OPEN_STATES]}::text[]) and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}),
        ranked as (select *, row_number() over (partition by part order by due_at nulls last, id) as place from own)
        select jsonb_object_agg(p.part, jsonb_build_object('n', (select count(*) from own o where o.part = p.part),
          'tickets', coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'issue_number', r.issue_number, 'title', r.title, 'due_at', r.due_at) order by r.place)
            from ranked r where r.part = p.part and r.place <= ${EACH_MOST}), '[]'))) as parts
        from unnest(array['overdue', 'today', 'open']) p(part)`,
  )
  if (!found) throw new Error('The database gave no answer')
  return found.parts
}

const sayingTo =
  ({ language }: Actor) =>
  (text: string, params?: Record<string, string | number>): string =>
    tIn(language, text, params)

/** How many tasks that the reader still works on are past their end, as the list counts them. */
async function lateTasksOf(db: Db, reader: Actor): Promise<number> {
  if (!actorMay(reader, tasks.permission, 'read')) return 0
  const scope = scopeOf(tasks, reader)
  const found = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from task_management r where r.processors @> array[${reader.id}::bigint] and r.date_end < now()
          and ${sql.raw(isOneOf('r.state', WORKING_STATES))} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`,
  )
  return found?.n ?? 0
}

interface Told {
  own: OwnWork
  late: string | null
  news: readonly News[]
}
function partsOf(context: AppContext, reader: Actor, { own, late, news }: Told): StaffMailPart[] {
  const say = sayingTo(reader)
  const part = (head: string, { n, tickets }: OwnWork[DigestPart]): StaffMailPart => ({
    head: `${head} (${n})`,
    lines: tickets.map((ticket) => ownLine(context, reader, ticket)),
    more: n > tickets.length ? say('and {{n}} more', { n: n - tickets.length }) : null,
  })
  return [
    part(say('Overdue'), own.overdue),
    part(say('Due today'), own.today),
    {
      head: say('Tasks'),
      lines: late ? [{ words: late, link: linkIn(context.config.publicUrl, LATE_TASKS) }] : [],
    },
    { head: say('What happened meanwhile'), lines: linesOf(context, reader, news) },
    part(say('Your other open complaints'), own.open),
  ]
}

const ownLine = (
  { config }: AppContext,
  { language }: Actor,
  { id, issue_number, title, due_at }: Own,
): StaffMailLine => ({
  words: `${issue_number} · ${title}`,
  ...(due_at && { detail: `${tIn(language, 'Deadline')}: ${formatMoment(due_at, config.timezone)}` }),
  link: linkIn(config.publicUrl, `/complaints/view/${id}`),
})
