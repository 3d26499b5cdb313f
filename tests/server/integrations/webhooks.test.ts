import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { modules } from '../../../src/modules/index.ts'
import { eventsOf } from '../../../src/modules/webhooks/events.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import { ALL_FLAGS } from '../../../src/shared/users/permissions.ts'
import { bookOf, imported, sent } from '../../setup/books.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { type Letter, outside } from '../../setup/http/ear.ts'
import { withOrders } from '../../setup/orders.ts'
import { atTheEntrance } from '../../setup/suppliers.ts'

const chain = await startChain({ WEBHOOK_PRIVATE: '1' })
const admin = await chain.person()
const [first, second] = chain.stores
let serial = 0

interface Hook {
  id: number
  version: number
  secret: string
  state: string
  events: string[]
  failing_since: string | null
  waiting: number
  fields?: Record<string, string>
}
interface Delivery {
  id: number
  event: string
  state: string
  tries: number
  status: number | null
  trouble: string | null
  answer: string | null
  body: string
}

const ask = (body: object, by: Person = admin) =>
  chain.call<Hook>('POST', 'webhook', { by, body: { name: `Shop ${++serial}`, ...body } })
async function hookTo(url: string, events: string[], more: object = {}, by: Person = admin): Promise<Hook> {
  const made = await ask({ url, events, ...more }, by)
  if (made.status !== 201) throw new Error(`${made.text} ${JSON.stringify(made.data)}`)
  return made.data
}
const logOf = async (hook: Hook): Promise<Delivery[]> =>
  (await chain.call<{ data: Delivery[] }>('GET', `webhook/${hook.id}/deliveries?perpage=1000`, { by: admin })).data.data
const shown = async (hook: Hook) => (await chain.call<Hook>('GET', `webhook/${hook.id}`, { by: admin })).data
const typesOf = (letters: readonly Letter[]) => letters.map(({ data }) => data.type)
/** Lets it be tried at once, as if its pause were over; one table after the other, as the sender holds both. */
async function hurry({ id }: Hook): Promise<void> {
  await sql`update webhook_deliveries set next_at = now() where webhook = ${id}`.execute(chain.db)
  await sql`update webhooks set next_at = null where id = ${id}`.execute(chain.db)
}

describe('what is told', () => {
  test('is what happens to a record, by name and in its order, with its id and state and nothing of anybody', async () => {
    const shop = await outside()
    await hookTo(shop.url, ['ticket.*'])
    const ticket = await chain.ticket(admin)
    const started = await chain.call<{ version: number }>('POST', `ticket/${ticket.id}/start`, {
      by: admin,
      body: { version: ticket.version },
    })
    expect(started.status).toBe(200)
    await chain.call('POST', `ticket/${ticket.id}/comment`, {
      by: admin,
      body: { body: '<p>Đã gọi cho khách 0912345678</p>' },
    })
    await expect.poll(() => typesOf(shop.letters)).toEqual(['ticket.created', 'ticket.start', 'ticket.commented'])
    expect(shop.letters[1]?.data).toEqual({
      type: 'ticket.start',
      timestamp: expect.any(String),
      data: { id: ticket.id, number: ticket.issue_number, state: 'processing', store: first },
    })
    for (const { body } of shop.letters) expect(body).not.toMatch(/Trần Thu Hà|0912345678|32\.000/)
  })

  test('is what is wished, and no more', async () => {
    const shop = await outside()
    await hookTo(shop.url, ['shipper.created', 'shipper.deleted'])
    const body = { code: `SH${++serial}`, name: 'Nguyễn Văn Giao', phone: '0912345679', store: first }
    const made = await chain.call<{ id: number; version: number }>('POST', 'shipper', { by: admin, body })
    expect(made.status, JSON.stringify(made.data)).toBe(201)
    await chain.call('PUT', `shipper/${made.data.id}`, { by: admin, body: { version: 1, name: 'Nguyễn Văn Chuyển' } })
    await chain.call('DELETE', `shipper/${made.data.id}`, { by: admin })
    await expect.poll(() => typesOf(shop.letters)).toEqual(['shipper.created', 'shipper.deleted'])
  })

  test('is that a task is done, whether its progress or an approval led there', async () => {
    const shop = await outside()
    await hookTo(shop.url, ['task.asked', 'task.done'])
    const worker = await chain.person()
    const task = async (approver: number | null) => {
      const body = { title: 'Kiểm tra kho lạnh', priority: 'normal', processors: [worker.id], approver }
      const made = await chain.call<{ id: number; version: number }>('POST', 'task', { by: admin, body })
      expect(made.status, made.text).toBe(201)
      const { id, version } = made.data
      const moved = await chain.call('POST', `task/${id}/progress`, { by: worker, body: { version, progress: 100 } })
      expect(moved.status, moved.text).toBe(200)
      return id
    }
    const plain = await task(null)
    const approved = await task(admin.id)
    const { version } = (await chain.call<{ version: number }>('GET', `task/${approved}`, { by: admin })).data
    await chain.call('POST', `task/${approved}/approve`, { by: admin, body: { version, quality: 5 } })
    // What is told of one task comes in its order; that of another may come between.
    const letters = () => shop.letters.toSorted((a, b) => a.data.data.id - b.data.data.id)
    await expect.poll(() => typesOf(letters())).toEqual(['task.done', 'task.asked', 'task.done'])
    expect(letters().map(({ data }) => [data.data.id, data.data.state])).toEqual([
      [plain, 'done'],
      [approved, 'asked'],
      [approved, 'done'],
    ])
  })

  test('is each step that somebody waits for, by the name that they know', async () => {
    const named = ['ticket.created', 'ticket.updated', 'ticket.overdue', 'order.failed', 'vat.completed', 'task.done']
    expect(eventsOf(modules).map(({ name }) => name)).toEqual(expect.arrayContaining(named))
    const shop = await outside()
    await hookTo(shop.url, ['order.failed', 'ticket.updated', 'ticket.overdue', 'supplier-staffs-checking.arrive'])
    const orders = await withOrders(chain, admin)
    await orders.step(await orders.create(), 'failed', { failure_reason: orders.reason })
    const ticket = await chain.ticket(admin)
    await chain.call('PUT', `ticket/${ticket.id}`, { by: admin, body: { version: ticket.version, title: 'Sửa lại' } })
    await sql`update complaints set due_at = now() - interval '1 minute' where id = ${ticket.id}`.execute(chain.db)
    const { staff, comesIn } = await atTheEntrance(chain, admin)
    expect((await comesIn({ staff: (await staff()).id })).status).toBe(201)
    await expect
      .poll(() => typesOf(shop.letters).toSorted(), { timeout: 90_000 })
      .toEqual(['order.failed', 'supplier-staffs-checking.arrive', 'ticket.overdue', 'ticket.updated'])
  })

  test('is what came by a workbook or by the thousand too: new ones and changed ones, each once', async () => {
    const shop = await outside()
    await hookTo(shop.url, ['tag.created', 'tag.updated', 'product.*', 'task.created'])
    const names = ['Khách quen', 'Gọi lại', 'Báo chí'].map((name) => `${name} ${++serial}`)
    const bring = async (rows: string[][], changes: boolean) => {
      const book = await sent(chain, 'product', admin, await bookOf(['Barcode', 'Product name'], rows))
      expect(await imported(chain, 'product', admin, book, changes)).toMatchObject({ state: 'done' })
    }
    const rowsOf = (suffix: string) => names.map((name, at) => [`89345${serial}${at}`, `${name}${suffix}`])
    await bring(rowsOf(''), false)
    await expect.poll(() => typesOf(shop.letters)).toEqual(names.map(() => 'product.created'))
    const [first, ...others] = rowsOf('')
    await bring([[first?.[0] ?? '', 'Tên khác'], ...others], true)
    await expect.poll(() => typesOf(shop.letters).slice(3)).toEqual(['product.updated'])
    const renamed = await row(chain.db, { id: 'number' }, sql`select id from products where name = 'Tên khác'`)
    expect(shop.letters[3]?.data.data.id).toBe(renamed?.id)
    const records = [{ external_id: 'x', barcode: '4006381333931', name: 'Nước mắm' }]
    for (const name of ['Nước mắm', 'Nước mắm 40 độ'])
      await chain.call('POST', 'product/batch', {
        by: admin,
        body: { records: records.map((one) => ({ ...one, name })) },
      })
    await expect.poll(() => typesOf(shop.letters).slice(4)).toEqual(['product.created', 'product.updated'])
  })

  test('is a task of a round, as it is any other', async () => {
    const shop = await outside()
    await hookTo(shop.url, ['task.created'])
    const people = { [first]: admin.id, [second]: admin.id }
    const template = await row(chain.db, { id: 'number' }, sql`select id from task_templates limit 1`)
    const due_at = '2036-11-27T10:00:00.000Z'
    const round = await chain.call('POST', 'task-round', {
      by: admin,
      body: { title: 'Tem giá', template: template?.id, due_at, people },
    })
    expect(round.status, JSON.stringify(round.data)).toBe(201)
    await expect.poll(() => typesOf(shop.letters)).toEqual(['task.created', 'task.created'])
  })

  test('is each of more than is read at once, none twice', async () => {
    const shop = await outside()
    shop.answers = (response) => response.writeHead(503).end()
    const hook = await hookTo(shop.url, ['tag.created'])
    const MANY = 12_000
    // One transaction, as an import that replaces is; their ids are of no tag, which the telling does not need.
    await sql`insert into activity (action, module, record_id, record_title) select 'create', 'tags', 1000000 + n, 'Thẻ' from generate_series(1, ${MANY}::int) n`.execute(
      chain.db,
    )
    const told = () =>
      row(
        chain.db,
        { all: 'number', different: 'number' },
        sql`select count(*)::int as all, count(distinct record_id)::int as different from webhook_deliveries where webhook = ${hook.id}`,
      )
    await expect.poll(told).toEqual({ all: MANY, different: MANY })
    await chain.call('POST', `webhook/${hook.id}/off`, { by: admin, body: {} })
  })

  test('is of its stores alone, and of what its maker may read at that moment', async () => {
    const [shop, other, lost] = [await outside(), await outside(), await outside()]
    await hookTo(shop.url, ['ticket.created'], { stores: [second] })
    const manager = await chain.person({
      permissions: { system: ALL_FLAGS, complaints: ALL_FLAGS },
      scope: 'store',
      store: second,
    })
    await hookTo(other.url, ['ticket.created'], {}, manager)
    const reader = await chain.person({ permissions: { system: ALL_FLAGS, complaints: ALL_FLAGS } })
    await hookTo(lost.url, ['ticket.created'], {}, reader)
    await sql`update user_roles set permissions = permissions - 'complaints' where id = (select role from users where id = ${reader.id})`.execute(
      chain.db,
    )
    await chain.ticket(admin, { store: first })
    const theirs = await chain.ticket(admin, { store: second })
    for (const one of [shop, other]) {
      await expect.poll(() => one.letters.length).toBe(1)
      expect(one.letters[0]?.data.data).toMatchObject({ id: theirs.id, store: second })
    }
    expect(lost.letters).toEqual([])
  })

  test('is refused by name where there is no such event, or its reader may not read of it', async () => {
    const reader = await chain.person({ permissions: { system: ALL_FLAGS } })
    expect((await ask({ url: 'http://127.0.0.1:1', events: ['ticket.eaten'] })).data.fields?.events).toBe(
      '“ticket.eaten” is no event that you may hear of',
    )
    expect((await ask({ url: 'http://127.0.0.1:1', events: ['ticket.created'] }, reader)).data.fields).toHaveProperty(
      'events',
    )
    expect((await ask({ url: 'http://127.0.0.1:1', events: 'ticket.created' })).status).toBe(422)
  })
})

describe('a telling', () => {
  test('is signed as Standard Webhooks says, and with the former secret too for a day after a new one', async () => {
    const shop = await outside()
    const hook = await hookTo(shop.url, ['ticket.created'])
    expect(hook.secret).toMatch(/^whsec_/)
    await chain.ticket(admin)
    await expect.poll(() => shop.letters.length).toBe(1)
    const [letter] = shop.letters
    if (!letter) throw new Error('Nothing was told')
    expect(new Webhook(hook.secret).verify(letter.body, letter.headers)).toMatchObject({ type: 'ticket.created' })
    expect(() => new Webhook(hook.secret).verify(`${letter.body} `, letter.headers)).toThrow()
    expect(() =>
      new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`).verify(letter.body, letter.headers),
    ).toThrow()
    const renewed = await chain.call<{ secret: string }>('POST', `webhook/${hook.id}/new-secret`, { by: admin })
    await chain.ticket(admin)
    await expect.poll(() => shop.letters.length).toBe(2)
    const [, next] = shop.letters
    for (const secret of [hook.secret, renewed.data.secret])
      expect(new Webhook(secret).verify(next?.body ?? '', next?.headers ?? {})).toMatchObject({
        type: 'ticket.created',
      })
    await sql`update webhooks set former_until = now() where id = ${hook.id}`.execute(chain.db)
    await chain.ticket(admin)
    await expect.poll(() => shop.letters.length).toBe(3)
    const last = shop.letters[2]
    expect(() => new Webhook(hook.secret).verify(last?.body ?? '', last?.headers ?? {})).toThrow()
    expect(new Webhook(renewed.data.secret).verify(last?.body ?? '', last?.headers ?? {})).toBeDefined()
  })

  test('keeps its secret to itself: no answer, no history, no table says it', async () => {
    const hook = await hookTo('http://127.0.0.1:9/hooks', ['ticket.created'])
    const plain = hook.secret.slice('whsec_'.length)
    for (const path of [`webhook/${hook.id}`, 'webhook', `webhook/${hook.id}/history`, `webhook/${hook.id}/deliveries`])
      expect(JSON.stringify((await chain.call('GET', path, { by: admin })).data), path).not.toContain(plain)
    const kept = await rows(
      chain.db,
      sql`select to_jsonb(w)::text as t from webhooks w union all select answer from idempotency_keys union all select changes::text from activity`,
    )
    expect(JSON.stringify(kept)).not.toContain(plain)
    const unmask = await chain.call('POST', `webhook/${hook.id}/unmask`, {
      by: admin,
      body: { field: 'secret', reason: 'Xem thử' },
    })
    expect(unmask.status).toBe(404)
  })

  test('that is not heard is told again, under the same id, until it is', async () => {
    const shop = await outside()
    shop.answers = (response) => response.writeHead(500).end('not now')
    const hook = await hookTo(shop.url, ['ticket.created'])
    await chain.ticket(admin)
    await expect.poll(() => shop.letters.length).toBe(1)
    await expect.poll(async () => (await shown(hook)).failing_since).not.toBeNull()
    expect((await logOf(hook))[0]).toMatchObject({ state: 'waiting', tries: 1, status: 500, answer: 'not now' })
    const job = await row(
      chain.db,
      { n: 'number' },
      sql`select count(*)::int as n from graphile_worker._private_jobs j where key = ${`webhook ${hook.id}`} and run_at > now()`,
    )
    expect(job?.n).toBe(1)
    shop.answers = (response) => response.end('thanks')
    await hurry(hook)
    await expect.poll(() => shop.letters.length).toBe(2)
    expect(shop.letters[1]?.headers['webhook-id']).toBe(shop.letters[0]?.headers['webhook-id'])
    await expect
      .poll(async () => (await logOf(hook))[0])
      .toMatchObject({ state: 'delivered', tries: 2, status: 200, answer: 'thanks' })
    expect((await shown(hook)).failing_since).toBeNull()
  })

  test('of a record is put off by itself, however often its receiver fails over it', async () => {
    const shop = await outside()
    const hook = await hookTo(shop.url, ['ticket.created'])
    shop.answers = (response) => response.writeHead(500).end()
    const held = await chain.ticket(admin)
    const heard = () => shop.letters.filter(({ data }) => data.data.id === held.id).length
    await expect.poll(async () => (await logOf(hook)).map(({ tries }) => tries)).toEqual([1])
    shop.answers = (response, { data }) => response.writeHead(data.data.id === held.id ? 500 : 200).end()
    for (let n = 0; n < 3; n++) {
      const free = await chain.ticket(admin)
      await expect.poll(() => shop.letters.map(({ data }) => data.data.id), { timeout: 4000 }).toContain(free.id)
    }
    await sql`update webhook_deliveries set next_at = now(), tries = 3 where webhook = ${hook.id} and state = 'waiting'`.execute(
      chain.db,
    )
    await expect.poll(heard).toBe(2)
    const pause = async () =>
      (
        await row(
          chain.db,
          { seconds: 'number' },
          sql`select extract(epoch from next_at - now())::int as seconds from webhook_deliveries where webhook = ${hook.id} and state = 'waiting'`,
        )
      )?.seconds
    await expect.poll(pause).toBeGreaterThan(250)
  })

  test.each([400, 503])(
    'of a record waits for the one before it, answered %d; those of other records do not',
    async (status) => {
      const shop = await outside()
      const [held, free] = [await chain.ticket(admin), await chain.ticket(admin)]
      shop.answers = (response, { data }) => response.writeHead(data.data.id === held.id ? status : 200).end()
      const hook = await hookTo(shop.url, ['ticket.updated'])
      const change = async (id: number, version: number) => {
        const changed = await chain.call<{ version: number }>('PUT', `ticket/${id}`, {
          by: admin,
          body: { version, title: `Sửa lần ${version}` },
        })
        expect(changed.status, JSON.stringify(changed.data)).toBe(200)
        return changed.data.version
      }
      let [a, b] = [held.version, free.version]
      for (let n = 0; n < 3; n++) {
        a = await change(held.id, a)
        b = await change(free.id, b)
      }
      await expect.poll(() => shop.letters.filter(({ data }) => data.data.id === free.id).length).toBe(3)
      // The first of them comes again after five seconds, however slow the machine is meanwhile.
      const ids = () =>
        shop.letters
          .filter(({ data }) => data.data.id === held.id)
          .map(({ headers }) => Number(headers['webhook-id']?.slice(4)))
      expect(new Set(ids()).size).toBe(1)
      shop.answers = (response) => response.end()
      await hurry(hook)
      await expect.poll(() => new Set(ids()).size).toBe(3)
      expect(ids().length).toBeGreaterThan(3)
      expect(ids()).toEqual(ids().toSorted((one, other) => one - other))
    },
  )

  test('is given up after three days, and lets what came after it through', async () => {
    const shop = await outside()
    shop.answers = (response) => response.writeHead(410).end()
    const hook = await hookTo(shop.url, ['ticket.created'])
    await chain.ticket(admin)
    await expect.poll(() => shop.letters.length).toBe(1)
    await sql`update webhook_deliveries set created_at = now() - interval '73 hours' where webhook = ${hook.id}`.execute(
      chain.db,
    )
    await hurry(hook)
    await expect.poll(async () => (await logOf(hook))[0]?.state).toBe('failed')
    expect((await shown(hook)).state).toBe('on')
  })

  test('that follows a redirect is none: it is an answer like any other', async () => {
    const [shop, trap] = [await outside(), await outside()]
    shop.answers = (response) => response.writeHead(302, { location: trap.url }).end()
    const hook = await hookTo(shop.url, ['ticket.created'])
    await chain.ticket(admin)
    await expect.poll(async () => (await logOf(hook))[0]?.status).toBe(302)
    expect((await logOf(hook))[0]?.state).toBe('waiting')
    expect(trap.letters).toEqual([])
  })
})

describe('a webhook', () => {
  test('that reached nobody for three days is switched off, and those who watch over the chain are told', async () => {
    const [shop, witness] = [await outside(), await outside()]
    shop.answers = (response) => void response.destroy()
    const hook = await hookTo(shop.url, ['ticket.created'])
    await hookTo(witness.url, ['ticket.created'])
    const watcher = await chain.person()
    await chain.ticket(admin)
    await expect.poll(async () => (await shown(hook)).failing_since).not.toBeNull()
    expect((await shown(hook)).state).toBe('on')
    await sql`update webhooks set failing_since = now() - interval '73 hours' where id = ${hook.id}`.execute(chain.db)
    await hurry(hook)
    await expect.poll(async () => (await shown(hook)).state).toBe('off')
    const bell = () =>
      chain.call<{ data: { sentence: string; link: string }[] }>('GET', 'notification', { by: watcher })
    await expect
      .poll(async () => JSON.stringify((await bell()).data))
      .toContain('reached nobody for three days and was switched off')
    expect(JSON.stringify((await bell()).data)).toContain(`/webhooks/view/${hook.id}`)
    // What happens while it is off is not kept for it: another one has heard of it before this one is switched on.
    const missed = await chain.ticket(admin)
    await expect.poll(() => witness.letters.map(({ data }) => data.data.id)).toContain(missed.id)
    // It is tried at once, and is neither failing nor told as long as nobody answers.
    const tried = Promise.withResolvers<ServerResponse>()
    shop.answers = tried.resolve
    const on = await chain.call('POST', `webhook/${hook.id}/on`, { by: admin, body: {} })
    expect(on.status).toBe(200)
    expect(await shown(hook)).toMatchObject({ state: 'on', failing_since: null, waiting: 1 })
    await tried.promise.then((response) => response.end())
    await expect.poll(async () => (await shown(hook)).waiting).toBe(0)
  })

  test('is tested by a telling of its own, and tells again what somebody asks for', async () => {
    const shop = await outside()
    const hook = await hookTo(shop.url, [])
    expect((await chain.call('POST', `webhook/${hook.id}/test`, { by: admin })).status).toBe(200)
    await expect.poll(() => typesOf(shop.letters)).toEqual(['webhook.test'])
    await expect.poll(async () => (await logOf(hook))[0]?.state).toBe('delivered')
    const [line] = await logOf(hook)
    await chain.call('POST', `webhook/${hook.id}/deliveries/${line?.id}/again`, { by: admin })
    await expect.poll(() => shop.letters.length).toBe(2)
    expect(shop.letters[1]?.headers['webhook-id']).toBe(shop.letters[0]?.headers['webhook-id'])
    await expect.poll(async () => (await logOf(hook))[0]?.state).toBe('delivered')
    expect((await chain.call('POST', `webhook/${hook.id}/deliveries/abc/again`, { by: admin })).status).toBe(404)
    await chain.call('POST', `webhook/${hook.id}/off`, { by: admin, body: {} })
    const told = await logOf(hook)
    for (const way of ['test', `deliveries/${line?.id}/again`])
      expect((await chain.call('POST', `webhook/${hook.id}/${way}`, { by: admin })).text).toBe(
        'This webhook is switched off. Switch it on first.',
      )
    expect(await logOf(hook)).toEqual(told)
  })

  test('of another store is not there, nor is its log', async () => {
    const hook = await hookTo('http://127.0.0.1:9/hooks', [], { stores: [second] })
    const manager = await chain.person({ permissions: { system: ALL_FLAGS }, scope: 'store', store: first })
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
      ['POST', '/new-secret'],
      ['POST', '/deliveries/1/again'],
    ] as const)
      expect((await chain.call(method, `webhook/${hook.id}${path}`, { by: manager })).status, path).toBe(404)
  })

  test('keeps the last thousand tellings that are over', async () => {
    const hook = await hookTo('http://127.0.0.1:9/hooks', [])
    await sql`insert into webhook_deliveries (webhook, event, module, record_id, body, state)
      select ${hook.id}, 'ticket.created', 'complaints', n, '{}', case when n > 1200 then 'waiting' else 'delivered' end from generate_series(1, 1205) n`.execute(
      chain.db,
    )
    const { trimLogs } = await import('../../../src/modules/webhooks/log.server.ts')
    await trimLogs(chain.db)
    const left = await row(
      chain.db,
      { over: 'number', waiting: 'number' },
      sql`select count(*) filter (where state = 'delivered')::int as over, count(*) filter (where state = 'waiting')::int as waiting from webhook_deliveries where webhook = ${hook.id}`,
    )
    expect(left).toEqual({ over: 1000, waiting: 5 })
  })
})

test('two servers tell each thing once', async () => {
  await chain.another()
  const shop = await outside()
  await hookTo(shop.url, ['ticket.created'])
  await Promise.all(Array.from({ length: 20 }, () => chain.ticket(admin)))
  await expect.poll(() => shop.letters.length).toBe(20)
  expect(new Set(shop.letters.map(({ headers }) => headers['webhook-id'])).size).toBe(20)
})
