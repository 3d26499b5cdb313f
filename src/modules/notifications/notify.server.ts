import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import type { ActivityConsumer } from '#server/activity/readers.ts'
import { NOTIFIER } from '#server/activity/unread.ts'
import { json, rows, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { answersFor, mayHold } from '#server/holders.ts'
import { seenBy } from '#server/resource/scope.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { complaints } from '../complaints/complaints.ts'
import { tasks } from '../task-management/task-management.ts'
import { notifyOfAlarms } from './alarms.server.ts'
import { gathered, type PendingNotification, partsOfBulk } from './bulk-digest.server.ts'
import { choicesOf, type StoredChoices } from './choices.server.ts'
import { tellOfEvents } from './events.server.ts'
import { choiceFor, type KindName } from './kinds.ts'
import { notifyOfMails } from './mails.server.ts'
import { tellOfOrders } from './orders.server.ts'
import { notifyOfOwnMail } from './own-mail.server.ts'
import { notifyOfPrices } from './prices.server.ts'
import { notifyOfPromotions } from './promotions.server.ts'
import { type About, type Recipient, recipientsOf } from './recipients.ts'
import { notifyOfRounds } from './rounds.server.ts'
import { mailAll, NOTED, type Noted, type Ways } from './staff-mails.server.ts'
import { tellOfSupplierStaff } from './supplier-staff.server.ts'
import { notifyOfTasks } from './tasks.server.ts'

/** Who is told of what (design/communication.md): read from the activity, once, whichever server does it. */
export const tellingReader: ActivityConsumer = {
  name: NOTIFIER,
  importsOf: async () => [tasks.name],
  async read(tx: Tx, happened: readonly Happened[]): Promise<void> {
    await notifyOfMails(tx, happened)
    await notifyOfOwnMail(tx, happened)
    await notifyOfAlarms(tx, happened)
    await notifyOfPromotions(tx, happened)
    await tellOfSupplierStaff(tx, happened)
    await notifyOfPrices(tx, happened)
    await tellOfOrders(tx, happened)
    await tellOfEvents(tx, happened)
    await notifyOfRounds(tx, happened)
    await notifyOfTasks(tx, happened)
    const ofTickets = happened.filter((one) => one.module === complaints.name)
    // What one act did to many is told when it is through.
    const wanted = await linesOf(
      tx,
      ofTickets.filter(({ bulk }) => !bulk),
    )
    for (const end of ofTickets.filter(({ action }) => action === 'bulk')) {
      const parts: PendingNotification[] = []
      for await (const part of partsOfBulk(tx, end)) parts.push(...(await linesOf(tx, part)))
      wanted.push(...gathered(parts))
    }
    if (wanted.length > 0) await mailAll(tx, wanted, await keepAll(tx, wanted))
  },
}

/** A line for each person whom each of these concerns. */
async function linesOf(tx: Tx, happened: readonly Happened[]): Promise<PendingNotification[]> {
  const ids = [...new Set(happened.flatMap(({ record_id }) => record_id ?? []))]
  if (ids.length === 0) return []
  const byId = new Map((await ticketsOf(tx, ids)).map((ticket) => [ticket.id, ticket]))
  const about = happened.flatMap((one) => {
    const ticket = one.record_id === null ? undefined : byId.get(one.record_id)
    return ticket ? [{ one, ticket }] : []
  })
  const people = about.flatMap(({ one, ticket }) => recipientsOf(one, ticket).map(({ user }) => user))
  if (people.length === 0) return []
  const kept = await choicesOf(tx, [...new Set(people)])
  return about.flatMap(({ one, ticket }) => {
    const ways = (who: Recipient) => waysOf(one, who.kind, kept.get(who.user))
    return recipientsOf(one, ticket, (who) => Object.values(ways(who)).some(Boolean)).map((who) =>
      line(one, ticket, who, ways(who)),
    )
  })
}

const CHOSEN = 'in department' satisfies KindName

const ticketsOf = (tx: Tx, ids: readonly number[]): Promise<Ticket[]> =>
  rows(
    tx,
    {
      id: 'number',
      assignee: 'number?',
      created_by: 'number?',
      solved_by: 'number?',
      store_managers: 'number[]',
      department_manager: 'number?',
      copied: jsonOf<Ticket['copied']>(),
      members: jsonOf<Ticket['members']>(),
      cost_asked_by: 'number?',
      cost_approvers: 'number[]',
    },
    // Hardly anybody asks for this, so that they are gathered once and not looked for among all people for each ticket.
    sql`with members as materialized (select u.id, u.department from users u where u.notification_choices ? ${CHOSEN})
        select c.id, c.assignee, c.created_by, c.solved_by, c.cost_asked_by, d.manager as department_manager,
          coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'manager', x.manager) order by x.id) from departments x where x.id = any(c.cc_departments)), '[]') as copied,
          coalesce((select jsonb_agg(jsonb_build_object('user', m.id, 'department', m.department) order by m.id) from members m
            where m.department = c.department or m.department = any(c.cc_departments)), '[]') as members,
          coalesce((select array_agg(u.id) from users u where (u.id = s.manager or u.store = s.id) and ${mayHold(complaints.permission)}
              and ${answersFor(complaints, 'c')}), '{}') as store_managers,
          case when c.cost_state = 'requested' then coalesce((
            select array_agg(u.id) from users u join user_roles o on o.id = u.role where (o.permissions->'complaints'->>'other')::boolean
              and (o.cost_limit is null or o.cost_limit >= c.cost) and u.id is distinct from c.cost_asked_by
              and u.deleted_at is null and ${sql.raw(isActive('u'))} and ${seenBy(complaints, 'c')}), '{}') else '{}' end as cost_approvers
        from complaints c join stores s on s.id = c.store left join departments d on d.id = c.department where c.id = any(${[...ids]}::bigint[])`,
  )

/** Where this one is told to somebody: as they chose, and by mail where the chain's ladder says so. */
function waysOf({ changes }: Happened, kind: KindName, kept: StoredChoices | undefined): Ways {
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

const NUMBERS_SAID = 3

/** Of the tickets of a line each person is told of those that they may see; answers what is kept. */
const keepAll = (tx: Tx, wanted: readonly PendingNotification[]): Promise<Noted[]> =>
  rows(
    tx,
    NOTED,
    sql`insert into notifications (user_id, activity, kind, title, params, ticket_id, ticket_code, link, records, created_at, in_app, in_digest)
      select w.user_id, w.activity, w.kind, case when c.n = 1 then c.title else c.numbers end,
        w.params || case when c.n = 1 then jsonb_build_object('number', c.number) else jsonb_build_object('n', c.n) end,
        case when c.n = 1 then c.ids[1] end, case when c.n = 1 then c.number end, case when c.n = 1 then '/complaints/view/' || c.ids[1] end,
        case when c.n > 1 then c.ids end, w.at, w.in_app, w.in_digest
      from jsonb_to_recordset(${json(wanted)}) w(user_id bigint, activity bigint, kind text, params jsonb, tickets bigint[], at timestamptz, in_app boolean, in_digest boolean)
      join users u on u.id = w.user_id and u.deleted_at is null and ${sql.raw(isActive('u'))}
      join user_roles o on o.id = u.role and (o.permissions->'complaints'->>'read')::boolean
      cross join lateral (
        select count(*)::int as n, array_agg(c.id order by c.id) as ids, min(c.title) as title, min(c.issue_number) as number,
          array_to_string((array_agg(c.issue_number order by c.id))[1:${sql.lit(NUMBERS_SAID)}], ', ') || case when count(*) > ${sql.lit(NUMBERS_SAID)} then ' …' else '' end as numbers
        from complaints c where c.id = any(w.tickets) and ${seenBy(complaints, 'c')}
      ) c where c.n > 0
      on conflict (user_id, activity) do nothing returning id, user_id, activity`,
  )

interface Ticket extends About {
  id: number
}

/** What an alarm says beside that: the deadline, of which clock, and whether the browser is to be quiet. */
const alarmOf = ({ changes }: Happened) => ({
  ...(changes.deadline && { deadline: String(changes.deadline[1]) }),
  ...(changes.clock && { clock: String(changes.clock[1]) }),
  ...(changes.channels && !asTexts(changes.channels[1]).includes('browser') && { in_browser: 0 }),
})

/** Who assigned a new complaint, where a rule did: its name. */
function ruleOf({ action, changes }: Happened): string | undefined {
  const told = action === 'create' ? changes.rule?.[1] : undefined
  return typeof told === 'object' && told !== null && 'name' in told ? `“${String(told.name)}”` : undefined
}

const line = (one: Happened, ticket: Ticket, { user, kind }: Recipient, ways: Ways): PendingNotification => ({
  user_id: user,
  activity: one.id,
  kind,
  params: { who: ruleOf(one) ?? one.actor_name ?? '', ...alarmOf(one) },
  tickets: [ticket.id],
  at: one.at,
  ...ways,
})
