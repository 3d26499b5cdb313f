import { sql } from 'kysely'
import { unreadOf } from '#server/activity/unread.ts'
import type { Actor } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { row, rows, type Sql } from '#server/db/db.ts'
import { jsonOf, type RowOf } from '#server/db/shape.ts'
import { described, namedAnswer, orNull, pageOf } from '#server/http/answers.ts'
import { get, post, type Route } from '#server/http/route.ts'
import { pageParameters } from '#server/resource/query/parameters.ts'
import { one, readListQuery } from '#server/resource/query/parse-query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import type { NotificationChoices } from '../../shared/api.ts'
import { type Clocked, clockOf } from '../../shared/complaints/clock.ts'
import { text } from '../../shared/fields.ts'
import type { Language } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { type Definition, resource } from '../../shared/resource.ts'
import { complaints } from '../complaints/complaints.ts'
import { choiceRoutes, keptChoices } from './choices.server.ts'
import { queueDigests, writeDigest } from './digest.server.ts'
import { choiceFor, sentenceOf } from './kinds.ts'
import { LIST, writeNews } from './news.server.ts'
import { tellingReader } from './notify.server.ts'
import { unsubscribeRoutes } from './unsubscribe.server.ts'

/** As many as the bell shows at a time. */
const LISTED_AT_ONCE = 5
const LISTED: Definition = resource('notification', {
  label: 'Notifications',
  one: 'Notification',
  access: { internal: true },
  ownership: 'routes',
  fields: { title: text('Title') },
  list: { sort: '-id' },
})

const STORED = {
  id: 'number',
  kind: 'string',
  title: 'string',
  params: jsonOf<Record<string, string | number>>(),
  ticket_id: 'number?',
  ticket_code: 'string?',
  link: 'string?',
  clocked: jsonOf<(Clocked & { store: string | null }) | null>(),
  created_at: 'date',
  read_at: 'date?',
} as const
type Stored = RowOf<typeof STORED>

const WHICH = {
  notification_id: {
    isNeeded: true,
    description: 'Its id, or `all`',
    oneOf: [{ type: 'integer', minimum: 1 }, { enum: ['all'] }],
  },
} as const

const LISTED_PAGE = pageOf(
  namedAnswer('Notification', {
    id: 'number',
    kind: 'string',
    in_browser: 'boolean',
    title: 'string',
    description: 'string',
    ticket_id: 'number?',
    ticket_code: 'string?',
    link: 'string?',
    clock: orNull(namedAnswer('Clock', { tone: 'string', words: 'string', at: 'date' })),
    store: described('Code of the store of its complaint, where the caller sees that', 'string?'),
    created_at: 'date',
    is_read: described('0 or 1', 'number'),
  }),
  { count_unread: 'number' },
)

const routes: Route[] = [
  get(
    'notification',
    {
      needs: 'session',
      answers: LISTED_PAGE,
      summary: "The caller's notifications, newest first",
      query: pageParameters(LISTED_AT_ONCE),
    },
    async ({ db, actor, query }) => {
      const { page, perpage } = readListQuery(LISTED, {
        page: query.page,
        perpage: one(query.perpage) ? query.perpage : String(LISTED_AT_ONCE),
      })
      // Counted first: whoever holds a count has every notification of it.
      const counted = await row(
        db,
        { total: 'number', unread: 'number' },
        sql`select count(*)::int as total, count(*) filter (where read_at is null)::int as unread from notifications where user_id = ${actor.id} and in_app`,
      )
      const found = await rows(
        db,
        STORED,
        sql`select n.id, n.kind, n.title, n.params, n.ticket_id, n.ticket_code, n.link, ${clockedSql(actor)} as clocked, n.created_at, n.read_at
            from notifications n where n.user_id = ${actor.id} and n.in_app order by n.id desc limit ${perpage} offset ${(page - 1) * perpage}`,
      )
      const choices = await keptChoices(db, Number(actor.id))
      return {
        data: found.map((one) => shown(one, actor.language, choices)),
        total: counted?.total ?? 0,
        page,
        perpage,
        count_unread: counted?.unread ?? 0,
      }
    },
  ),
  post(
    'notification/update',
    {
      needs: 'session',
      answers: { count_unread: 'number' },
      summary: 'Mark one as read, or `all`',
      body: {},
      beside: WHICH,
    },
    async ({ db, actor, request, context }) => {
      const { notification_id: id } = request.body as { notification_id?: unknown } // an object, as the body check made sure
      if (id !== 'all' && !(typeof id === 'number' && Number.isSafeInteger(id)))
        refuse('invalid', { fields: { notification_id: pack('{{field}} is not valid', { field: 'notification_id' }) } })
      await sql`update notifications set read_at = now() where user_id = ${actor.id} and read_at is null ${id === 'all' ? sql`` : sql`and id = ${id}`}`.execute(
        db,
      )
      const me = Number(actor.id)
      const unread = (await unreadOf(db, [me])).get(me) ?? { count_unread: 0, newest: 0 }
      context.streams?.tell(new Set([me]), 'notification', unread)
      return { count_unread: unread.count_unread }
    },
  ),
  ...choiceRoutes,
  ...unsubscribeRoutes,
]
export default { routes }
export const reader = tellingReader
export const staffMails = { news: writeNews, digest: writeDigest }
export const timed = (context: AppContext) => [
  { name: 'morning-digest', cron: '*/5 * * * *', work: () => queueDigests(context, new Date()) },
]

/** What the clock of its complaint is read from, and whose it is, where the person sees that. */
function clockedSql(actor: Actor): Sql {
  const scope = scopeOf(complaints, actor)
  const { is_breached, merged_into } = complaints.fields
  return sql`(select jsonb_build_object('state', r.state, 'created_at', r.created_at, 'handle_due_at', r.handle_due_at,
      'handle_date', r.handle_date, 'due_at', r.due_at, 'law_due_at', r.law_due_at, 'paused_at', r.paused_at,
      'store', (select s.code from stores s where s.id = r.store), 'completed_at', r.completed_at, 'is_breached', ${sql.raw(is_breached.sql ?? '')}, 'merged_into', ${sql.raw(merged_into.sql ?? '')})
    from complaints r where r.id = n.ticket_id ${scope ? sql`and ${scope}` : sql``})`
}

const shown = (one: Stored, language: Language, choices: NotificationChoices) => ({
  id: one.id,
  kind: one.kind,
  in_browser: choiceFor(choices, one.kind).browser && one.params.in_browser !== 0,
  title: sentenceOf(one, language),
  description: one.title,
  ticket_id: one.ticket_id,
  ticket_code: one.ticket_code,
  link: one.link ?? (one.ticket_id === null ? `${LIST}${one.id}` : null),
  clock: one.clocked && clockOf(one.clocked, Date.now(), language),
  store: one.clocked?.store ?? null,
  created_at: one.created_at,
  is_read: one.read_at ? 1 : 0,
})
