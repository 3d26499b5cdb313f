import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodsDelivery, WATCHED } from '../../../src/modules/goods-delivery/goods-delivery.ts'
import { cashAt, type Stop } from '../../../src/modules/goods-delivery/stop.ts'
import { row } from '../../../src/server/db/db.ts'
import { rowsOf } from '../../../src/server/sheets/xlsx/read-book.ts'
import { directoryOf, inflated } from '../../../src/server/sheets/xlsx/unzip.ts'
import { oddWords } from '../../../src/shared/definition/odd-words.ts'
import type { Address, Named, StoredFile } from '../../../src/shared/fields.ts'
import { tIn } from '../../../src/shared/language.ts'
import { bookOf, gathered, imported, sent } from '../../setup/books.ts'
import { type Chain, type Person, startChain } from '../../setup/chain.ts'
import { solve } from '../../setup/challenge.ts'
import { listen } from '../../setup/http/listen.ts'
import { uploaded } from '../../setup/media.ts'

const chain = await startChain()
const admin = await chain.person()
const shipper = await shipperOf(chain.stores[0])

interface Delivery {
  id: number
  version: number
  status: string
  distance: number | null
  duration: number | null
  is_estimate: boolean
  fee: number | null
  from_address: Address | null
  photo: StoredFile[]
  failure_reason: string | null
  warnings: string[]
  complaint: Named | null
  shipper: Named | null
  fields?: Record<string, string>
}

const home = { line: '12 Lê Lợi', ward_code: '26743', province_code: '79' }
const delivery = (more: object = {}) => ({
  ...{ receipt_no: '0098712', receipt_value: 250_000, packages: 2, store: chain.stores[0], to_address: home },
  ...{ customer_name: 'Trần Thu Hà', phone: '0912345678', ...more },
})
const make = async (more: object = {}, by = admin) =>
  chain.call<Delivery>('POST', 'goods-delivery', { by, body: delivery(more) })
const step = (one: { id: number; version: number }, name: string, more: object = {}, by = admin) =>
  chain.call<Delivery>('POST', `goods-delivery/${one.id}/${name}`, { by, body: { version: one.version, ...more } })

async function shipperOf(store: number, account: number | null = null): Promise<number> {
  const made = await row(
    chain.db,
    { id: 'number' },
    sql`insert into shippers (code, name, phone, store, account) values (${randomUUID().slice(0, 8)}, 'Lê Văn Tám', '0987654321', ${store}, ${account}) returning id`,
  )
  return made?.id ?? 0
}

describe('A delivery', () => {
  test.each([
    ['to_address', null, 'To address is required'],
    ['to_address', { ...home, province_code: '01' }, 'To address: the ward and the province do not belong together'],
    ['customer_name', '', 'Customer name is required'],
    ['phone', '', 'Phone is required'],
    ['phone', '091234567', 'Phone number has exactly 10 digits'],
    ['store', null, 'Please select the store to continue'],
    ['packages', 0, 'Number of packages: at least 1'],
    ['receipt_value', 1.5, 'Receipt value: only whole đồng, no fraction'],
  ])('is refused with a wrong %s (%j)', async (name, value, said) => {
    const refused = await make({ [name]: value })
    expect([refused.status, refused.data.fields?.[name]]).toEqual([422, said])
  })

  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  test('that looks odd is taken, says what of it does, as the form told while it was typed, and is found by it', async () => {
    const cases: [string, string, string[]][] = [
      ['receipt_no', '#!@', ['receipt']],
      ['receipt_no', '12', ['receipt']],
      ['receipt_no', 'không có', ['receipt']],
      ['receipt_no', 'HĐ-00123/26', []],
      ['customer_name', 'A', ['name']],
      ['customer_name', '12345', ['name']],
      ['customer_name', 'Ân', []],
      ['phone', '02438261234', ['phone']],
      ['phone', '0912345679', []],
      ['delivery_date', '2020-11-22', ['day']],
      ['delivery_date', day(500), ['day']],
      ['delivery_date', day(-20), []],
      ['delivery_date', day(300), []],
    ]
    for (const [name, value, warnings] of cases) {
      const made = await make({ [name]: value })
      expect([made.status, made.data.warnings], value).toEqual([201, warnings])
      const told = oddWords(WATCHED, name, value, Date.now())
      expect(told !== undefined, value).toBe(warnings.length > 0)
      const found = await chain.call<{ total: number }>(
        'GET',
        `goods-delivery?id=${made.data.id}&warnings=receipt&warnings=name&warnings=phone&warnings=day`,
        { by: admin },
      )
      expect(found.data.total, value).toBe(warnings.length)
    }
  })

  test('takes the store’s address, and its fee from the table by distance and receipt value', async () => {
    await sql`update stores set address = '{"line":"1 Cầu Giấy","ward":null,"district":null,"province":null,"model":2}' where id = ${chain.stores[0]}`.execute(
      chain.db,
    )
    const near = await make({ distance: 2.9 })
    expect(near.data).toMatchObject({ status: 'registered', fee: 15_000, is_estimate: false, duration: 7 })
    expect(near.data.from_address?.line).toBe('1 Cầu Giấy')
    expect((await make({ distance: 3, receipt_value: 300_000 })).data.fee).toBe(0)
    expect((await make({ distance: 3.1 })).data.fee).toBe(20_000)
    expect((await make({ distance: 51 })).data.fee).toBeNull()
    expect((await make({ fee: 1 })).status).toBe(400)
  })

  test('gets its fee anew when the administrator’s table or the way changes', async () => {
    const made = (await make({ distance: 4 })).data
    const fees = await chain.call<{ data: { id: number; version: number; up_to_km: number; from_value: number }[] }>(
      'GET',
      'delivery-fees?perpage=100',
      { by: admin },
    )
    const five = fees.data.data.find((one) => one.up_to_km === 5 && one.from_value === 0)
    await chain.call('PUT', `delivery-fees/${five?.id}`, { by: admin, body: { fee: 22_000, version: five?.version } })
    const changed = await chain.call<Delivery>('PUT', `goods-delivery/${made.id}`, {
      by: admin,
      body: { distance: 4.5, version: made.version },
    })
    expect(changed.data.fee).toBe(22_000)
    const clerk = await chain.person({
      permissions: {
        'goods-delivery': { add: true, edit: true, read: true, delete: false, report: false, other: true },
      },
    })
    expect(
      (await chain.call('PUT', `delivery-fees/${five?.id}`, { by: clerk, body: { fee: 1, version: 2 } })).status,
    ).toBe(403)
  })

  test('without a way is estimated from earlier ways to the ward and marked so, or stays unknown', async () => {
    const elsewhere = { ...home, ward_code: '00004', province_code: '01' }
    expect((await make({ to_address: elsewhere })).data).toMatchObject({
      distance: null,
      fee: null,
      is_estimate: false,
    })
    for (const km of [6, 8, 7]) await make({ to_address: elsewhere, distance: km, duration: 20 })
    expect((await make({ to_address: elsewhere })).data).toMatchObject({
      distance: 7,
      duration: 20,
      is_estimate: true,
      fee: 35_000,
    })
  })

  test('goes out with a shipper, and ends delivered with a photo or failed with a reason; what failed goes out again', async () => {
    const made = (await make({ distance: 2 })).data
    expect((await step(made, 'delivered', { photo: await uploaded(chain, admin) })).status).toBe(409)
    expect((await step(made, 'out')).status).toBe(422)
    const out = await step(made, 'out', { shipper })
    expect(out.data).toMatchObject({ status: 'out', shipper: { name: 'Lê Văn Tám' } })
    expect((await step(out.data, 'failed')).data.fields?.failure_reason).toBe('Why it was not delivered is required')
    const failed = await step(out.data, 'failed', { failure_reason: 'Khách không nghe máy' })
    expect(failed.data).toMatchObject({ status: 'failed', failure_reason: 'Khách không nghe máy' })
    const again = await step(failed.data, 'out', { shipper })
    expect(again.data.failure_reason).toBeNull()
    expect((await step(again.data, 'delivered', { photo: [] })).status).toBe(422)
    expect((await step(again.data, 'delivered', { photo: ['A'.repeat(32)] })).status).toBe(422)
    const done = await step(again.data, 'delivered', { photo: await uploaded(chain, admin) })
    expect(done.data.photo[0]?.type).toBe('image/jpeg')
    expect((await step(done.data, 'failed', { failure_reason: 'Khách vắng' })).status).toBe(409)
  })

  test('of another store is not there under the scope of a store', async () => {
    const other = (await make({ store: chain.stores[1], distance: 2 })).data
    const clerk = await chain.person({ role: 'Reception', store: chain.stores[0] })
    expect((await chain.call('GET', `goods-delivery/${other.id}`, { by: clerk })).status).toBe(404)
    expect((await step(other, 'out', { shipper }, clerk)).status).toBe(404)
    expect((await make({ store: chain.stores[1] }, clerk)).status).toBe(422)
    expect((await make({}, clerk)).status).toBe(201)
  })

  test('points at no complaint that its writer may not see, and at nothing that is not there', async () => {
    const clerk = await chain.person({ role: 'Reception', store: chain.stores[0] })
    const [near, far] = [
      await chain.ticket(admin, { store: chain.stores[0] }),
      await chain.ticket(admin, { store: chain.stores[1], title: 'Chỉ cửa hàng hai biết' }),
    ]
    const made = await make({ complaint: near.id }, clerk)
    expect(made.data.complaint?.id).toBe(near.id)
    for (const complaint of [far.id, 999_999]) {
      const change = { version: made.data.version, complaint }
      const answers = [
        await make({ complaint }, clerk),
        await chain.call<Delivery>('PUT', `goods-delivery/${made.data.id}`, { by: clerk, body: change }),
      ]
      for (const { status, data } of answers)
        expect([status, data.fields]).toEqual([422, { complaint: 'Complaint is not valid' }])
    }
    const lost = await step(made.data, 'out', { shipper: 999_999 })
    expect([lost.status, lost.data.fields]).toEqual([422, { shipper: 'Shipper is not valid' }])
  })

  test('tells its shipper no more of a complaint than its number, wherever they look', async () => {
    const ticket = await chain.ticket(admin, { store: chain.stores[0], title: 'Chỉ quầy được biết' })
    const rider = await chain.person({ role: 'Shipper', store: chain.stores[0] })
    const own = await chain.call<{ id: number }>('POST', 'shipper', {
      by: admin,
      body: { code: 'SH-LINK', name: 'Người giao', phone: '0901234999', store: chain.stores[0], account: rider.id },
    })
    const made = await make({ complaint: ticket.id, shipper: own.data.id })
    await chain.call('PUT', `goods-delivery/${made.data.id}`, {
      by: admin,
      body: { version: made.data.version, complaint: null },
    })
    const { version } = (await chain.call<Delivery>('GET', `goods-delivery/${made.data.id}`, { by: admin })).data
    await chain.call('PUT', `goods-delivery/${made.data.id}`, { by: admin, body: { version, complaint: ticket.id } })
    for (const by of [rider, admin]) {
      const looks = ['', '/history'].map((path) =>
        chain.call<Delivery>('GET', `goods-delivery/${made.data.id}${path}`, { by }),
      )
      const [seen, history] = await Promise.all(looks)
      expect(seen?.data.complaint).toEqual({ id: ticket.id, name: ticket.issue_number })
      expect(JSON.stringify([seen, history])).not.toContain('Chỉ quầy được biết')
      expect(JSON.stringify(history)).toContain(ticket.issue_number)
    }
    const named = (by: typeof admin) => chain.call<{ data: object[] }>('GET', `ticket/get-name?id=${ticket.id}`, { by })
    expect((await named(rider)).status).toBe(403)
    expect((await named(admin)).data.data).toMatchObject([{ id: ticket.id, name: 'Chỉ quầy được biết' }])
  })

  test('stands on the customer’s card and with its complaint', async () => {
    const ticket = await chain.ticket(admin, { phone: '0901112223' })
    const made = await make({ phone: '0901112223', complaint: ticket.id })
    expect(made.data.complaint).toMatchObject({ id: ticket.id })
    const listed = await chain.call<{ data: Delivery[] }>('GET', `goods-delivery?complaint=${ticket.id}`, { by: admin })
    expect(listed.data.data.map((one) => one.id)).toEqual([made.data.id])
    const card = await chain.call<{ records: { data: { module: string; status: string }[] } }>(
      'GET',
      `ticket/${ticket.id}/customer`,
      { by: admin },
    )
    expect(card.data.records.data).toContainEqual(
      expect.objectContaining({ module: 'goods-delivery', status: 'registered' }),
    )
  })
})

test('deliveries from a workbook are registered with their fee, their address read from one line', async () => {
  const label = (name: keyof typeof goodsDelivery.fields) => tIn('en', goodsDelivery.fields[name].label)
  const names = [
    'receipt_no',
    'receipt_value',
    'packages',
    'store',
    'to_address',
    'customer_name',
    'phone',
    'distance',
  ] as const
  const cells = ['00777', 2_100_000, 1, 'S01', 'Tầng 2, 9 Lê Lợi, Bến Thành, TP.HCM', 'Lý Hà', '0912345678', 7]
  const book = await bookOf(names.map(label), [cells])
  await imported(chain, 'goods-delivery', admin, await sent(chain, 'goods-delivery', admin, book))
  const list = await chain.call<{ data: (Delivery & { to_address: Address })[] }>(
    'GET',
    'goods-delivery?search=00777',
    { by: admin },
  )
  const [listed] = list.data.data
  expect(listed).toMatchObject({ status: 'registered', fee: 0, to_address: { ward_code: '26743', line: '***' } })
  const { data } = await chain.call<Delivery>('GET', `goods-delivery/${listed?.id}`, { by: admin })
  expect(data).toMatchObject({ phone: '0912345678', to_address: { ward_code: '26743', line: 'Tầng 2, 9 Lê Lợi' } })
})

test('a workbook names complaints by their number, those that who sends it may see, and its template names none', async () => {
  const clerk = await chain.person({ role: 'Reception', store: chain.stores[0] })
  const [near, far] = [
    await chain.ticket(admin, { store: chain.stores[0], title: 'Việc riêng của quầy' }),
    await chain.ticket(admin, { store: chain.stores[1] }),
  ]
  const head = ['receipt_no', 'receipt_value', 'store', 'to_address', 'customer_name', 'phone', 'complaint'] as const
  const book = await bookOf(
    head.map((name) => tIn('en', goodsDelivery.fields[name].label)),
    [near.issue_number, far.issue_number, near.title].map((said, at) => [
      ...[`0078${at}`, 100_000, 'S01', '9 Lê Lợi, Bến Thành, TP.HCM', 'Lý Hà', '0912345678', said],
    ]),
  )
  const read = await sent(chain, 'goods-delivery', clerk, book)
  expect(read.counts).toMatchObject({ new: 1, bad: 2 })
  const template = await fetch(`${chain.url}/api/goods-delivery/import/template`, {
    headers: { authorization: `Bearer ${clerk.token}` },
  })
  const content = Buffer.from(await template.arrayBuffer())
  const sheets = await Promise.all([...directoryOf(content).values()].map((part) => gathered(inflated(content, part))))
  const lists = Buffer.concat(sheets).toString()
  expect(lists).toContain('Siêu thị Cầu Giấy')
  expect(lists).not.toContain('Việc riêng của quầy')
})

test('a shipper who signs in finds the own stops of today, what is still out first, and nobody else’s', async () => {
  const rider = await chain.person({ role: 'Shipper', store: chain.stores[0] })
  const own = await shipperOf(chain.stores[0], rider.id)
  const today = await row(
    chain.db,
    { day: 'string' },
    sql`select to_char(now() at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD') as day`,
  )
  const first = (await make({ shipper: own, delivery_date: today?.day })).data
  const second = (await make({ shipper: own, delivery_date: today?.day })).data
  await make({ shipper, delivery_date: today?.day })
  await make({ shipper: own, delivery_date: '2031-01-01' })
  await step(second, 'out', { shipper: own })
  const day = await chain.call<{ shipper: Named; data: { id: number }[] }>('GET', 'goods-delivery/day', { by: rider })
  expect(day.data.shipper.id).toBe(own)
  expect(day.data.data.map((one) => one.id)).toEqual([second.id, first.id])
  for (const wrong of ['tomorrow', '2026-11-31']) {
    const answer = await chain.call<{ fields: object }>('GET', `goods-delivery/day?day=${wrong}`, { by: rider })
    expect([answer.status, answer.data.fields]).toEqual([422, { day: 'Day is not a date' }])
  }
  expect((await step(first, 'out', { shipper: own }, rider)).status).toBe(200)
})

test('the order that a shipper gives the stops of a day stays, and touches nobody else’s', async () => {
  const rider = await chain.person({ role: 'Shipper', store: chain.stores[0] })
  const own = await shipperOf(chain.stores[0], rider.id)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }).format()
  const made = []
  for (let n = 0; n < 3; n++) made.push((await make({ shipper: own, delivery_date: today })).data)
  const theirs = (await make({ shipper, delivery_date: today })).data
  const [one, two, three] = made.map(({ id }) => id)
  const arrange = (stops: unknown) =>
    chain.call<{ arranged: number }>('POST', 'goods-delivery/arrange', { by: rider, body: { stops } })
  expect((await arrange([three, theirs.id, one, two])).data).toEqual({ arranged: 3 })
  const day = await chain.call<{ data: { id: number }[] }>('GET', 'goods-delivery/day', { by: rider })
  expect(day.data.data.map(({ id }) => id)).toEqual([three, one, two])
  const { version } = (await chain.call<Delivery>('GET', `goods-delivery/${one}`, { by: rider })).data
  expect(version, 'the delivery itself did not change').toBe(made[0]?.version)
  for (const wrong of [[], ['1'], [1.5], null, 7]) expect((await arrange(wrong)).status, String(wrong)).toBe(422)
  const reader = { add: true, edit: true, delete: true, read: true, report: true, other: false }
  const clerk = await chain.person({ permissions: { 'goods-delivery': reader } })
  const refused = await chain.call('POST', 'goods-delivery/arrange', { by: clerk, body: { stops: [one] } })
  expect(refused.status).toBe(403)
})

test('what ended is out again by who ended it, for a while; by another only with the right to delete', async () => {
  const rider = await chain.person({ role: 'Shipper', store: chain.stores[0] })
  const own = await shipperOf(chain.stores[0], rider.id)
  const out = (await step((await make({ shipper: own })).data, 'out', { shipper: own }, rider)).data
  const done = (await step(out, 'delivered', { photo: await uploaded(chain, rider) }, rider)).data
  const clerk = await chain.person({ role: 'Reception', store: chain.stores[0] })
  expect((await step(done, 'undo-ended', {}, clerk)).status).toBe(409)
  const back = (await step(done, 'undo-ended', {}, rider)).data
  expect(back).toMatchObject({ status: 'out', photo: [], ended_at: null, ended_by: null })
  const failed = (await step(back, 'failed', { failure_reason: 'Khách vắng' }, rider)).data
  expect(failed).toMatchObject({ ended_by: { id: rider.id } })
  await sql`update goods_delivery set ended_at = ended_at - interval '11 minutes' where id = ${failed.id}`.execute(
    chain.db,
  )
  expect((await step(failed, 'undo-ended', {}, rider)).status).toBe(409)
  expect((await step(failed, 'undo-ended')).data).toMatchObject({ status: 'out', failure_reason: null })
})

test('a reason says something: a dot is refused', async () => {
  const out = (await step((await make()).data, 'out', { shipper })).data
  expect((await step(out, 'failed', { failure_reason: '.' })).data.fields?.failure_reason).toBe(
    'Why it was not delivered: at least 2 characters',
  )
})

test('the day tells what is to be collected at the door, and who pays the way', async () => {
  const rider = await chain.person({ role: 'Shipper', store: chain.stores[0] })
  const own = await shipperOf(chain.stores[0], rider.id)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }).format()
  const to_address = { ...home, ward_code: '00004', province_code: '01' }
  const asked = { shipper: own, delivery_date: today, distance: 2, to_address }
  await make({ ...asked, to_collect: 250_000 })
  await make({ ...asked, to_collect: 100_000, fee_by: 'store' })
  await make(asked)
  const { data } = (await chain.call<{ data: Stop[] }>('GET', 'goods-delivery/day', { by: rider })).data
  expect(data.map(cashAt)).toEqual([265_000, 100_000, 15_000])
  expect((await make({ to_collect: -1 })).status).toBe(422)
})

test('a shipper sees the own deliveries and no others, whichever way they look', async () => {
  const rider = await chain.person({ role: 'Shipper', store: chain.stores[0] })
  const own = await shipperOf(chain.stores[0], rider.id)
  const ear = await listen(chain.url, rider.token)
  const theirs = (await make({ shipper, receipt_no: 'KHAC-0001', phone: '0903334441' })).data
  const mine = (await make({ shipper: own, receipt_no: 'MINH-0001', phone: '0903334442' })).data
  const made = await chain.call<Delivery>('POST', 'goods-delivery', {
    by: await chain.person({ role: 'Reception', store: chain.stores[0] }),
    body: delivery({ receipt_no: 'KHAC-0002', phone: '0903334443' }),
  })
  const out = (await step(theirs, 'out', { shipper })).data
  const gone = (await step(out, 'delivered', { photo: await uploaded(chain, admin) })).data
  const list = await chain.call<{ data: Delivery[]; total: number }>('GET', 'goods-delivery?sort=id', { by: rider })
  expect([list.data.data.map(({ id }) => id), list.data.total]).toEqual([[mine.id], 1])
  const narrowed = `goods-delivery?store=${chain.stores[0]}&status=registered&perpage=100`
  expect((await chain.call<{ total: number }>('GET', narrowed, { by: rider })).data.total).toBe(1)
  expect((await chain.call<{ total: number }>('GET', 'goods-delivery?search=KHAC', { by: rider })).data.total).toBe(0)
  const tiles = await chain.call<{ counts: Record<string, number> }>('GET', 'modules', { by: rider })
  expect(tiles.data.counts['goods-delivery']).toBe(1)
  const found = await chain.call<{ groups: { items: { id: number }[] }[] }>('GET', 'search?q=0001', { by: rider })
  expect(found.data.groups.flatMap(({ items }) => items.map(({ id }) => id))).toEqual([mine.id])
  for (const path of ['', '/history'])
    for (const { id } of [theirs, made.data])
      expect((await chain.call('GET', `goods-delivery/${id}${path}`, { by: rider })).status, path).toBe(404)
  expect((await chain.call('GET', `goods-delivery/${mine.id}/history`, { by: rider })).status).toBe(200)
  expect((await step(made.data, 'out', { shipper: own }, rider)).status).toBe(404)
  const day = await chain.call<{ shipper: Named | null }>('GET', `goods-delivery/day?shipper=${shipper}`, { by: rider })
  expect(day.data.shipper).toBeNull()
  const { key } = (await chain.call<{ key: string }>('POST', 'file-key', { by: rider })).data
  expect((await fetch(`${chain.url}/api/file/${gone.photo[0]?.id}?key=${key}`)).status).toBe(404)
  await step(mine, 'out', { shipper: own })
  const heard = () => ear.events.flatMap(({ name, data }) => (name === 'record-changed' ? [data.id] : []))
  await expect.poll(() => heard().filter((id) => id === mine.id)).toHaveLength(2)
  expect(new Set(heard())).toEqual(new Set([mine.id]))
  ear.close()
})

test('a shipper from whom a stop is taken hears that it is gone, and nothing of what becomes of it', async () => {
  const rider = await chain.person({ role: 'Shipper', store: chain.stores[0] })
  const other = await chain.person({ role: 'Shipper', store: chain.stores[0] })
  const own = await shipperOf(chain.stores[0], rider.id)
  const theirs = await shipperOf(chain.stores[0], other.id)
  const ears = [await listen(chain.url, rider.token), await listen(chain.url, other.token)]
  const one = (await make({ shipper: own })).data
  const [before, after] = ears.map(
    ({ events }) =>
      () =>
        events.flatMap(({ name, data }) =>
          name === 'record-changed' && data.id === one.id ? [data.by?.id ?? 'nobody'] : [],
        ),
  )
  const give = (version: number, more: object) =>
    chain.call<Delivery>('PUT', `goods-delivery/${one.id}`, { by: admin, body: { version, ...more } })
  const given = (await give(one.version, { shipper: theirs })).data
  await expect.poll(() => before?.()).toEqual([admin.id, 'nobody'])
  await give(given.version, { notes: 'Gọi trước' })
  await expect.poll(() => after?.()).toEqual([admin.id, admin.id])
  expect(before?.()).toEqual([admin.id, 'nobody'])
  for (const ear of ears) ear.close()
})

test('a shipper brings the own deliveries and changes nothing else of them, unless the role may edit', async () => {
  const rider = await chain.person({ role: 'Shipper', store: chain.stores[0] })
  const own = await shipperOf(chain.stores[0], rider.id)
  const one = (await make({ shipper: own })).data
  const change = (by: Person, version: number) =>
    chain.call('PUT', `goods-delivery/${one.id}`, { by, body: { version, customer_name: 'Lê Văn Khác' } })
  expect((await change(rider, one.version)).status).toBe(403)
  expect((await step(one, 'out', { shipper }, rider)).status).toBe(403)
  const out = (await step(one, 'out', { shipper: own }, rider)).data
  const failed = (await step(out, 'failed', { failure_reason: 'Khách vắng' }, rider)).data
  const again = (await step(failed, 'out', { shipper: own }, rider)).data
  const done = await step(again, 'delivered', { photo: await uploaded(chain, rider) }, rider)
  expect([done.status, done.data.status]).toEqual([200, 'delivered'])

  const reader = { add: false, edit: true, delete: false, read: true, report: false, other: false }
  const editor = await chain.person({ permissions: { 'goods-delivery': reader }, store: chain.stores[0] })
  const next = (await make({ shipper: own })).data
  expect((await step(next, 'out', { shipper: own }, editor)).status).toBe(403)
  expect((await change(editor, done.data.version)).status).toBe(200)
})

test('an export under the scope of the own records holds these and no others', async () => {
  const flags = { add: true, edit: true, delete: false, read: true, report: true, other: false }
  const keeper = await chain.person({ permissions: { 'goods-delivery': flags }, scope: 'own', store: chain.stores[1] })
  const own = await shipperOf(chain.stores[1], keeper.id)
  await make({ shipper: own, receipt_no: 'GIAO-1', store: chain.stores[1] })
  await make({ receipt_no: 'TAO-1' }, keeper)
  await make({ shipper, receipt_no: 'KHAC-3', store: chain.stores[1] })
  const file = await fetch(`${chain.url}/api/goods-delivery/export?columns=receipt_no&sort=id`, {
    headers: { authorization: `Bearer ${keeper.token}` },
  })
  const cells: unknown[] = []
  for await (const batch of rowsOf(Buffer.from(await file.arrayBuffer())))
    cells.push(...batch.flatMap(({ cells: [cell] }) => cell ?? []))
  expect(JSON.stringify(cells)).toMatch(/GIAO-1.*TAO-1/)
  expect(JSON.stringify(cells)).not.toContain('KHAC')
})

test('a shipper may do nothing but bring goods; reception takes the figures of its desk out, and no members', async () => {
  const rider = await chain.person({ role: 'Shipper', store: chain.stores[0] })
  const elsewhere = (await make({ store: chain.stores[1] })).data
  expect((await step(elsewhere, 'out', { shipper }, rider)).status).toBe(404)
  expect((await make({}, rider)).status).toBe(403)
  const closed = ['ticket', 'shipper', 'user', 'member-register', 'goods-refund', 'vat-info', 'goods-delivery/export']
  for (const wire of closed) expect((await chain.call('GET', wire, { by: rider })).status, wire).toBe(403)
  expect((await chain.call('DELETE', `goods-delivery/${elsewhere.id}`, { by: rider })).status).toBe(403)
  const desk = await chain.person({ role: 'Reception', store: chain.stores[0] })
  const taken = (wire: string) =>
    fetch(`${chain.url}/api/${wire}/export`, { headers: { authorization: `Bearer ${desk.token}` } })
  expect((await taken('goods-delivery')).status).toBe(200)
  for (const wire of ['member-register', 'goods-refund']) expect((await taken(wire)).status, wire).toBe(403)
})

describe('The public form of deliveries', () => {
  const solved = async () => solve((await chain.call<{ challenge: string }>('GET', 'public/challenge')).data.challenge)

  test('makes one registered delivery however often it is sent, with the server’s own status and fee', async () => {
    const [work, again] = await Promise.all([solved(), solved()])
    await new Promise((later) => setTimeout(later, 3100))
    const body = { ...delivery(), agreed: true, terms: '1', ...work }
    const headers = { 'idempotency-key': randomUUID() }
    const send = (more: object = {}) =>
      chain.call<{ number: string }>('POST', 'goods-delivery/goods-delivery-register', {
        body: { ...body, ...more },
        headers,
      })
    const wrong = [
      [
        { status: 'delivered', fee: 0, source: 'staff' },
        { status: 'status: unknown', fee: 'fee: unknown', source: 'source: unknown' },
      ],
      [{ delivery_date: '2020-01-01' }, { delivery_date: 'Please choose a day in the future' }],
      [{ to_address: { ...body.to_address, line: ' ' } }, { to_address: 'To address is required' }],
      [{ to_address: { line: '12 Phố Huế', model: 2 } }, { to_address: 'To address is required' }],
    ] as const
    for (const [more, fields] of wrong) {
      const path = 'goods-delivery/goods-delivery-register'
      const answer = await chain.call<{ fields: object }>('POST', path, { body: { ...body, ...more } })
      expect([answer.status, answer.data.fields]).toEqual([422, fields])
    }
    const answers = await Promise.all(Array.from({ length: 8 }, () => send()))
    // The same words with new work are the same form; other words are not.
    answers.push(await send(again))
    expect(new Set(answers.map(({ data }) => data.number)).size).toBe(1)
    expect((await send({ ...again, notes: 'Tầng 3' })).code).toBe(1408)
    const id = Number(answers[0]?.data.number.slice(2))
    const made = await chain.call<Delivery & { source: string }>('GET', `goods-delivery/${id}`, { by: admin })
    expect(made.data).toMatchObject({ status: 'registered', source: 'public', fee: 22_000, is_estimate: true })
    const agreed = await chain.call<{ data: object[] }>('GET', `goods-delivery/${id}/consents`, { by: admin })
    expect(agreed.data.data).toMatchObject([{ version: '1', channel: 'web', withdrawn_at: null }])
    const elsewhere = await chain.person({ role: 'Reception', store: chain.stores[1] })
    expect((await chain.call('GET', `goods-delivery/${id}/consents`, { by: elsewhere })).status).toBe(404)
  })
})

describe('A routing service', () => {
  let service: Server
  let answers: Record<string, unknown> = {}
  let url = ''
  beforeAll(async () => {
    service = createServer((request, response) => {
      const found = answers[request.url?.split('/')[1]?.split('?')[0] ?? '']
      response.statusCode = found === undefined ? 302 : 200
      response.setHeader('location', 'http://127.0.0.1:1/')
      response.end(JSON.stringify(found ?? {}))
    })
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}` // it listens on a port
  })
  afterAll(() => service.close())

  const asked = (at: Chain, by: Person) =>
    at.call<Delivery>('POST', 'goods-delivery/measure', {
      by,
      body: { store: at.stores[0], to_address: home, receipt_value: 100_000 },
    })

  test('gives distance and duration; unknown addresses, redirects and silence are said clearly', async () => {
    const routed = await startChain({ ROUTING_URL: url, GEOCODING_URL: url, ROUTING_INTERNAL: '1' })
    const by = await routed.person()
    await sql`update stores set latitude = '10.77', longitude = '106.69'`.execute(routed.db)
    answers = { search: [{ lat: '10.772', lon: '106.698' }], route: { routes: [{ distance: 4230, duration: 781 }] } }
    expect((await asked(routed, by)).data).toMatchObject({
      distance: 4.2,
      duration: 13,
      is_estimate: false,
      fee: 20_000,
    })
    answers = { search: [] }
    expect((await asked(routed, by)).text).toContain('does not know this address')
    answers = {}
    expect((await asked(routed, by)).text).toContain('does not answer')
  })

  test('inside a network is not reached unless the operator says it stands there', async () => {
    const { wayBetween } = await import('../../../src/server/places/route-service.ts')
    answers = { search: [{ lat: '10.7', lon: '106.6' }], route: { routes: [{ distance: 1, duration: 1 }] } }
    const point = { latitude: 10, longitude: 106 }
    const to = { line: '1', ward: null, district: null, province: null, model: 2 as const }
    for (const host of [
      url,
      'https://127.0.0.1',
      'https://[::1]',
      'https://169.254.169.254',
      'https://10.0.0.1',
      'https://example.com:8443',
    ])
      await expect(wayBetween({ route: host, geocode: host, isInternal: false }, point, to), host).rejects.toThrow(
        'failed',
      )
  })

  test('that is not set up leaves the estimate, or asks for the kilometres', async () => {
    const unknown = await chain.call<Delivery>('POST', 'goods-delivery/measure', {
      by: admin,
      body: { store: chain.stores[1], to_address: { line: '1', ward_code: '31120', province_code: '92' } },
    })
    expect([unknown.status, unknown.text]).toEqual([
      409,
      'No routing service is set up. Please enter the distance in kilometres.',
    ])
  })
})
