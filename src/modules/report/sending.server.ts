import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { actorOfUser } from '#server/auth/sessions.ts'
import { inTransaction, row } from '#server/db/db.ts'
import { narrowed, type RowOf } from '#server/db/shape.ts'
import { type Job, queueJob, type Timed } from '#server/jobs/jobs.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { endingHeaders, unsubscribePage, unsubscribeToken } from '#server/mail/unsubscribe.ts'
import type { RawQuery } from '#server/resource/query/parse-query.ts'
import { wallClock } from '../../shared/format.ts'
import type { Span } from '../../shared/time/spans.ts'
import { factsOf } from './facts.ts'
import { REPORTS, type ReportPage } from './kinds.ts'
import { type ReportWish, wishOf } from './parse-query.server.ts'
import type { Report } from './report.ts'
import { reportMailOf } from './report-mail.server.ts'
import { reportFor } from './report-response.server.ts'
import { ACTIVE_OWNER, filtersOf, nextAt, TURN } from './schedules.server.ts'
import { scheduleName } from './schedules.ts'
import { periodBefore } from './turns.ts'
import { workbookBytes, workbookName } from './workbook.server.ts'

const SCHEDULE = {
  ...TURN,
  id: 'number',
  report: narrowed<ReportPage>('string'),
  filters: 'string?',
  owner: 'string',
} as const
type Schedule = RowOf<typeof SCHEDULE>

const JOB = 'send-report'

/** Every minute what is due is handed on. Several servers may look at once: each schedule is taken by one, and moves on as it is taken. */
export const reportTimes = (context: AppContext): readonly Timed[] => [
  { name: 'due-reports', cron: '* * * * *', work: () => handOnDue(context) },
]
export const reportJobs = (context: AppContext): Readonly<Record<string, Job>> => ({
  [JOB]: (payload) => send(context, payload),
})

/** One job for each person; a time that was missed, however often, is made up for once. */
export async function handOnDue(context: AppContext): Promise<void> {
  while (await handOnOne(context));
}

const handOnOne = (context: AppContext): Promise<boolean> =>
  inTransaction(context.db, async (tx) => {
    const due = await row(
      tx,
      {
        id: 'number',
        ...TURN,
        hour: 'number',
        people: 'number[]',
        next_at: 'date',
        is_held: 'boolean',
      },
      sql`select r.id, r.rhythm, r.weekday, r.hour, r.people, r.next_at, not (${sql.raw(ACTIVE_OWNER)}) as is_held
          from report_schedules r join users o on o.id = r.created_by
          where r.deleted_at is null and not r.is_paused and r.next_at <= now() order by r.next_at limit 1 for update of r skip locked`,
    )
    if (!due) return false
    await sql`update report_schedules set last_at = case when ${due.is_held} then last_at else next_at end, next_at = ${nextAt(due, context.config.timezone)} where id = ${due.id}`.execute(
      tx,
    )
    if (due.is_held) return true
    const at = due.next_at.toISOString()
    for (const person of due.people)
      await queueJob(tx, JOB, { schedule: due.id, person, at }, { key: mailKey(due.id, person, at) })
    return true
  })

const mailKey = (schedule: number, person: number, at: string) => `report ${schedule} ${at} ${person}`

/** Writes one person's mail, with what their own rights of this moment show; a second run writes nothing. */
async function send(context: AppContext, { schedule: id, person, at }: Record<string, unknown>): Promise<void> {
  const schedule = await row(
    context.db,
    SCHEDULE,
    sql`select s.id, s.report, s.filters, s.rhythm, s.weekday, o.user_name as owner
        from report_schedules s join users o on o.id = s.created_by and ${sql.raw(ACTIVE_OWNER)} where s.id = ${Number(id)} and ${Number(person)} = any(s.people) and s.deleted_at is null`,
  )
  const reader = await actorOfUser(context.db, Number(person), null)
  if (!schedule || !reader || !actorMay(reader, 'report', 'report')) return
  const { wish, today } = wishAt(schedule, new Date(String(at)), context.config.timezone)
  const report = await reportFor(context.db, wish, reader, today)
  await post(context, schedule, reader, wish, report, mailKey(schedule.id, Number(person), String(at)))
}

async function post(
  context: AppContext,
  schedule: Schedule,
  actor: Actor,
  wish: ReportWish,
  report: Report,
  key: string,
): Promise<void> {
  const facts = factsOf(report, wish.kind, { ...actor, timeZone: context.config.timezone })
  const { config } = context
  const ends = [scheduleName(schedule.id)]
  const mail = reportMailOf(report, wish, {
    language: actor.language,
    owner: schedule.owner,
    publicUrl: config.publicUrl,
    endingPage: unsubscribePage(unsubscribeToken(config.secret, actor, ends)),
  })
  const attachment = {
    name: workbookName(report, wish.kind, actor.language),
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: await workbookBytes(report, wish.kind, facts, actor.language),
  }
  await inTransaction(context.db, async (tx) => {
    const found = await row(tx, { email: 'string' }, sql`select email from users where id = ${actor.id}`)
    const headers = { 'Auto-Submitted': 'auto-generated', ...endingHeaders(config, actor, ends) }
    await queueMail(tx, { key, to: found?.email ?? '', ...mail, attachments: [attachment], headers })
  })
}

/** The finished period before a moment; a report of a year or a month is of the one in which that period ended. */
function wishAt(
  { report, filters, rhythm }: Schedule,
  at: Date,
  timeZone: string,
): { wish: ReportWish; today: string } {
  const kind = REPORTS.find(({ page }) => page === report) ?? REPORTS[0]
  const today = wallClock(at, timeZone).day
  return {
    wish: wishOf(kind, { ...filtersOf(filters ?? ''), ...periodOf(kind, periodBefore(rhythm, today)) }, today),
    today,
  }
}

function periodOf({ span }: ReportWish['kind'], { from, to }: Span): RawQuery {
  if (span === 'year') return { year: to.slice(0, 4) }
  return span === 'month' ? { month: to.slice(0, 7) } : { from, to }
}
