import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import { json, rows, type Tx } from '#server/db/db.ts'
import { seenBy } from '#server/resource/scope.ts'
import { complaints } from '../complaints/complaints.ts'
import { choicesOf, type Kept } from './choices.server.ts'
import { choiceFor, type KindName } from './kinds.ts'
import { mailAll, type Noted, type Wanted, type Ways } from './letters.server.ts'
import { tellOfMails } from './mails.server.ts'
import { type About, type Told, told } from './told.ts'

/** Who is told of what (design/communication.md): read from the activity, once, whichever server does it. */
export const tellingReader = {
  name: 'notifications',
  async read(tx: Tx, happened: readonly Happened[]): Promise<void> {
    await tellOfMails(tx, happened)
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
    const kept = await choicesOf(tx, [...new Set(people)])
    const wanted = about.flatMap(({ one, ticket }) => {
      const ways = (who: Told) => waysOf(one, who.kind, kept.get(who.user))
      return told(one, ticket, (who) => Object.values(ways(who)).some(Boolean)).map((who) =>
        line(one, ticket, who, ways(who)),
      )
    })
    if (wanted.length > 0) await mailAll(tx, wanted, await keepAll(tx, wanted))
  },
}

/** Where this one is told to somebody: as they chose, and by mail where the chain's ladder says so. */
function waysOf({ changes }: Happened, kind: KindName, kept: Kept | undefined): Ways {
  const choice = choiceFor(kept?.choices, kind)
  const isAlarm = changes.channels !== undefined
  const channels = isAlarm ? asTexts(changes.channels?.[1]) : []
  return {
    in_app: choice.app && (!isAlarm || channels.some((channel) => channel === 'app' || channel === 'browser')),
    by_mail: choice.mail || channels.includes('mail'),
    in_digest: choice.digest && kept?.digest === true,
  }
}

const asTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Only who may see the ticket is told of it; answers what is new, as an activity may be read twice. */
const keepAll = (tx: Tx, wanted: readonly Line[]): Promise<Noted[]> =>
  rows<Noted>(
    tx,
    sql`insert into notifications (user_id, activity, kind, title, params, ticket_id, ticket_code, link, created_at, in_app, in_digest)
      select w.user_id, w.activity, w.kind, w.title, w.params, w.ticket_id, w.ticket_code, w.link, w.at, w.in_app, w.in_digest
      from jsonb_to_recordset(${json(wanted)}) w(user_id bigint, activity bigint, kind text, title text, params jsonb, ticket_id bigint, ticket_code text, link text, at timestamptz, in_app boolean, in_digest boolean)
      join users u on u.id = w.user_id and u.deleted_at is null and u.status = 'active' and not u.blocked
      join user_roles o on o.id = u.role and (o.permissions->'complaints'->>'read')::boolean
      join complaints c on c.id = w.ticket_id
      where ${seenBy(complaints, 'c')}
      on conflict (user_id, activity) do nothing returning id, user_id, activity`,
  )

interface Line extends Wanted {
  [column: string]: unknown
}

interface Ticket extends About {
  id: number
  issue_number: string
  title: string
}

/** What an alarm says beside that: the deadline, and whether the browser is to be quiet. */
const alarmOf = ({ changes }: Happened) => ({
  ...(changes.deadline && { deadline: String(changes.deadline[1]) }),
  ...(changes.channels && !asTexts(changes.channels[1]).includes('browser') && { in_browser: 0 }),
})

const line = (one: Happened, ticket: Ticket, { user, kind }: Told, ways: Ways): Line => ({
  user_id: user,
  activity: one.id,
  kind,
  title: ticket.title,
  params: { number: ticket.issue_number, who: one.actor_name ?? '', ...alarmOf(one) },
  ticket_id: ticket.id,
  ticket_code: ticket.issue_number,
  link: `/complaints/view/${ticket.id}`,
  at: one.at,
  ...ways,
})
