import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lookAtAlarms } from '../../../src/modules/complaints/deadlines/alarms.server.ts'
import { beginAll } from '../../../src/modules/gift-card-events/engine/plans.server.ts'
import { queueDigests } from '../../../src/modules/notifications/digest.server.ts'
import { rows } from '../../../src/server/db/db.ts'
import { jsonOf } from '../../../src/server/db/shape.ts'
import { parseMail } from '../../../src/server/mail/parse.ts'
import type { Notification, NotificationSettings, Page } from '../../../src/shared/api.ts'
import { formatMoment } from '../../../src/shared/format.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { drawsOf } from '../../setup/draws/draws.ts'
import { startAwkwardServer } from '../../setup/http/awkward-server.ts'
import { mailboxSettings, setUpMailbox, until } from '../../setup/mail/mail-chain.ts'
import { startMailServers } from '../../setup/mail/mail-servers.ts'
import { arrived } from '../../setup/mail/real-servers.ts'

const STAFF = 'staff@chain.example'
const HOUSE = 'https://office.chain.example'

const KEEPER = 'keeper@chain.example'
const SHIPPER = 'shipper@chain.example'
const PORTER = 'porter@chain.example'

const servers = await startMailServers({ people: [KEEPER, SHIPPER, PORTER] })
const awkward = await startAwkwardServer()
const chain = await startChain({
  MAIL_INTERNAL_HOSTS: `${servers.internal},127.0.0.1:${awkward.port}`,
  PUBLIC_URL: HOUSE,
})
const { db } = chain
const further = await chain.another()
const admin = await chain.person()
const handler = await chain.person()
await sql`update users set email = ${STAFF} where id = ${handler.id}`.execute(db)

const nowhere = { app: false, browser: false, mail: false, digest: false }
const choose = async (by: Person, body: object) => {
  const answer = await chain.call<NotificationSettings>('POST', 'notification/choices', { by, body })
  expect(answer.status).toBe(200)
  return answer.data
}
const speak = (person: Person, locale: string) => chain.call('POST', 'change-info', { by: person, body: { locale } })
const give = (person: Person, more: object = {}) => chain.ticket(admin, { assignee: person.id, ...more })

/** A complaint of somebody whose time is nearly over, which the chain tells them by mail alone. */
async function reminded(person: Person) {
  await sql`update escalation_rungs set channels = '{mail}' where timing = 'share'`.execute(db)
  const ticket = await give(person)
  const { due_at } = (await chain.call<{ due_at: string }>('GET', `ticket/${ticket.id}`, { by: admin })).data
  await until(
    () => rows(db, sql`select 1 as n from complaint_alarms where complaint = ${ticket.id}`),
    (found) => found.length === 1,
  )
  await sql`update complaint_alarms set at = case when complaint = ${ticket.id} then now() else 'infinity' end`.execute(
    db,
  )
  await lookAtAlarms(chain.running.context, db, Date.parse(due_at) - 60_000)
  return { ...ticket, due_at }
}

const mailsTo = (person: Person) =>
  rows(
    db,
    {
      id: 'number',
      key: 'string',
      state: 'string',
      tries: 'number',
    },
    sql`select id, key, state, tries from mails where reader = ${person.id} order by id`,
  )
const allSettled = (person: Person, n: number) =>
  until(
    () => mailsTo(person),
    (found) => found.length === n && found.every(({ state }) => !['waiting', 'sending'].includes(state)),
  )
const due = (person: Person) => sql`update mails set next_at = now() where reader = ${person.id}`.execute(db)

describe('What happens is told by e-mail to those who want it', () => {
  beforeAll(() => setUpMailbox(chain, admin, mailboxSettings({ smtp: servers.smtpPort })))

  test('at once, in their language, with the way to the ticket and the way to end it', async () => {
    await speak(handler, 'vi')
    const settings = await choose(handler, { choices: { assigned: { ...nowhere, mail: true } } })
    expect(settings).toMatchObject({ email: STAFF, is_mail_set_up: true, digest: false })
    const ticket = await give(handler)
    const [raw = ''] = await arrived(servers, STAFF)
    const mail = await parseMail(Buffer.from(raw))
    expect(mail.subject).toMatch(new RegExp(`giao .*${ticket.issue_number}`))
    expect(new Set(mail.recipients)).toEqual(new Set([STAFF]))
    expect(mail.automatic).toBe('Auto-Submitted: auto-generated')
    expect(mail.text).toContain(ticket.title)
    expect(mail.html).toContain(`${HOUSE}/complaints/view/${ticket.id}`)
    expect(mail.html).toContain(`${HOUSE}/profile-setting?tab=notifications`)
    expect(raw).not.toMatch(/^Reply-To:/im)
    const bell = await chain.call<Page<Notification> & { count_unread: number }>('GET', 'notification', { by: handler })
    expect(bell.data).toMatchObject({ data: [], total: 0, count_unread: 0 })
  })

  test('and none of its words are kept once it is sent', async () => {
    const ticket = await give(handler, { title: 'Chị Bích Phượng chờ mãi' })
    await until(
      () => servers.inbox(STAFF).then((raws) => Promise.all(raws.map((raw) => parseMail(Buffer.from(raw))))),
      (mails) => mails.some(({ text }) => text.includes(ticket.title)),
    )
    expect(await rows(db, sql`select 1 as n from mails m where strpos(m::text, ${ticket.title}) > 0`)).toEqual([])
  })

  test('of other records than complaints too, also to who works in one store', async () => {
    const [here] = chain.stores
    const [wants, wantsNot] = [
      await chain.person({ role: 'Store manager', store: here }),
      await chain.person({ role: 'Store manager', store: here }),
    ]
    await sql`update users set email = ${KEEPER} where id = ${wants.id}`.execute(db)
    await choose(wants, { choices: { 'event begun': { ...nowhere, mail: true } } })
    await choose(wantsNot, { choices: { 'event begun': nowhere } })
    const draws = await drawsOf(chain)
    const event = await draws.released({ stores: [here] })
    await beginAll(db)
    const [raw = ''] = await arrived(servers, KEEPER)
    const mail = await parseMail(Buffer.from(raw))
    expect(mail.subject).toBe(`Sự kiện “${event.name}” đã bắt đầu`)
    expect(mail.html).toContain(`${HOUSE}/gift-card-events/view/${event.id}`)
    expect(await mailsTo(wantsNot)).toEqual([])
  })

  test('ends with one click in a mail program, without a session, and never by a machine that only looks', async () => {
    const person = await chain.person()
    await sql`update users set email = 'minh@customer.example' where id = ${person.id}`.execute(db)
    await choose(person, { choices: { assigned: { ...nowhere, mail: true }, mention: { ...nowhere, mail: true } } })
    await give(person)
    const [raw = ''] = await arrived(servers, 'minh@customer.example')
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    const [, link = ''] = /^List-Unsubscribe:\s*<([^>]+)>/m.exec(raw) ?? []
    expect(link.startsWith(`${HOUSE}/api/notification/unsubscribe?token=`)).toBe(true)
    const click = (method: string, address = link) =>
      fetch(address.replace(HOUSE, chain.url), {
        method,
        redirect: 'manual',
        ...(method === 'POST' && {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'List-Unsubscribe=One-Click',
        }),
      })
    const wantsMail = async () => {
      const { choices } = (await chain.call<NotificationSettings>('GET', 'notification/choices', { by: person })).data
      return [choices.assigned?.mail, choices.mention?.mail]
    }
    const looked = await click('GET')
    expect([looked.status, looked.headers.get('location')?.startsWith('/backoffice/unsubscribe/')]).toEqual([303, true])
    expect((await click('POST', link.replace(/token=../, 'token=W1'))).status).toBe(404)
    expect(await wantsMail()).toEqual([true, true])
    expect([(await click('POST')).status, (await click('POST')).status]).toEqual([200, 200])
    expect(await wantsMail()).toEqual([false, true])
    const lines = await rows(
      db,
      sql`select changes from activity where action = 'notification choices' and record_id = ${person.id} and actor is null`,
    )
    expect(lines).toEqual([{ changes: { assigned: [['mail'], []] } }])
    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' }
    expect((await fetch(`${chain.url}/api/create-ticket`, form)).status).toBe(415)
  })

  test('each thing once, however many servers read the activity and send', async () => {
    const before = (await servers.inbox(STAFF)).length
    const tickets = await Promise.all(Array.from({ length: 12 }, () => give(handler)))
    const told = async () => {
      const mails = (await servers.inbox(STAFF)).slice(before)
      return (await Promise.all(mails.map((raw) => parseMail(Buffer.from(raw))))).map(({ html }) => html).join()
    }
    const linkOf = (id: number) => `/complaints/view/${id}"`
    const words = await until(told, (found) => tickets.every(({ id }) => found.includes(linkOf(id))))
    for (const { id } of tickets) expect(words.split(linkOf(id))).toHaveLength(2)
    // The mail server has one before it is set down here.
    await until(
      () => mailsTo(handler),
      (found) => found.every(({ state }) => state === 'sent'),
    )
  })

  test('a rung of the ladder that tells by mail does so, whatever a person chose, and leaves the bell alone', async () => {
    const person = await chain.person()
    await choose(person, { choices: { reminder: nowhere, assigned: nowhere } })
    await sql`update users set email = 'lan@customer.example' where id = ${person.id}`.execute(db)
    const ticket = await reminded(person)
    const [mail] = await allSettled(person, 1)
    expect(mail?.state).toBe('sent')
    const [raw = ''] = await arrived(servers, 'lan@customer.example')
    const { subject, text } = await parseMail(Buffer.from(raw))
    expect(subject).toMatch(
      new RegExp(
        `^Khiếu nại ${ticket.issue_number} cần hoàn tất trước ${formatMoment(ticket.due_at, 'Asia/Ho_Chi_Minh')}`,
      ),
    )
    expect(text).toContain(ticket.issue_number)
    expect(text).toContain('theo quy định báo cấp trên của chuỗi')
    expect(text).not.toContain('cài đặt tài khoản')
    const bell = await chain.call<Page<Notification>>('GET', 'notification', { by: person })
    expect(bell.data.total).toBe(0)
  })
})

describe('What lies in the outbox is written only when it is sent', () => {
  beforeAll(() => setUpMailbox(chain, admin, mailboxSettings({ smtp: awkward.port, isPlain: true })))
  beforeEach(() => {
    awkward.manner = 'refuses for now'
    awkward.mails.length = 0
  })
  /** Someone of the first store, with a mail that could not go yet. */
  async function waiting(): Promise<Person> {
    const person = await chain.person({ role: 'Store manager', store: chain.stores[0] })
    await choose(person, { choices: { assigned: { ...nowhere, mail: true } } })
    await give(person, { store: chain.stores[0] })
    await until(
      () => mailsTo(person),
      ([mail]) => mail?.state === 'waiting' && mail.tries === 1,
    )
    awkward.manner = 'good'
    return person
  }

  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['was blocked', ({ id }) => sql`update users set blocked = true where id = ${id}`.execute(db)],
    ['has left', ({ id }) => sql`update users set deleted_at = now() where id = ${id}`.execute(db)],
    [
      'works in another store',
      ({ id }) => sql`update users set store = ${chain.stores[1]} where id = ${id}`.execute(db),
    ],
    [
      'may not read complaints any more',
      ({ id }) =>
        sql`with r as (insert into user_roles (name, scope, permissions) values (${`none ${id}`}, 'chain', '{}') returning id)
            update users set role = r.id from r where users.id = ${id}`.execute(db),
    ],
  ])('who %s meanwhile is sent nothing', async (_, happens) => {
    const person = await waiting()
    await happens(person)
    await due(person)
    expect((await allSettled(person, 1))[0]?.state).toBe('dropped')
    expect(awkward.mails).toEqual([])
  })

  test.each<[string, (id: number) => Promise<unknown>]>([
    [
      'is completed',
      (id) => sql`update complaints set state = 'completed', completed_at = now() where id = ${id}`.execute(db),
    ],
    ['waits for the customer', (id) => sql`update complaints set paused_at = now() where id = ${id}`.execute(db)],
    [
      'has a later deadline',
      (id) => sql`update complaints set due_at = due_at + interval '1 day' where id = ${id}`.execute(db),
    ],
  ])('nobody is reminded of the deadline of a complaint that %s meanwhile', async (_, happens) => {
    const person = await chain.person()
    await choose(person, { choices: { reminder: nowhere, assigned: nowhere } })
    const { id } = await reminded(person)
    await until(
      () => mailsTo(person),
      ([mail]) => mail?.state === 'waiting' && mail.tries === 1,
    )
    await happens(id)
    awkward.manner = 'good'
    await due(person)
    expect((await allSettled(person, 1))[0]?.state).toBe('dropped')
    expect(awkward.mails).toEqual([])
  })

  test('who has another language and another address by then gets it in that language, there', async () => {
    const person = await waiting()
    await speak(person, 'ko')
    await sql`update users set email = ${`new-${person.email}`} where id = ${person.id}`.execute(db)
    await due(person)
    const [mail] = await allSettled(person, 1)
    expect(mail?.state).toBe('sent')
    const { subject } = await parseMail(Buffer.from(awkward.mails[0]?.data ?? ''))
    expect(subject).toMatch(/[가-힣]/)
    expect(awkward.mails.map(({ to }) => to)).toEqual([[`RCPT TO:<new-${person.email}>`]])
  })
})

describe('The morning digest', () => {
  const MINUTE = 60_000
  /** A morning to come, when the chain opens at eight. */
  const morning = (days: number) => {
    const day = new Date(Date.now() + days * 1440 * MINUTE).toISOString().slice(0, 10)
    return new Date(`${day}T01:05:00Z`)
  }
  const digests = async (at: Date) => {
    await Promise.all([chain.running.context, further.context, further.context].map((house) => queueDigests(house, at)))
  }
  const MIDNIGHT = sql`(date_trunc('day', now() at time zone 'Asia/Ho_Chi_Minh') + interval '1 day') at time zone 'Asia/Ho_Chi_Minh'`

  beforeAll(async () => {
    awkward.manner = 'good'
    await sql`update working_hours set opens = '08:00', closes = '22:00'`.execute(db)
    await sql`delete from holidays`.execute(db)
    // The server's own clock sends none meanwhile, whatever time of the real day it is.
    await sql`insert into holidays (day, name, kind) values ((now() at time zone chain_zone())::date, 'Nghỉ', 'off')`.execute(
      db,
    )
    await setUpMailbox(chain, admin, mailboxSettings({ smtp: servers.smtpPort }))
    // A reminder of a deadline that falls into this test's own evening belongs to the ladder's tests.
    await sql`update escalation_rungs set active = false`.execute(db)
    await choose(handler, { choices: { assigned: { ...nowhere, digest: true } } })
    await sql`update complaints set state = 'closed' where assignee = ${handler.id}`.execute(db)
    await sql`delete from mails where reader = ${handler.id}`.execute(db)
  })

  test('comes to nobody who did not ask for it, and where there is nothing to say it does not come', async () => {
    const other = await chain.person()
    const idle = await chain.person()
    await choose(idle, { digest: true })
    await digests(morning(2))
    expect((await allSettled(idle, 1))[0]?.state).toBe('dropped')
    expect(await mailsTo(other)).toEqual([])
    expect(await mailsTo(handler)).toEqual([])
  })

  test('tells once what is overdue, due today and open, and what happened since the last one', async () => {
    await choose(handler, { digest: true })
    const had = (await servers.inbox(STAFF)).length
    const [late, today, open, foreign] = await Promise.all(
      ['Trễ hạn', 'Hạn hôm nay', 'Còn lâu', 'Của người khác'].map((title, at) =>
        give(at === 3 ? admin : handler, { title }),
      ),
    )
    if (!late || !today || !open || !foreign) throw new Error('There are not four')
    await sql`update complaints set due_at = case id when ${late.id} then now() - interval '1 hour' when ${today.id} then ${MIDNIGHT} - interval '1 second'
        else ${MIDNIGHT} + interval '9 days' end where id in (${late.id}, ${today.id}, ${open.id})`.execute(db)
    const noted = () =>
      rows(
        db,
        sql`select 1 as n from notifications where user_id = ${handler.id} and kind = 'assigned' and in_digest and ticket_id in (${late.id}, ${today.id}, ${open.id})`,
      )
    await until(noted, (found) => found.length === 3)
    const at = morning(3)
    await sql`update notifications set created_at = ${new Date(at.getTime() - 30 * MINUTE)} where in_digest`.execute(db)
    await digests(at)
    await digests(new Date(at.getTime() + 30 * MINUTE))
    const [mail] = await allSettled(handler, 1)
    expect(mail?.state).toBe('sent')
    const [raw = '', ...more] = (await arrived(servers, STAFF, had + 1)).slice(had)
    expect(more).toEqual([])
    const { subject, text, html } = await parseMail(Buffer.from(raw))
    expect(subject).toMatch(/: 1 khiếu nại quá hạn, 1 khiếu nại đến hạn hôm nay$/)
    expect(raw).toMatch(/^List-Unsubscribe:/m)
    const order = [
      'Quá hạn (1)',
      'Trễ hạn',
      'Đến hạn hôm nay (1)',
      'Hạn hôm nay',
      'Diễn biến mới',
      'Khiếu nại đang mở khác của bạn (1)',
    ]
    const places = order.map((words) => text.indexOf(words))
    expect(
      places.every((place) => place >= 0),
      text,
    ).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(text.split('giao khiếu nại')).toHaveLength(4)
    expect(text).not.toContain('Của người khác')
    expect(html).toContain(`${HOUSE}/complaints/view/${late.id}`)

    await digests(morning(4))
    const [, next] = await allSettled(handler, 2)
    const again = await parseMail(Buffer.from((await arrived(servers, STAFF, had + 2)).at(-1) ?? ''))
    expect(next?.state).toBe('sent')
    expect(again.text).toContain('Trễ hạn')
    expect(again.text).not.toContain('Diễn biến mới')
  })

  test('tells who may not read complaints what else happened to them', async () => {
    const shipper = await chain.person({ permissions: { 'task-management': { read: true } } })
    await sql`update users set email = ${SHIPPER} where id = ${shipper.id}`.execute(db)
    await choose(shipper, { digest: true, choices: { 'task assigned': { ...nowhere, digest: true } } })
    const task = { title: 'Giao bù gói hàng', processors: [shipper.id] }
    expect((await chain.call('POST', 'task', { by: admin, body: task })).status).toBe(201)
    const ofTask = sql`from notifications where user_id = ${shipper.id} and kind = 'task assigned'`
    await until(
      () => rows(db, sql`select 1 as n ${ofTask}`),
      (found) => found.length === 1,
    )
    const at = morning(5)
    await sql`update notifications set created_at = ${new Date(at.getTime() - 30 * MINUTE)} where user_id = ${shipper.id}`.execute(
      db,
    )
    // Formerly theirs, from the time when they handled complaints.
    await give(handler, { title: 'Việc cũ' })
    await sql`update complaints set assignee = ${shipper.id} where title = 'Việc cũ'`.execute(db)
    await digests(at)
    expect((await allSettled(shipper, 1))[0]?.state).toBe('sent')
    const { subject, text } = await parseMail(Buffer.from((await arrived(servers, SHIPPER))[0] ?? ''))
    expect(subject).toMatch(/: 1 thông báo mới$/)
    expect(text).toContain('Giao bù gói hàng')
    expect(text).not.toContain('Việc cũ')
  })

  test('counts the late tasks of its reader, with the way to them', async () => {
    const porter = await chain.person({ permissions: { 'task-management': { read: true } } })
    await sql`update users set email = ${PORTER} where id = ${porter.id}`.execute(db)
    await choose(porter, { digest: true })
    for (const title of ['Trễ một', 'Trễ hai', 'Chưa đến hạn', 'Đã xong'])
      await chain.call('POST', 'task', { by: admin, body: { title, processors: [porter.id] } })
    await sql`update task_management set date_end = now() + case when title = 'Chưa đến hạn' then 1 else -1 end * interval '1 hour',
        state = case when title = 'Đã xong' then 'cancelled' else state end where processors @> array[${porter.id}::bigint]`.execute(
      db,
    )
    await digests(morning(5))
    expect((await allSettled(porter, 1))[0]?.state).toBe('sent')
    const { subject, text } = await parseMail(Buffer.from((await arrived(servers, PORTER))[0] ?? ''))
    expect(subject).toMatch(/: 2 công việc quá hạn$/)
    const link = /https:[^\s)]+/.exec(text)?.[0] ?? ''
    expect(link.startsWith(HOUSE)).toBe(true)
    const list = await chain.call<Page<{ title: string }>>('GET', `task?${new URL(link).searchParams}`, { by: porter })
    expect(list.data.data.map(({ title }) => title).toSorted()).toEqual(['Trễ hai', 'Trễ một'])
  })

  test('is switched off as it was switched on, and that is a line of the audit', async () => {
    expect((await choose(handler, { digest: false })).digest).toBe(false)
    const before = (await mailsTo(handler)).length
    await digests(morning(6))
    expect(await mailsTo(handler)).toHaveLength(before)
    const lines = await rows(
      db,
      { changes: jsonOf<object>() },
      sql`select changes from activity where action = 'notification choices' and actor = ${handler.id} order by id desc limit 1`,
    )
    expect(lines[0]?.changes).toEqual({ morning_digest: [true, false] })
  })
})

test('without a mail server nothing is kept to be told later', async () => {
  await setUpMailbox(chain, admin, mailboxSettings({}))
  const person = await chain.person()
  expect((await choose(person, { choices: { assigned: { ...nowhere, mail: true, app: true } } })).is_mail_set_up).toBe(
    false,
  )
  await give(person)
  await until(
    () => rows(db, sql`select 1 as n from notifications where user_id = ${person.id}`),
    (found) => found.length === 1,
  )
  expect(await mailsTo(person)).toEqual([])
})
