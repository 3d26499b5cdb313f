import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import { unreadOf } from '#server/activity/unread.ts'
import { json, row, rows, type Tx } from '#server/db/db.ts'
import { get, post, type Route } from '#server/http/route.ts'
import { one, readListQuery } from '#server/resource/query.ts'
import { seenBy } from '#server/resource/scope.ts'
import type { Notification, NotificationChoices } from '../../shared/api.ts'
import { text } from '../../shared/fields.ts'
import { type Language, tell } from '../../shared/language.ts'
import { refuse } from '../../shared/refusals.ts'
import { type Definition, resource } from '../../shared/resource.ts'
import { complaints } from '../complaints/complaints.ts'
import { choiceRoutes, choicesOf, keptChoices } from './choices.server.ts'
import { isKind, KINDS } from './kinds.ts'
import { type About, type Told, told } from './told.ts'

const LISTED: Definition = resource('notification', {
  label: 'Notifications',
  one: 'Notification',
  fields: { title: text('Title') },
  sort: '-id',
})

interface Stored {
  id: number
  kind: string
  title: string
  params: Record<string, string | number>
  ticket_id: number | null
  ticket_code: string | null
  link: string | null
  created_at: string
  read_at: string | null
}

const routes: Route[] = [
  get(
    'notification',
    { needs: 'session', summary: "The caller's notifications, newest first" },
    async ({ db, actor, query }) => {
      const { page, perpage } = readListQuery(LISTED, {
        page: query.page,
        perpage: one(query.perpage) ? query.perpage : '5',
      })
      // Counted first: whoever holds a count has every notification of it.
      const counted = await row<{ total: number; unread: number }>(
        db,
        sql`select count(*)::int as total, count(*) filter (where read_at is null)::int as unread from notifications where user_id = ${actor.id}`,
      )
      const found = await rows<Stored>(
        db,
        sql`select * from notifications where user_id = ${actor.id} order by id desc limit ${perpage} offset ${(page - 1) * perpage}`,
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
    { needs: 'session', summary: 'Mark one as read, or `all`', body: {} },
    async ({ db, actor, request, house }) => {
      const { notification_id: id } = request.body as { notification_id?: unknown } // an object, as the body check made sure
      if (id !== 'all' && !(typeof id === 'number' && Number.isSafeInteger(id))) refuse('invalid')
      await sql`update notifications set read_at = now() where user_id = ${actor.id} and read_at is null ${id === 'all' ? sql`` : sql`and id = ${id}`}`.execute(
        db,
      )
      const me = Number(actor.id)
      const count_unread = (await unreadOf(db, [me])).get(me) ?? 0
      house.streams?.tell(new Set([me]), 'notification', { count_unread })
      return { count_unread }
    },
  ),
  ...choiceRoutes,
]
export default { routes }

const shown = (one: Stored, language: Language, choices: NotificationChoices): Notification => ({
  id: one.id,
  kind: one.kind,
  in_browser: choices[one.kind]?.browser !== false && one.params.in_browser !== 0,
  title: tell({ key: isKind(one.kind) ? KINDS[one.kind].sentence : '{{number}}', params: one.params }, language),
  description: one.title,
  ticket_id: one.ticket_id,
  ticket_code: one.ticket_code,
  link: one.link,
  created_at: one.created_at,
  is_read: one.read_at ? 1 : 0,
})

/** Who is told of what (design/communication.md): read from the activity, once, whichever server does it. */
export const reader = {
  name: 'notifications',
  async read(tx: Tx, happened: readonly Happened[]): Promise<void> {
    const ids = [
      ...new Set(
        happened.filter((one) => one.module === 'complaints' && one.record_id !== null).map((one) => one.record_id),
      ),
    ]
    if (ids.length === 0) return
    const tickets = await rows<Ticket>(
      tx,
      sql`select c.id, c.issue_number, c.title, c.assignee, c.created_by, c.cost_asked_by, d.manager as department_manager,
            case when s.manager is not null then array[s.manager] else coalesce((
              select array_agg(u.id) from users u join user_roles o on o.id = u.role where u.store = c.store and o.scope = 'store'
                and (o.permissions->'complaints'->>'other')::boolean and u.deleted_at is null), '{}') end as store_managers,
            case when c.cost_state = 'requested' then coalesce((
              select array_agg(u.id) from users u join user_roles o on o.id = u.role where (o.permissions->'complaints'->>'other')::boolean
                and (o.cost_limit is null or o.cost_limit >= c.cost) and u.id is distinct from c.cost_asked_by
                and u.deleted_at is null and u.status = 'active' and not u.blocked and ${seenBy(complaints, 'c')}), '{}') else '{}' end as cost_approvers
          from complaints c join stores s on s.id = c.store left join departments d on d.id = c.department where c.id = any(${ids}::bigint[])`,
    )
    const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
    const about = happened.flatMap((one) => {
      const ticket = one.module === 'complaints' && one.record_id !== null ? byId.get(one.record_id) : undefined
      return ticket ? [{ one, ticket }] : []
    })
    const people = about.flatMap(({ one, ticket }) => told(one, ticket).map(({ user }) => user))
    if (people.length === 0) return
    const choices = await choicesOf(tx, [...new Set(people)])
    const wants = ({ user, kind }: Told) => choices.get(user)?.[kind]?.app !== false
    const wanted = about.flatMap(({ one, ticket }) => told(one, ticket, wants).map((who) => line(one, ticket, who)))
    if (wanted.length === 0) return
    // Only who may see the ticket is told of it.
    await sql`insert into notifications (user_id, activity, kind, title, params, ticket_id, ticket_code, link, created_at)
      select w.user_id, w.activity, w.kind, w.title, w.params, w.ticket_id, w.ticket_code, w.link, w.at
      from jsonb_to_recordset(${json(wanted)}) w(user_id bigint, activity bigint, kind text, title text, params jsonb, ticket_id bigint, ticket_code text, link text, at timestamptz)
      join users u on u.id = w.user_id and u.deleted_at is null and u.status = 'active' and not u.blocked
      join user_roles o on o.id = u.role and (o.permissions->'complaints'->>'read')::boolean
      join complaints c on c.id = w.ticket_id
      where ${seenBy(complaints, 'c')}
      on conflict (user_id, activity) do nothing`.execute(tx)
  },
}

interface Ticket extends About {
  id: number
  issue_number: string
  title: string
}

/** What an alarm says beside that: the deadline, and whether the browser is to be quiet. */
const alarmOf = ({ changes }: Happened) => ({
  ...(changes.deadline && { deadline: String(changes.deadline[1]) }),
  ...(changes.in_browser && { in_browser: 0 }),
})

const line = (one: Happened, ticket: Ticket, { user, kind }: Told) => ({
  user_id: user,
  activity: one.id,
  kind,
  title: ticket.title,
  params: { number: ticket.issue_number, who: one.actor_name ?? '', ...alarmOf(one) },
  ticket_id: ticket.id,
  ticket_code: ticket.issue_number,
  link: `/complaints/view/${ticket.id}`,
  at: one.at,
})
