import { sql } from 'kysely'
import { COMMENT_FIELDS } from '../../shared/definition/comments.ts'
import { choice } from '../../shared/fields.ts'
import type { Definition } from '../../shared/resource.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { inTransaction, rows } from '../db/db.ts'
import type { RowOf } from '../db/shape.ts'
import { namedAnswer } from '../http/answers.ts'
import { type Call, get, type Needs, post, type Route } from '../http/route.ts'
import { cleanHtml } from '../resource/clean.ts'
import { targetOf } from '../resource/query/columns.ts'
import { peopleInOrder } from '../resource/query/order.ts'
import { one } from '../resource/query/parse-query.ts'
import { seenBy } from '../resource/scope.ts'
import { assertVisible } from '../resource/visible.ts'
import { addComment, COMMENT, type Comment, commentsOf } from './comments.ts'
import { draftRoutes, dropDraft } from './drafts.ts'
import { type DiscussionOptions, STORY_ENTRY, storyOf } from './story.ts'

/** What tells people of one name apart stands beside it. */
const MENTIONABLE = { id: 'number', name: 'string', role: 'string', store: 'string?', department: 'string?' } as const

/** Comments with mentions and files, the story they are part of, and what is written and not sent; of a definition with `comments`. */
export function discussionRoutes(definition: Definition, needs: Needs, options: DiscussionOptions = {}): Route[] {
  const { wire, comments } = definition
  if (!comments) return []
  const { entry = namedAnswer('StoryEntry', STORY_ENTRY) } = options
  return [
    get(
      `${wire}/:id/list-comment`,
      { needs, answers: { data: [COMMENT] }, summary: 'Comments, oldest first' },
      async ({ db, actor, id }) => {
        await assertVisible(db, definition, id, actor)
        return { data: await commentsOf(db, definition, id) }
      },
    ),
    post(
      `${wire}/:id/comment`,
      { needs, creates: true, body: written(comments), answers: COMMENT, summary: 'Add a comment' },
      (call) => comment(definition, options, call),
    ),
    get(
      `${wire}/:id/people`,
      {
        needs,
        summary: 'Who may see the record and so can be mentioned',
        query: { search: 'part of a name' },
        answers: { data: [MENTIONABLE] },
      },
      (call) => peopleOf(definition, call),
    ),
    get(
      `${wire}/:id/timeline`,
      { needs, answers: { data: [entry] }, summary: 'Comments and history in one time line, oldest first' },
      async ({ db, actor, id }) => {
        await assertVisible(db, definition, id, actor)
        return { data: await storyOf(db, actor, definition, id, options) }
      },
    ),
    ...draftRoutes(definition, needs),
  ]
}

/** What staff write; where the resource keeps the kind, whether it is what was said on the phone. */
const written = ({ fields }: Definition) => ({
  ...COMMENT_FIELDS,
  ...(fields.kind && {
    kind: choice('Kind', [
      { value: 'internal', label: 'Internal note' },
      { value: 'call', label: 'Call' },
    ]),
  }),
})

async function comment(
  definition: Definition,
  { recordFor = async (_db, id) => id }: DiscussionOptions,
  { db, actor, id: given, body, context }: Call,
): Promise<Comment> {
  await assertVisible(db, definition, given, actor)
  const id = await recordFor(db, given)
  if (id !== given) await assertVisible(db, definition, id, actor)
  const made = await inTransaction(db, async (tx) =>
    addComment(tx, actor, definition, {
      record: id,
      mergedFrom: id === given ? undefined : given,
      told: await recordFor(tx, id),
      html: cleanHtml(String(body.body)),
      ...(body.kind === 'call' && { kind: 'call' }),
      mentions: Array.isArray(body.mentions) ? body.mentions.map(Number) : [],
      files: Array.isArray(body.attachments) ? body.attachments.map(String) : [],
    }),
  )
  context.feed.nudge()
  await dropDraft(db, definition, Number(actor.id), given)
  return made
}

const OFFERED_MOST = 8

/** Colleagues who may see this record, wherever they work: a department calls the store's manager as well. */
async function peopleOf(
  definition: Definition,
  { db, actor, id, query }: Call,
): Promise<{ data: RowOf<typeof MENTIONABLE>[] }> {
  await assertVisible(db, definition, id, actor)
  const words = (one(query.search) ?? '').slice(0, 100).replaceAll('\u0000', '')
  const data = await rows(
    db,
    MENTIONABLE,
    sql`select u.id, u.user_name as name, ${targetOf('user-roles').called('o', actor.language)} as role, (select s.name from stores s where s.id = u.store) as store,
          (select ${targetOf('departments').called('d', actor.language)} from departments d where d.id = u.department) as department
        from users u
        join user_roles o on o.id = u.role and (o.permissions->${sql.lit(definition.permission)}->>'read')::boolean
        join ${sql.table(definition.table)} c on c.id = ${id}
        where u.deleted_at is null and ${sql.raw(isActive('u'))} and u.id <> ${actor.id}
          and fold(u.user_name) like '%' || replace(replace(fold(${words}), '%', '\\%'), '_', '\\_') || '%'
          and ${seenBy(definition, 'c')}
        order by ${peopleInOrder(sql`u.user_name`)}, u.id limit ${OFFERED_MOST}`,
  )
  return { data }
}
