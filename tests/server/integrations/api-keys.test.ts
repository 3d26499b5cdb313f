import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import { isOpenToKeys } from '../../../src/server/http/route.ts'
import { ALL_FLAGS, FLAGS, IDENTIFIERS, type Permissions } from '../../../src/shared/users/permissions.ts'
import { bookOf, sent } from '../../setup/books.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { stopWatch } from '../../setup/process/stop-watch.ts'

const chain = await startChain({ TRUST_PROXY: '127.0.0.1' })
const admin = await chain.person()
const other = (await chain.another()).url
const third =
  (
    await row(
      chain.db,
      { id: 'number' },
      sql`insert into stores (code, name) values ('S03', 'Siêu thị Hà Đông') returning id`,
    )
  )?.id ?? 0
let serial = 0

interface Key {
  id: number
  key: string
  version: number
  expires_on: string
  ends_with: string
  permissions: Permissions
}
const EVERYTHING: Permissions = Object.fromEntries(IDENTIFIERS.map((id) => [id, ALL_FLAGS]))

const ask = (body: object, by: Person = admin, headers: Record<string, string> = {}) =>
  chain.call<Key & { fields?: Record<string, string> }>('POST', 'api-key', {
    by,
    headers,
    body: { name: `Till ${++serial}`, purpose: 'Pushes bills', ...body },
  })

async function make(permissions: Permissions, more: object = {}, by: Person = admin): Promise<Key> {
  const made = await ask({ permissions, ...more }, by)
  if (made.status !== 201) throw new Error(`${made.text} ${JSON.stringify(made.data)}`)
  return made.data
}
const read = (key: string, path = 'shipper', at = chain.url, headers = {}) =>
  chain.call('GET', path, { by: key, at, headers })
const READS: Permissions = { shippers: { read: true } }

describe('a key', () => {
  test('is shown once, and kept as a hash that nobody can use', async () => {
    const made = await make(READS)
    expect(made.key).toMatch(/^rbo_[\w-]{43}$/)
    expect(made.key.endsWith(made.ends_with)).toBe(true)
    const again = await chain.call<Key>('GET', `api-key/${made.id}`, { by: admin })
    expect(again.data.key).toBeUndefined()
    const kept = await row(chain.db, sql`select to_jsonb(k)::text as text from api_keys k where id = ${made.id}`)
    expect(String(kept?.text)).not.toContain(made.key.slice(4, -4))
    const [, hash = ''] = /"key_hash": "(\w+)"/.exec(String(kept?.text)) ?? []
    expect(hash).toHaveLength(64)
    for (const token of [hash, `rbo_${hash}`]) expect((await read(token)).status).toBe(401)
  })

  test('asked for twice under one Idempotency-Key is one key, whose secret no table keeps', async () => {
    const headers = { 'idempotency-key': 'one key' }
    const body = { name: 'Once', permissions: READS }
    const first = await ask(body, admin, headers)
    const second = await ask(body, admin, headers)
    expect(second.data.id).toBe(first.data.id)
    expect(first.data.key).toBeDefined()
    expect(second.data.key).toBeUndefined()
    const kept = await rows(
      chain.db,
      sql`select answer from idempotency_keys where answer like ${`%${first.data.key}%`}`,
    )
    expect(kept).toEqual([])
  })

  test('works for ninety days where nothing is said, for a year at most, and not in the past', async () => {
    const made = await make(READS)
    const days = (Date.parse(made.expires_on) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(88)
    expect(days).toBeLessThan(91)
    const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
    expect((await ask({ expires_on: day(400) })).data.fields?.expires_on).toBe('A key works for a year at most')
    expect((await ask({ expires_on: day(-2) })).data.fields?.expires_on).toBe('This day is over already')
    expect((await ask({ expires_on: day(360) })).status).toBe(201)
  })

  test('is out on the day after its last one', async () => {
    const made = await make(READS)
    expect((await read(made.key)).status).toBe(200)
    await sql`update api_keys set expires_on = (now() at time zone chain_zone())::date - 1 where id = ${made.id}`.execute(
      chain.db,
    )
    for (const running of [chain.running.context]) running.apiKeys.forget()
    const answer = await read(made.key)
    expect(answer).toMatchObject({ status: 401, text: 'This API key is unknown, has expired or was revoked.' })
    const shown = await chain.call<{ standing: string }>('GET', `api-key/${made.id}`, { by: admin })
    expect(shown.data.standing).toBe('expired')
  })

  test('that was made up opens nothing', async () => {
    for (const key of ['rbo_', `rbo_${'a'.repeat(43)}`, 'rbo_../../x']) expect((await read(key)).status).toBe(401)
  })
})

describe('what a key may', () => {
  test.each(FLAGS)('is the flag %s alone, where it holds no other', async (flag) => {
    const holds = await make({ shippers: { [flag]: true } })
    const lacks = await make({ shippers: { ...ALL_FLAGS, [flag]: false } })
    const route = chain.running.routes.find(
      ({ needs, path }) =>
        typeof needs === 'object' && 'flag' in needs && needs.permission === 'shippers' && needs.flag === flag && path,
    )
    if (!route) return
    const url = route.path.replace(/:\w+/g, '999999') + (route.path.endsWith('/export') ? '?nothing=1' : '')
    expect((await chain.call(route.method, url, { by: lacks.key })).status).toBe(403)
    expect([200, 201, 400, 404, 422]).toContain((await chain.call(route.method, url, { by: holds.key })).status)
  })

  test('is never more than its maker holds when it is made', async () => {
    const maker = await chain.person({ permissions: { system: ALL_FLAGS, shippers: { read: true } } })
    expect((await ask({ permissions: { shippers: { read: true, add: true } } }, maker)).text).toBe(
      'You cannot grant permissions that you do not hold.',
    )
    expect((await ask({ permissions: { shippers: { rede: true } } }, maker)).status).toBe(422)
    const made = await make(READS, {}, maker)
    expect((await read(made.key)).status).toBe(200)
  })

  test('shrinks within a second with what its maker loses, and ends with the maker', async () => {
    const maker = await chain.person({
      permissions: { system: ALL_FLAGS, shippers: ALL_FLAGS, departments: ALL_FLAGS },
    })
    const made = await make({ shippers: { read: true }, departments: { read: true } }, {}, maker)
    for (const at of [chain.url, other]) expect((await read(made.key, 'shipper', at)).status).toBe(200)
    const role = await row(
      chain.db,
      { id: 'number', version: 'number' },
      sql`select o.id, o.version from user_roles o join users u on u.role = o.id where u.id = ${maker.id}`,
    )
    const less = { system: ALL_FLAGS, departments: ALL_FLAGS }
    const taken = await chain.call('PUT', `role/${role?.id}`, {
      by: admin,
      body: { version: role?.version, permissions: less },
    })
    expect(taken.status).toBe(200)
    const passed = stopWatch()
    for (const at of [chain.url, other]) {
      await expect.poll(async () => (await read(made.key, 'shipper', at)).status).toBe(403)
      expect((await read(made.key, 'dept', at)).status).toBe(200)
    }
    expect(passed()).toBeLessThan(1000)
    await chain.call('POST', `user/${maker.id}/block`, { by: admin })
    for (const at of [chain.url, other])
      await expect.poll(async () => (await read(made.key, 'dept', at)).status).toBe(401)
  })

  test('is nothing about screens, accounts, passwords, roles, rights of people, keys', async () => {
    const made = await make(EVERYTHING)
    const closed = chain.running.routes.filter((route) => route.needs !== 'nothing' && !isOpenToKeys(route))
    const paths = closed.map(({ path }) => path)
    for (const path of [
      'me',
      'logout',
      'change-password',
      'change-info',
      'change-avatar',
      'user/show',
      'session',
      'update-imap',
      'stream',
      'notification',
      'saved-view',
      'presence',
      'api-key',
      'api-key/:id',
      'file-key',
      'mailbox',
    ])
      expect(paths).toContain(path)
    for (const { method, path } of closed) {
      const answer = await chain.call(method, path.replace(/:\w+/g, '1'), { by: made.key })
      expect(answer.status, path).toBe(403)
      expect(answer.text, path).toBe('This call is for people who are signed in. An API key cannot make it.')
    }
    const people = [
      ['POST', 'user'],
      ['PUT', 'user/1'],
      ['DELETE', 'user/1'],
      ['POST', 'user/1/block'],
      ['POST', 'user/1/invite'],
      ['POST', 'role'],
      ['PUT', 'role/1'],
      ['DELETE', 'role/1'],
      ['POST', 'role/update-user-role'],
      ['POST', 'role/1/copy'],
    ] as const
    for (const [method, path] of people) {
      const answer = await chain.call(method, path, { by: made.key, body: {} })
      expect([answer.status, answer.code], path).toEqual([403, 1200])
    }
    expect((await chain.call('POST', 'refresh', { by: made.key })).status).toBe(401)
    expect(
      (await chain.call('POST', 'login', { body: { email: `api-key-${made.id}@invalid`, password: made.key } })).code,
    ).not.toBe(0)
  })

  test('is not more than one or several stores see', async () => {
    const [first, second] = chain.stores
    const tickets = [await chain.ticket(admin, { store: first }), await chain.ticket(admin, { store: second })]
    const seen = async (key: string) => {
      const found = await chain.call<{ data: { id: number }[]; total: number }>('GET', 'ticket?perpage=1000', {
        by: key,
      })
      expect(found.data.total).toBe(found.data.data.length)
      return tickets.map(({ id }) => found.data.data.some((one) => one.id === id))
    }
    const flags = { complaints: { read: true, add: true } }
    const [one, both, chainWide] = [
      await make(flags, { stores: [first] }),
      await make(flags, { stores: [first, second] }),
      await make(flags),
    ]
    expect(await seen(one.key)).toEqual([true, false])
    expect(await seen(both.key)).toEqual([true, true])
    expect(await seen(chainWide.key)).toEqual([true, true])
    expect((await chain.call('GET', `ticket/${tickets[1]?.id}`, { by: one.key })).status).toBe(404)
    const elsewhere = await chain.call('POST', 'ticket', { by: one.key, body: chain.complaint({ store: second }) })
    expect(elsewhere.status).toBe(422)
    expect(
      (await chain.call('POST', 'ticket', { by: both.key, body: chain.complaint({ store: second }) })).status,
    ).toBe(201)
    const workers = await make({ 'task-management': { read: true, add: true } }, { stores: [first, second] })
    const several = (more: object) =>
      chain.call('POST', 'task/several', {
        by: workers.key,
        body: { titles: 'Kiểm kho', processors: [admin.id], ...more },
      })
    expect((await several({ store: second })).status, 'in either of its stores').toBe(201)
    expect((await several({})).status, 'in none of them').toBe(422)
  })

  test('of several stores makes tasks of a template in each of them, and nowhere else', async () => {
    const [first, second] = chain.stores
    const made = await make({ 'task-management': ALL_FLAGS }, { stores: [first, second] })
    const template = await chain.call<{ id: number }>('POST', 'task-template', {
      by: admin,
      body: { name: 'Đóng cửa' },
    })
    const task = async (store: number | undefined) =>
      (
        await chain.call('POST', `task-template/${template.data.id}/make`, {
          by: made.key,
          body: { store, person: admin.id },
        })
      ).status
    expect([await task(first), await task(second), await task(third)]).toEqual([201, 201, 403])
  })

  test('of several stores plans promotions in each of them, and nowhere else', async () => {
    const [first, second] = chain.stores
    const made = await make({ 'product-promotions': ALL_FLAGS }, { stores: [first, second] })
    const body = { price: 30_000, promotion_price: 24_000, starts_on: '2031-03-01', ends_on: '2031-03-07' }
    const planned = await chain.call<{ id: number; version: number }>('POST', 'product-promotions', {
      by: made.key,
      body: { ...body, product_name: 'Bánh quy', stores: [first] },
    })
    const repeated = async (act: string, more: object) =>
      (
        await chain.call<{ done: number }>('POST', `product-promotions/bulk/${act}`, {
          by: made.key,
          body: { ...more, rows: [[planned.data.id, planned.data.version]] },
        })
      ).data.done
    expect(await repeated('copy', { stores: [second] }), 'in the other').toBe(1)
    expect(await repeated('copy', { stores: [third] }), 'elsewhere').toBe(0)
    expect(await repeated('again', {}), 'where it stands').toBe(1)
  })

  test('of several stores sees what was merged in each of them, and nothing of another', async () => {
    const [first, second] = chain.stores
    const made = await make({ complaints: { read: true } }, { stores: [first, second] })
    const stays = await chain.ticket(admin, { store: first })
    const near = await chain.ticket(admin, { store: second, content: '<p>Gần</p>' })
    const far = await chain.ticket(admin, { store: third, content: '<p>Xa</p>' })
    for (const one of [near, far])
      await chain.call('POST', `ticket/${one.id}/merge`, { by: admin, body: { into: stays.id, version: one.version } })
    const story = await chain.call<{ data: { merged?: { content: string } }[] }>('GET', `ticket/${stays.id}/timeline`, {
      by: made.key,
    })
    expect(story.data.data.flatMap(({ merged }) => merged?.content ?? [])).toEqual(['<p>Gần</p>'])
  })

  test('of several stores is offered the handlers of each of them, and of no other', async () => {
    const [first, second] = chain.stores
    const made = await make({ complaints: ALL_FLAGS }, { stores: [first, second] })
    const people = await Promise.all(
      [first, second, third].map((store) =>
        chain.person({ permissions: { complaints: ALL_FLAGS }, scope: 'store', store }),
      ),
    )
    const [here, there] = people.map(({ id }) => id)
    for (const path of ['ticket/handlers', 'ticket/assignees']) {
      const found = await chain.call<{ data: { id: number }[] }>('GET', path, { by: made.key })
      const ids = found.data.data.map(({ id }) => id)
      expect(
        people.flatMap(({ id }) => (ids.includes(id) ? [id] : [])),
        path,
      ).toEqual([here, there])
    }
  })

  test('of several stores brings rows of each of them in a workbook, and refuses those of another', async () => {
    const [first, second] = chain.stores
    const made = await make({ 'product-promotions': ALL_FLAGS }, { stores: [first, second] })
    const head = ['Tên sản phẩm', 'Giá bán', 'Giá khuyến mãi', 'Ngày bắt đầu', 'Ngày kết thúc', 'Cửa hàng']
    const line = (name: string, stores: string) => [name, '30.000', '24.000', '01/04/2031', '07/04/2031', stores]
    const read = await sent(
      chain,
      'product-promotions',
      made.key,
      await bookOf(head, [line('Mứt', 'S01'), line('Kẹo', 'S01; S02'), line('Hạt', 'S03')]),
    )
    expect(read.counts).toMatchObject({ new: 2, bad: 1 })
  })

  test('of a maker who sees one store is that store alone; who sees a department makes none', async () => {
    const [first, second] = chain.stores
    const permissions = { system: ALL_FLAGS, complaints: ALL_FLAGS }
    const manager = await chain.person({ permissions, scope: 'store', store: first })
    const made = await make({ complaints: { read: true } }, {}, manager)
    const elsewhere = await chain.ticket(admin, { store: second })
    expect((await chain.call('GET', `ticket/${elsewhere.id}`, { by: made.key })).status).toBe(404)
    expect((await ask({ permissions: {}, stores: [second] }, manager)).status).toBe(422)
    const clerk = await chain.person({ permissions, scope: 'department' })
    expect((await ask({ permissions: {} }, clerk)).text).toBe(
      'API keys are made by people who see the whole chain or one store.',
    )
  })

  test("is hidden from another store's people", async () => {
    const [first, second] = chain.stores
    const permissions = { system: ALL_FLAGS }
    const made = await make({}, { stores: [second] })
    const manager = await chain.person({ permissions, scope: 'store', store: first })
    expect((await chain.call('GET', `api-key/${made.id}`, { by: manager })).status).toBe(404)
    expect((await chain.call('GET', `api-key/${made.id}/uses`, { by: manager })).status).toBe(404)
    expect((await chain.call('POST', `api-key/${made.id}/revoke`, { by: manager, body: {} })).status).toBe(404)
  })
})

describe('where a key is used from', () => {
  test('is an address or a network that it allows, as the proxy that is trusted tells it', async () => {
    const made = await make(READS, { addresses: '203.0.113.7\n198.51.100.0/24\n2001:db8:1::/48' })
    const from = (address: string) => read(made.key, 'shipper', chain.url, { 'x-forwarded-for': address })
    for (const address of ['203.0.113.7', '198.51.100.9', '2001:db8:1::5'])
      expect((await from(address)).status, address).toBe(200)
    for (const address of ['203.0.113.8', '198.51.101.1', '2001:db8:2::5', '::ffff:203.0.113.8']) {
      const answer = await from(address)
      expect(answer.status, address).toBe(403)
      expect(answer.text).toContain('may not be used from')
    }
    expect((await read(made.key)).status).toBe(403)
  })

  test('is refused by name where it is none', async () => {
    for (const addresses of ['here', '300.1.1.1', '10.0.0.0/33', '10.0.0.0/8/8', 'fe80::/129'])
      expect((await ask({ addresses })).data.fields, addresses).toHaveProperty('addresses')
  })

  test('is told by day and address', async () => {
    const made = await make(READS)
    for (const address of ['203.0.113.7', '203.0.113.7', '203.0.113.9'])
      await read(made.key, 'shipper', chain.url, { 'x-forwarded-for': address })
    const uses = await chain.call<{ data: { day: string; address: string }[] }>('GET', `api-key/${made.id}/uses`, {
      by: admin,
    })
    expect(uses.data.data.map(({ address }) => address).toSorted()).toEqual(['203.0.113.7', '203.0.113.9'])
  })
})

test('a key that is revoked is out within a second on every server, for good', async () => {
  const made = await make(READS)
  for (const at of [chain.url, other]) expect((await read(made.key, 'shipper', at)).status).toBe(200)
  const revoked = await chain.call('POST', `api-key/${made.id}/revoke`, { by: admin, body: { version: 1 } })
  expect(revoked.status).toBe(200)
  const passed = stopWatch()
  expect((await read(made.key)).status).toBe(401)
  await expect.poll(async () => (await read(made.key, 'shipper', other)).status).toBe(401)
  expect(passed()).toBeLessThan(1000)
  const back = await chain.call('PUT', `api-key/${made.id}`, { by: admin, body: { version: 2, name: 'Alive again' } })
  expect(back.text).toBe('This key is revoked for good. Please make a new one.')
})

test('what a key does stands in history and audit under its name, and nobody meets its account among people', async () => {
  const made = await make({ complaints: { read: true, add: true, edit: true } }, { name: 'Chat bot of the web shop' })
  const ticket = await chain.call<{ id: number; created_by: { name: string } }>('POST', 'ticket', {
    by: made.key,
    body: chain.complaint(),
  })
  expect(ticket.data.created_by.name).toBe('Chat bot of the web shop')
  const history = await chain.call<{ data: { actor: object }[] }>('GET', `ticket/${ticket.data.id}/history`, {
    by: admin,
  })
  expect(history.data.data[0]?.actor).toMatchObject({ name: 'Chat bot of the web shop', is_key: true })
  const audit = await chain.call<{ data: { actor: { id: number } }[] }>('GET', 'audit?resource=complaints', {
    by: admin,
  })
  expect(audit.data.data[0]?.actor).toMatchObject({ name: 'Chat bot of the web shop', is_key: true })
  const account = audit.data.data[0]?.actor.id
  for (const list of ['user?perpage=1000', 'user?perpage=1000&trashed=1', 'user/get-name?perpage=1000']) {
    const people = await chain.call<{ data: { id: number }[] }>('GET', list, { by: admin })
    expect(
      people.data.data.map(({ id }) => id),
      list,
    ).not.toContain(account)
  }
  expect((await chain.call('GET', `user/${account}`, { by: admin })).status).toBe(404)
  expect((await chain.call('POST', `user/${account}/restore`, { by: admin, body: { version: 1 } })).status).toBe(404)
  await chain.call('PUT', `api-key/${made.id}`, { by: admin, body: { version: 1, name: 'Chat bot' } })
  const renamed = await chain.call<{ data: { actor: object }[] }>('GET', `ticket/${ticket.data.id}/history`, {
    by: admin,
  })
  expect(renamed.data.data.at(-1)?.actor).toMatchObject({ name: 'Chat bot' })
})

test('a key has a rate limit of its own', async () => {
  const limited = await startChain({ RATE_LIMITS: '0.1' })
  const person = await limited.person()
  const body = { name: 'Busy', purpose: 'Asks a lot', permissions: READS }
  const made = await limited.call<Key>('POST', 'api-key', { by: person, body })
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => limited.call('GET', 'shipper', { by: made.data.key })),
  )
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(20)
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  expect((await limited.call('GET', 'shipper', { by: person })).status).toBe(200)
})
