import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { type ActivityRow, allHistory } from '#server/activity/history.ts'
import type { Actor } from '#server/actor.ts'
import { type Db, inTransaction, row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf, narrowed, type RowOf } from '#server/db/shape.ts'
import { claimFiles } from '#server/files/files.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { cleanHtml } from '#server/resource/clean.ts'
import { filesShown } from '#server/resource/query/columns.ts'
import { peopleInOrder } from '#server/resource/query/order.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { placeSql, seenBy } from '#server/resource/scope.ts'
import type { Named, StoredFile } from '../../../shared/fields.ts'
import { refuse } from '../../../shared/refusals.ts'
import { pick } from '../../../shared/resource.ts'
import { isActive } from '../../../shared/users/active-user.ts'
import { complaints } from '../complaints.ts'
import { resumeWaiting } from '../deadlines/pause.server.ts'
import { assertVisible } from '../handling/visible.server.ts'
import { type CameByMail, cameByMail, mailsOf, type SentMail } from '../mail/mails.server.ts'
import { type MergedTicket, mergedTicketsOf, mergeTargetOf } from '../related/merged.server.ts'
import { comments } from './comments.ts'
import { dropDraft } from './drafts.server.ts'

const COMMENT_ROW = {
  id: 'number',
  kind: narrowed<'internal' | 'customer'>('string'),
  body: 'string',
  mentions: jsonOf<Named[]>(),
  attachments: jsonOf<StoredFile[]>(),
  author: jsonOf<Named | null>(),
  created_at: 'date',
} as const
export type Comment = RowOf<typeof COMMENT_ROW>

const COMMENT = sql`c.id, c.kind, c.body, c.created_at,
  case when u.id is null then null else json_build_object('id', u.id, 'name', u.user_name) end as author,
  coalesce((select json_agg(json_build_object('id', m.id, 'name', m.user_name)) from users m where m.id = any(c.mentions)), '[]') as mentions,
  ${filesShown('c.attachments')} as attachments`

export const commentsOf = (db: Db | Tx, complaint: number): Promise<Comment[]> =>
  rows(
    db,
    COMMENT_ROW,
    sql`select ${COMMENT} from complaint_comments c left join users u on u.id = c.created_by where c.complaint = ${complaint} and c.deleted_at is null order by c.id limit 2000`,
  )

export const commentRoutes: Route[] = [
  get(':id/list-comment', { needs: 'read', summary: 'Comments, oldest first' }, async ({ db, actor, id }) => {
    await assertVisible(db, id, actor)
    return { data: await commentsOf(db, id) }
  }),
  post(
    ':id/comment',
    { needs: 'read', creates: true, body: pick(comments, 'body', 'mentions', 'attachments'), summary: 'Add a comment' },
    (call) => comment(call),
  ),
  get(
    ':id/people',
    {
      needs: 'read',
      summary: 'Who may see the complaint and so can be mentioned',
      query: { search: 'part of a name' },
    },
    (call) => peopleOf(call),
  ),
  get(
    ':id/timeline',
    { needs: 'read', summary: 'Comments and history in one time line, oldest first' },
    async ({ db, actor, id }) => {
      await assertVisible(db, id, actor)
      return { data: await timelineOf(db, actor, id) }
    },
  ),
]

/** What is said below a merged complaint is said below the one that goes on, by those who may see that one. */
async function comment({ db, actor, id: given, body, context }: Call): Promise<Comment> {
  await assertVisible(db, given, actor)
  const id = await mergeTargetOf(db, given)
  if (id !== given) await assertVisible(db, id, actor)
  const mentions = Array.isArray(body.mentions) ? body.mentions.map(Number) : []
  const made = await inTransaction(db, (tx) =>
    addComment(tx, actor, {
      complaint: id,
      kind: 'internal',
      html: cleanHtml(String(body.body)),
      mentions,
      files: Array.isArray(body.attachments) ? body.attachments.map(String) : [],
    }),
  )
  context.feed.nudge()
  await dropDraft(db, Number(actor.id), given)
  return made
}

export interface NewComment {
  complaint: number
  kind: Comment['kind']
  /** Already clean. */
  html: string
  mentions: number[]
  files: string[]
}

/** Writes a comment, its files and the activity of its complaint in one transaction. */
export async function addComment(tx: Tx, actor: Actor, given: NewComment): Promise<Comment> {
  const known =
    given.mentions.length > 0
      ? await rows(
          tx,
          { id: 'number' },
          sql`select id from users where id = any(${given.mentions}::bigint[]) and deleted_at is null and not blocked`,
        )
      : []
  const mentions = known.map((user) => user.id)
  const made = await row(
    tx,
    { id: 'number' },
    sql`insert into complaint_comments (complaint, kind, body, mentions, attachments, created_by, updated_by)
        values (${given.complaint}, ${given.kind}, ${given.html}, ${mentions}::bigint[], ${given.files}::text[], ${actor.id}, ${actor.id}) returning id`,
  )
  const id = made?.id ?? refuse('not found')
  await claimFiles(tx, { module: 'complaint-comments', recordId: id, field: 'attachments' }, given.files, actor.id)
  // The one that goes on is told: its people answer for both.
  const target = await mergeTargetOf(tx, given.complaint)
  const about = await row(
    tx,
    { title: 'string', place: jsonOf<object>() },
    sql`select title, ${placeSql(complaints, 'r')} as place from complaints r where r.id = ${target}`,
  )
  await record(tx, actor, {
    action: 'comment',
    module: 'complaints',
    recordId: target,
    title: about?.title,
    place: about?.place,
    changes: {
      comment: [null, id],
      ...(given.kind === 'customer' && { kind: [null, 'customer'] }),
      ...(mentions.length > 0 && { mentions: [null, mentions] }),
    },
  })
  if (given.kind === 'customer') await resumeWaiting(tx, actor, target)
  const [written] = await rows(
    tx,
    COMMENT_ROW,
    sql`select ${COMMENT} from complaint_comments c left join users u on u.id = c.created_by where c.id = ${id}`,
  )
  return written ?? refuse('not found')
}

const OFFERED_MOST = 8

/** Colleagues who may see this complaint, wherever they work: a department calls the store's manager as well. */
async function peopleOf({ db, actor, id, query }: Call): Promise<{ data: Named[] }> {
  await assertVisible(db, id, actor)
  const words = (one(query.search) ?? '').slice(0, 100).replaceAll('\u0000', '')
  const data = await rows(
    db,
    { id: 'number', name: 'string' },
    sql`select u.id, u.user_name as name from users u
        join user_roles o on o.id = u.role and (o.permissions->'complaints'->>'read')::boolean
        join complaints c on c.id = ${id}
        where u.deleted_at is null and ${sql.raw(isActive('u'))} and u.id <> ${actor.id}
          and fold(u.user_name) like '%' || replace(replace(fold(${words}), '%', '\\%'), '_', '\\_') || '%'
          and ${seenBy(complaints, 'c')}
        order by ${peopleInOrder(sql`u.user_name`)}, u.id limit ${OFFERED_MOST}`,
  )
  return { data }
}

export interface TimelineEntry {
  at: Date
  kind: 'comment' | 'activity' | 'merged' | 'mail'
  comment?: Comment
  /** The customer's mail that brought the comment. */
  came_by?: CameByMail
  mail?: SentMail
  activity?: ActivityRow
  merged?: MergedTicket
  /** The number of the merged complaint it was said below. */
  of?: string
}

/** A comment and a mail stand for themselves; the log's line about them would say it twice. */
const SHOWN_OTHERWISE = ['comment', 'send mail', 'mail failed', 'mail unknown', 'mail bounced']

const withMail = (entry: TimelineEntry, received: readonly CameByMail[]): TimelineEntry => {
  const mail = received.find((one) => one.comment !== null && one.comment === entry.comment?.id)
  return mail ? { ...entry, came_by: mail } : entry
}

/** Comments, mails, history and what was merged into it as one story, oldest first. */
export async function timelineOf(db: Db, actor: Actor, id: number): Promise<TimelineEntry[]> {
  const parts = await mergedTicketsOf(db, actor, id)
  const [own, happened, ...below] = await Promise.all([
    saidBelow(db, actor, id),
    allHistory(db, 'complaints', id, actor.language),
    ...parts.map((part) => saidBelow(db, actor, part.id, part.issue_number)),
  ])
  const entries: TimelineEntry[] = [
    ...own,
    ...below.flat(),
    ...parts.map((part): TimelineEntry => ({ at: part.created_at, kind: 'merged', merged: part })),
    ...happened
      .filter((line) => !SHOWN_OTHERWISE.includes(line.action))
      .map((line): TimelineEntry => ({ at: line.at, kind: 'activity', activity: line })),
  ]
  return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Comments and mails of one complaint; `of` is its number, where it was merged into the one whose story it is. */
async function saidBelow(db: Db, actor: Actor, id: number, of?: string): Promise<TimelineEntry[]> {
  const [said, mails, received] = await Promise.all([
    commentsOf(db, id),
    mailsOf(db, id, actor.language),
    cameByMail(db, id),
  ])
  const from = of ? { of } : {}
  return [
    ...said
      .map((comment): TimelineEntry => ({ at: comment.created_at, kind: 'comment', comment, ...from }))
      .map((entry) => withMail(entry, received)),
    ...mails.map((mail): TimelineEntry => ({ at: mail.created_at, kind: 'mail', mail, ...from })),
  ]
}
