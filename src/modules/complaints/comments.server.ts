import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { allHistory } from '#server/activity/history.ts'
import type { Actor } from '#server/actor.ts'
import { type Db, inTransaction, row, rows, type Tx } from '#server/db/db.ts'
import { claimFiles } from '#server/files/files.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { cleanHtml } from '#server/resource/clean.ts'
import { filesShown } from '#server/resource/columns.ts'
import { one } from '#server/resource/query.ts'
import { placeSql, scopeOf } from '#server/resource/scope.ts'
import type { ActivityLine } from '../../shared/api.ts'
import type { Named, StoredFile } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import { pick } from '../../shared/resource.ts'
import { comments } from './comments.ts'
import { complaints } from './complaints.ts'
import { goOn } from './pause.server.ts'

export interface Comment {
  id: number
  kind: 'internal' | 'customer'
  body: string
  mentions: Named[]
  attachments: StoredFile[]
  author: Named | null
  created_at: string
}

const COMMENT = sql`c.id, c.kind, c.body, c.created_at,
  case when u.id is null then null else json_build_object('id', u.id, 'name', u.user_name) end as author,
  coalesce((select json_agg(json_build_object('id', m.id, 'name', m.user_name)) from users m where m.id = any(c.mentions)), '[]') as mentions,
  ${filesShown('c.attachments')} as attachments`

export const commentsOf = (db: Db | Tx, complaint: number): Promise<Comment[]> =>
  rows<Comment>(
    db,
    sql`select ${COMMENT} from complaint_comments c left join users u on u.id = c.created_by where c.complaint = ${complaint} and c.deleted_at is null order by c.id limit 2000`,
  )

export const commentRoutes: Route[] = [
  get(':id/list-comment', { needs: 'read', summary: 'Comments, oldest first' }, async ({ db, actor, id }) => {
    await refuseUnseen(db, id, actor)
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
  get(':id/timeline', { needs: 'read', summary: 'Comments and history in one time line, oldest first' }, (call) =>
    timeline(call),
  ),
]

/** A complaint that the actor may not see does not exist. */
export async function refuseUnseen(db: Db | Tx, id: number, actor: Actor): Promise<void> {
  const scope = scopeOf(complaints, actor)
  const found = await row(
    db,
    sql`select 1 as n from complaints r where r.id = ${id} ${scope ? sql`and ${scope}` : sql``}`,
  )
  if (!found) refuse('not found')
}

async function comment({ db, actor, id, body, house }: Call): Promise<Comment> {
  await refuseUnseen(db, id, actor)
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
  house.feed.nudge()
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
      ? await rows<{ id: number }>(
          tx,
          sql`select id from users where id = any(${given.mentions}::bigint[]) and deleted_at is null and not blocked`,
        )
      : []
  const mentions = known.map((user) => user.id)
  const made = await row<{ id: number }>(
    tx,
    sql`insert into complaint_comments (complaint, kind, body, mentions, attachments, created_by, updated_by)
        values (${given.complaint}, ${given.kind}, ${given.html}, ${mentions}::bigint[], ${given.files}::text[], ${actor.id}, ${actor.id}) returning id`,
  )
  const id = made?.id ?? refuse('not found')
  await claimFiles(tx, { module: 'complaint-comments', recordId: id, field: 'attachments' }, given.files, actor.id)
  const about = await row<{ title: string; place: object }>(
    tx,
    sql`select title, ${placeSql(complaints, 'r')} as place from complaints r where r.id = ${given.complaint}`,
  )
  await record(tx, actor, {
    action: 'comment',
    module: 'complaints',
    recordId: given.complaint,
    title: about?.title,
    place: about?.place,
    changes: {
      comment: [null, id],
      ...(given.kind === 'customer' && { kind: [null, 'customer'] }),
      ...(mentions.length > 0 && { mentions: [null, mentions] }),
    },
  })
  if (given.kind === 'customer') await goOn(tx, actor, given.complaint)
  const [written] = await rows<Comment>(
    tx,
    sql`select ${COMMENT} from complaint_comments c left join users u on u.id = c.created_by where c.id = ${id}`,
  )
  return written ?? refuse('not found')
}

const OFFERED_MOST = 8

/** Colleagues who may see this complaint, wherever they work: a department calls the store's manager as well. */
async function peopleOf({ db, actor, id, query }: Call): Promise<{ data: Named[] }> {
  await refuseUnseen(db, id, actor)
  const words = (one(query.search) ?? '').slice(0, 100).replaceAll('\u0000', '')
  const data = await rows<Named>(
    db,
    sql`select u.id, u.user_name as name from users u
        join user_roles o on o.id = u.role and (o.permissions->'complaints'->>'read')::boolean
        join complaints c on c.id = ${id}
        where u.deleted_at is null and u.status = 'active' and not u.blocked and u.id <> ${actor.id}
          and fold(u.user_name) like '%' || replace(replace(fold(${words}), '%', '\\%'), '_', '\\_') || '%'
          and (o.scope = 'chain' or (o.scope = 'store' and u.store = c.store)
            or (o.scope = 'department' and (u.department = c.department or u.department = any(c.cc_departments) or c.assignee = u.id or c.created_by = u.id)))
        order by u.user_name, u.id limit ${OFFERED_MOST}`,
  )
  return { data }
}

interface TimelineEntry {
  at: string
  kind: 'comment' | 'activity'
  comment?: Comment
  activity?: ActivityLine
}

async function timeline({ db, actor, id }: Call): Promise<{ data: TimelineEntry[] }> {
  await refuseUnseen(db, id, actor)
  const [said, happened] = await Promise.all([commentsOf(db, id), allHistory(db, 'complaints', id)])
  const entries: TimelineEntry[] = [
    ...said.map((one): TimelineEntry => ({ at: one.created_at, kind: 'comment', comment: one })),
    ...happened
      .filter((line) => line.action !== 'comment')
      .map((line): TimelineEntry => ({ at: line.at, kind: 'activity', activity: line })),
  ]
  return { data: entries.toSorted((a, b) => new Date(a.at).getTime() - new Date(b.at).getTime()) }
}
