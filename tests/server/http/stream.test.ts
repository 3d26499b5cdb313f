import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MISSED_MOST } from '../../../src/server/activity/feed.ts'
import { openSession } from '../../../src/server/auth/sessions.ts'
import { row } from '../../../src/server/db/db.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { freshDatabase } from '../../setup/database/database.ts'
import { type Ear, listen } from '../../setup/http/listen.ts'
import { serverProcess } from '../../setup/process/server-process.ts'

const chain = await startChain()
const admin = await chain.person()

const ticketsOf = (ear: Ear) =>
  ear.events.filter(({ name }) => name === 'new-ticket').map(({ data }) => data.ticket?.id)
const heard = (ear: Ear, id: number) => expect.poll(() => ticketsOf(ear).includes(id)).toBe(true)

/** What a browser makes of it: it drops an activity that it had already. */
const firstsOf = (ear: Ear) => [
  ...new Map(
    ear.events.filter(({ name }) => name === 'new-ticket').map(({ data }) => [data.activity, data.ticket?.id]),
  ).values(),
]

test('who was away hears what was missed when coming back, and can tell what it had already', async () => {
  const first = await listen(chain.url, admin.token)
  const before = await chain.ticket(admin)
  await heard(first, before.id)
  const last = first.events.findLast(({ id }) => id)?.id
  first.close()
  const missed = [await chain.ticket(admin), await chain.ticket(admin), await chain.ticket(admin)]
  const back = await listen(chain.url, admin.token, last)
  const after = await chain.ticket(admin)
  const told = () => new Set(firstsOf(back).filter((id) => id !== before.id))
  await expect.poll(told).toEqual(new Set([...missed, after].map(({ id }) => id)))
  back.close()
})

test('who comes without a mark hears only what happens from then on', async () => {
  const witness = await listen(chain.url, admin.token)
  await heard(witness, (await chain.ticket(admin)).id)
  witness.close()
  const ear = await listen(chain.url, admin.token)
  const now = await chain.ticket(admin)
  await heard(ear, now.id)
  expect(ticketsOf(ear)).toEqual([now.id])
  ear.close()
})

test('a page that opens its stream late hears what happened since it learned who it belongs to', async () => {
  const { user } = (await chain.call<{ user: { live_mark: string } }>('POST', 'me', { by: admin })).data
  const meanwhile = await chain.ticket(admin)
  const witness = await listen(chain.url, admin.token, user.live_mark)
  await heard(witness, meanwhile.id)
  witness.close()
})

const markOf = async (person: Person): Promise<string> => {
  const ear = await listen(chain.url, person.token)
  const last = () => ear.events.findLast(({ id }) => id)?.id
  await expect.poll(last).toBeDefined()
  ear.close()
  return last() ?? ''
}

test('who is cut off before the first event misses nothing', async () => {
  for (let time = 0; time < 5; time++) {
    const mark = await markOf(admin)
    const missed = await chain.ticket(admin)
    const back = await listen(chain.url, admin.token, mark)
    await heard(back, missed.id)
    back.close()
  }
})

test('who is cut off amid what happened together hears the rest of it', async () => {
  const ear = await listen(chain.url, admin.token)
  const tickets = await Promise.all(Array.from({ length: 6 }, () => chain.ticket(admin)))
  for (const { id } of tickets) await heard(ear, id)
  ear.close()
  for (const [at, { name }] of ear.events.entries()) {
    if (name !== 'new-ticket') continue
    const before = { ...ear, events: ear.events.slice(0, at + 1) }
    const back = await listen(chain.url, admin.token, before.events.findLast(({ id }) => id)?.id)
    const told = () => new Set([...ticketsOf(before), ...ticketsOf(back)])
    await expect.poll(() => tickets.filter(({ id }) => !told().has(id))).toEqual([])
    back.close()
  }
})

test('the past is told only to whom it was given to come back to: a strange mark is no mark, nor is another person’s', async () => {
  const other = await chain.person()
  const old = await chain.ticket(admin)
  const own = await markOf(admin)
  const [number = '', seal = ''] = own.split('.')
  const strange = ['0', number, `0.${seal}`, `${Number(number) - 1}.${seal}`, await markOf(other)]
  const odd = ['x', '-1', '1e3', '99999999999999999999', '99999999999999999999999', "1'; select 1", `${own}A`]
  for (const mark of [...strange, ...odd]) {
    const ear = await listen(chain.url, admin.token, mark)
    const now = await chain.ticket(admin)
    await heard(ear, now.id)
    expect(ticketsOf(ear), mark).toEqual([now.id])
    expect(ear.isOpen, mark).toBe(true)
    expect(old.id).toBeLessThan(now.id)
    ear.close()
  }
})

test('who missed too much is told so, in one event, and goes on from there', async () => {
  const mark = await markOf(admin)
  await sql`insert into activity (action, module, record_id, record_title) select 'update', 'stores', ${chain.stores[0]}::bigint, 'S01' from generate_series(1, ${MISSED_MOST + 1})`.execute(
    chain.db,
  )
  const back = await listen(chain.url, admin.token, mark)
  await expect.poll(() => back.events.some(({ name }) => name === 'missed')).toBe(true)
  const now = await chain.ticket(admin)
  await heard(back, now.id)
  expect(back.events.filter(({ name }) => name === 'missed')).toHaveLength(1)
  back.close()
})

test('whoever’s rights change is told so, also on coming back, and nobody else is', async () => {
  const permissions = { complaints: { read: true } }
  const [person, other] = [await chain.person({ permissions }), await chain.person({ permissions })]
  const mark = await markOf(person)
  const [ear, elsewhere] = [await listen(chain.url, person.token), await listen(chain.url, other.token)]
  const timesTold = ({ events }: Ear) => events.filter(({ name }) => name === 'rights-changed').length
  const change = async (path: string, body: object) => {
    const { version } = (await chain.call<{ version: number }>('GET', path, { by: admin })).data
    expect((await chain.call('PUT', path, { by: admin, body: { ...body, version } })).status).toBe(200)
  }
  const held = await row(chain.db, { role: 'number' }, sql`select role from users where id = ${person.id}`)
  await change(`role/${held?.role}`, { permissions: { complaints: { read: true, add: true } } })
  await expect.poll(() => timesTold(ear)).toBe(1)
  await change(`user/${person.id}`, { store: chain.stores[1] })
  await expect.poll(() => timesTold(ear)).toBe(2)
  const back = await listen(chain.url, person.token, mark)
  await expect.poll(() => timesTold(back)).toBe(1)
  await heard(elsewhere, (await chain.ticket(admin)).id)
  expect(timesTold(elsewhere)).toBe(0)
  for (const one of [ear, elsewhere, back]) one.close()
})

test('browsers that leave amid an answer leave no word of an answer sent twice in the log', async () => {
  const server = await serverProcess({ DATABASE_URL: await freshDatabase(), LOG_LEVEL: 'warn' })
  await server.start()
  const token = await server.firstPerson()
  const { hostname, port } = new URL(server.url)
  const leave = async (path: string, ms: number, header = '') => {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n${header}\r\n`)
    await pause(ms)
    socket.destroy()
  }
  for (let time = 0; time < 20; time++)
    await Promise.all([
      leave('/api/stream', time, `last-event-id: 99999999999999999999\r\n`),
      leave('/api/stream', time),
      leave('/api/openapi.json', time),
      leave('/api/docs', time),
    ])
  await pause(500)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(server.printed()).not.toContain('"level":50')
  expect(server.printed()).not.toMatch(/already sent|ALREADY_SENT/i)
})

test('an event names the complaint and who changed it', async () => {
  const ear = await listen(chain.url, admin.token)
  const ticket = await chain.ticket(admin)
  await heard(ear, ticket.id)
  expect(ear.events.find(({ name }) => name === 'new-ticket')?.data).toMatchObject({
    channel: 'ticket-created',
    ticket: { id: ticket.id, title: ticket.title, issue_number: ticket.issue_number },
    updated_by: { id: admin.id, name: expect.stringContaining('Người') },
  })
  await chain.call('POST', `ticket/${ticket.id}/start`, { by: admin, body: { version: ticket.version } })
  await expect
    .poll(() => ear.events.find(({ name }) => name === 'ticket-event-updated')?.data)
    .toMatchObject({ channel: 'ticket-chanel-updated', action: 'start' })
  ear.close()
})

test('a person keeps five streams open: a sixth closes the oldest of its session, ends no session, and no other device’s', async () => {
  const [person, other] = [await chain.person(), await chain.person()]
  const { tokens } = chain.running.context.sessions
  const desk = await openSession(chain.db, tokens, person.id, { address: null, device: null })
  const theirs = [await listen(chain.url, other.token), await listen(chain.url, desk.token)]
  const ears: Ear[] = []
  for (let n = 0; n < 6; n++) ears.push(await listen(chain.url, person.token))
  await expect.poll(() => ears.map(({ isOpen }) => isOpen)).toEqual([false, false, true, true, true, true])
  expect(ears.flatMap(({ events }) => events.filter(({ name }) => name === 'session-over'))).toEqual([])
  const ticket = await chain.ticket(admin)
  for (const ear of [...ears.slice(2), ...theirs]) await heard(ear, ticket.id)
  for (const ear of [...ears, ...theirs]) ear.close()
})
