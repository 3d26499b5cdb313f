import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { actorMay } from '#server/actor.ts'
import type { AppContext, Facts } from '#server/app-context.ts'
import { type Db, rows, type Sql } from '#server/db/db.ts'
import { jsonOf, type RowOf } from '#server/db/shape.ts'
import { type StaffMail, type StaffMailLine, staffMailOf } from '#server/mail/staff-mail-page.ts'
import { endingHeaders } from '#server/mail/unsubscribe.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { ALARMS } from '../../shared/alarms.ts'
import { formatMoment } from '../../shared/format.ts'
import { tIn } from '../../shared/language.ts'
import { complaints } from '../complaints/complaints.ts'
import { isOpenState } from '../complaints/states.ts'
import { tasks } from '../task-management/task-management.ts'
import { watches } from './alarms.server.ts'
import { keptChoices } from './choices.server.ts'
import { choiceFor, HELD, isOfTasks, KIND_NAMES, kindsOf, sentenceOf } from './kinds.ts'

/** Where everybody chooses what they are told, and how they end it. */
const SETTINGS = '/profile-setting?tab=notifications'

/** What happened, at once: one mail for all that came together. */
export async function writeNews(
  context: AppContext,
  reader: Actor,
  { notifications }: Facts,
): Promise<StaffMail | null> {
  const ids = Array.isArray(notifications) ? notifications.map(Number) : []
  const found = await newsOf(context.db, reader, sql`n.id = any(${ids}::bigint[])`)
  const [first] = found
  if (!first) return null
  const { language } = reader
  const subject =
    found.length === 1
      ? sentenceOf(first, language)
      : tIn(language, '{{count}} new notifications', { count: found.length })
  const chosen = await chosenKinds(context.db, reader, found)
  const foot = chosen.length > 0 ? footOf(context, reader) : [byPolicy(reader)]
  const mail = staffMailOf(subject, [{ lines: linesOf(context, reader, found) }], foot)
  return { ...mail, headers: endingHeaders(context.config, reader, chosen) }
}

/** The kinds among them that the reader wished for by mail; others come because the chain's escalation policy says so. */
async function chosenKinds(db: Db, reader: Actor, news: readonly News[]): Promise<string[]> {
  const choices = await keptChoices(db, Number(reader.id))
  return [...new Set(news.map(({ kind }) => kind))].filter((kind) => choiceFor(choices, kind).mail)
}

const NEWS = {
  kind: 'string',
  params: jsonOf<Record<string, string | number>>(),
  title: 'string',
  /** Below our own address. */
  link: 'string',
  created_at: 'date',
} as const
export type News = RowOf<typeof NEWS>

/** Where the list of all that one notification is about stands, before its number. */
export const LIST = '/complaints?told='
const NEWS_MOST = 100

/** Whether what a notification `n` says of the deadline of its complaint `r` still holds; others say nothing of one. */
const IS_STILL_DUE = sql`(n.kind <> all(${sql.lit('{reminder,escalated}')}::text[]) or (${sql.raw(isOpenState('r.state'))} and r.paused_at is null
  and n.params->>'deadline' = to_char(case n.params->>'clock' when 'first' then case when r.handle_date is null then r.handle_due_at end
    when 'law' then r.law_due_at else r.due_at end at time zone chain_zone(), 'DD/MM/YYYY HH24:MI')))`

/**
 * Notifications of a reader, oldest first: of tickets and tasks that they may see and deadlines that still hold, mails that they may decide about now, alarms, and what
 * concerns other records that they may read.
 */
export async function newsOf(db: Db, reader: Actor, which: Sql): Promise<News[]> {
  const reads = actorMay(reader, complaints.permission, 'read')
  const scope = scopeOf(complaints, reader)
  const decides = actorMay(reader, complaints.permission, 'other')
  const ofTasks = KIND_NAMES.filter(isOfTasks)
  const readsTasks = actorMay(reader, tasks.permission, 'read')
  const taskScope = scopeOf(tasks, reader)
  const others = kindsOf((identifier) => actorMay(reader, identifier, 'read'))
  return rows(
    db,
    NEWS,
    sql`select n.kind, n.params, coalesce(n.link, '/complaints/view/' || n.ticket_id, ${LIST} || n.id) as link, n.created_at,
          coalesce(r.title, n.title) as title
        from notifications n left join complaints r on r.id = n.ticket_id
        where n.user_id = ${reader.id} and ${which} and ${IS_STILL_DUE} and (${decides}::boolean or n.kind <> ${HELD})
          and case when n.kind = any(${[...ALARMS]}::text[]) then ${watches(reader)}::boolean
            when n.kind = any(${ofTasks}::text[]) then ${readsTasks}::boolean and (n.task_id is null
              or exists (select 1 from task_management r where r.id = n.task_id and r.deleted_at is null and ${taskScope ?? sql`true`}))
            when n.kind = any(${others.all}::text[]) then n.kind = any(${others.seen}::text[])
            when not ${reads}::boolean then false
            when n.records is not null then exists (select 1 from complaints r where r.id = any(n.records) and r.deleted_at is null and ${scope ?? sql`true`})
            when n.ticket_id is null then ${scope === null}::boolean else r.deleted_at is null and ${scope ?? sql`true`} end
        order by n.id limit ${NEWS_MOST}`,
  )
}

export const linesOf = ({ config }: AppContext, { language }: Actor, news: readonly News[]): StaffMailLine[] =>
  news.map((one) => ({
    words: sentenceOf(one, language),
    detail: `${one.title} · ${formatMoment(one.created_at, config.timezone)}`,
    link: linkIn(config.publicUrl, one.link),
  }))

/** A page of the house, where it knows its address. */
export const linkIn = (publicUrl: string | undefined, path: string): string | null =>
  publicUrl ? publicUrl + path : null

/** Why this came to who chose none of it. */
const byPolicy = ({ language, name }: Actor): string =>
  tIn(language, 'This mail is for {{name}}. It comes by the chain’s escalation policy.', { name })

/** Why this came, and how to end it. */
export function footOf({ config }: AppContext, { language, name }: Actor): string[] {
  const why = tIn(language, 'This mail is for {{name}}. You chose it in your account settings.', { name })
  const how = tIn(language, 'To get less or none of it, open Account settings, Notifications')
  return [why, config.publicUrl ? `${how}: ${config.publicUrl}${SETTINGS}` : `${how}.`]
}
