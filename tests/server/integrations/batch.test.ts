import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import type { Permissions } from '../../../src/shared/users/permissions.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { AT_THE_DESK } from '../../setup/desk.ts'

const chain = await startChain()
const admin = await chain.person()
const [first, second] = chain.stores
let serial = 0

interface Line {
  external_id: string | null
  outcome: 'created' | 'updated' | 'unchanged' | 'refused'
  id: number | null
  ErrorCode?: number
  ErrorDescription?: string
  fields?: Record<string, string>
}
interface Told {
  created: number
  updated: number
  unchanged: number
  refused: number
  data: Line[]
}

async function keyOf(permissions: Permissions, more: object = {}, by: Person = admin): Promise<string> {
  const body = { name: `System ${++serial}`, purpose: 'Sends records', permissions, ...more }
  return (await chain.call<{ key: string }>('POST', 'api-key', { by, body })).data.key
}
const till = await keyOf({ 'vat-get-info': { add: true } })

const send = (resource: string, records: unknown, by: Person | string = till) =>
  chain.call<Told>('POST', `${resource}/batch`, { by, body: { records } })
const outcomes = (told: Told) => told.data.map(({ outcome }) => outcome)
const countOf = async (table: string) =>
  Number((await row(chain.db, sql`select count(*)::int as n from ${sql.table(table)} where deleted_at is null`))?.n)

const exempt = await chain.call<{ id: number }>('POST', 'vat-rate', {
  by: admin,
  body: { name: 'Free', kind: 'not_subject', rate: 0, goods: 'Trong thử nghiệm', from_on: '2020-01-01' },
})
const bill = (n: number, more: object = {}) => ({
  external_id: `bill ${n}`,
  bill_number: String(2_026_000_000_00 + n),
  store: 'S01',
  sold_on: '2026-11-20',
  rate: 'Free',
  net: 125_000,
  tax: 0,
  gross: 125_000,
  ...more,
})

describe('a batch', () => {
  test('makes each record once, however often it is sent, and names stores and rates by code or name', async () => {
    const records = Array.from({ length: 60 }, (_, n) => bill(n))
    const before = await countOf('vat_get_info')
    const made = await send('vat-detail', records)
    expect(made.status, JSON.stringify(made)).toBe(200)
    expect(made.data).toMatchObject({ created: 60, updated: 0, unchanged: 0, refused: 0 })
    expect(made.data.data.map(({ external_id }) => external_id)).toEqual(records.map(({ external_id }) => external_id))
    const again = await send('vat-detail', records.toReversed())
    expect(again.data).toMatchObject({ created: 0, unchanged: 60, refused: 0 })
    expect(again.data.data.map(({ id }) => id)).toEqual(made.data.data.map(({ id }) => id).toReversed())
    expect(await countOf('vat_get_info')).toBe(before + 60)
    const shown = await chain.call('GET', `vat-detail/${made.data.data[0]?.id}`, { by: admin })
    expect(shown.data).toMatchObject({ store: { id: first }, rate: { id: exempt.data.id }, net: 125_000 })
  })

  test('sent by several at the same moment makes each record once', async () => {
    const records = Array.from({ length: 40 }, (_, n) => bill(1000 + n))
    const before = await countOf('vat_get_info')
    const other = await keyOf({ 'vat-get-info': { add: true } })
    const answers = await Promise.all([till, till, other, other].map((by) => send('vat-detail', records, by)))
    expect(answers.map(({ data }) => data.created + data.unchanged)).toEqual([40, 40, 40, 40])
    expect(answers.reduce((sum, { data }) => sum + data.created, 0)).toBe(40)
    expect(await countOf('vat_get_info')).toBe(before + 40)
  })

  test('tells of each record what is wrong with it, and keeps the others', async () => {
    const records = [
      bill(2000),
      bill(2001, { tax: 5 }),
      bill(2002, { store: 'S99' }),
      bill(2003, { nett: 1 }),
      { ...bill(2004), external_id: undefined },
      'no record',
      bill(2005, { store: second }),
      bill(2006, { created_by: 1 }),
      bill(2007, { rate: 999_999 }),
    ]
    const { data } = await send('vat-detail', records)
    expect(outcomes(data)).toEqual([
      'created',
      'refused',
      'refused',
      'refused',
      'refused',
      'refused',
      'created',
      'refused',
      'refused',
    ])
    expect(data).toMatchObject({ created: 2, refused: 7 })
    expect(data.data[2]?.fields?.store).toBe('Store: there is none called “S99”')
    expect(data.data[3]?.fields).toHaveProperty('nett')
    expect(data.data[4]?.fields).toHaveProperty('external_id')
    expect(data.data[7]?.ErrorCode).toBe(1001)
    expect(data.data[8]?.fields).toHaveProperty('rate')
    const mended = await send('vat-detail', [bill(2001), bill(2002)])
    expect(outcomes(mended.data)).toEqual(['created', 'created'])
  })

  test('takes the same record twice within itself as once', async () => {
    const twice = await send('vat-detail', [bill(3000), bill(3000), bill(3000, { external_id: 'another name' })])
    expect(outcomes(twice.data)).toEqual(['created', 'unchanged', 'unchanged'])
    expect(new Set(twice.data.data.map(({ id }) => id)).size).toBe(1)
  })

  test('leaves a bill that is there as it is, and says so of one that says something else', async () => {
    await chain.call('POST', 'vat-detail', {
      by: admin,
      body: { ...bill(4000), external_id: undefined, store: first, rate: exempt.data.id },
    })
    const same = await send('vat-detail', [bill(4000)])
    expect(outcomes(same.data)).toEqual(['unchanged'])
    const other = await send('vat-detail', [bill(4000, { net: 1000, gross: 1000 })])
    expect(other.data.data[0]).toMatchObject({
      outcome: 'refused',
      ErrorDescription: 'This is there already and says something else. It stays as it is.',
    })
  })

  test('changes what may change, by whoever may change it', async () => {
    const product = (n: number, more: object = {}) => ({
      external_id: `p${n}`,
      barcode: String(10_000 + n),
      name: `Sữa tươi ${n}`,
      price: 32_000,
      ...more,
    })
    const adds = await keyOf({ system: { add: true } })
    const edits = await keyOf({ system: { add: true, edit: true } })
    expect(outcomes((await send('product', [product(1), product(2)], adds)).data)).toEqual(['created', 'created'])
    const denied = await send('product', [product(1, { price: 35_000 }), product(3)], adds)
    expect(outcomes(denied.data)).toEqual(['refused', 'created'])
    expect(denied.data.data[0]?.ErrorCode).toBe(1200)
    const changed = await send(
      'product',
      [product(1, { price: 35_000 }), product(2), product(2, { price: 36_000 })],
      edits,
    )
    expect(outcomes(changed.data)).toEqual(['updated', 'unchanged', 'updated'])
    const shown = await chain.call<{ price: number; name: string }>('GET', `product/${changed.data.data[0]?.id}`, {
      by: admin,
    })
    expect(shown.data.price).toBe(35_000)
    expect(outcomes((await send('product', [{ external_id: 'p1', price: 39_000 }], edits)).data)).toEqual(['updated'])
    const partly = await chain.call<{ price: number; name: string }>('GET', `product/${changed.data.data[0]?.id}`, {
      by: admin,
    })
    expect(partly.data).toMatchObject({ price: 39_000, name: 'Sữa tươi 1' })
  })

  test("brings a member's card back by the number of its registration, and registers one as the desk does", async () => {
    const body = {
      ...{ full_name: 'Nguyễn Thị Minh Châu', request_type: 'new', phone: '0912345678', nationality: 'Việt Nam' },
      ...{ birth_date: '1990-05-17', identity_number: '079190000001', store: first, ...AT_THE_DESK },
    }
    const made = await chain.call<{ id: number; number: string }>('POST', 'member-register', {
      by: admin,
      body: { ...body, card_number: null, card_later: true },
    })
    expect(made.status, JSON.stringify(made.data)).toBe(201)
    const maker = await keyOf({ 'register-dictionary': { add: true, edit: true } })
    const card = { external_id: 'card 1', number: made.data.number, card_number: '9704000000000018', card_later: false }
    const brought = await send('member-register', [card, { ...card, external_id: 'card 2', number: 'M999999' }], maker)
    expect(outcomes(brought.data), JSON.stringify(brought.data)).toEqual(['updated', 'refused'])
    expect(brought.data.data[0]?.id).toBe(made.data.id)
    expect(outcomes((await send('member-register', [card], maker)).data)).toEqual(['unchanged'])
    const fresh = { ...body, store: 'S02', external_id: 'm1', identity_number: '079190000002', phone: '0912000009' }
    expect(outcomes((await send('member-register', [fresh], maker)).data)).toEqual(['created'])
    const lacking = await send(
      'member-register',
      [{ ...fresh, external_id: 'm2', agreed: false, identity_number: '079190000003' }],
      maker,
    )
    expect(lacking.data.data[0]?.fields).toHaveProperty('agreed')
    const twice = await send('member-register', [{ ...fresh, external_id: 'm3' }], maker)
    expect(twice.data.data[0]?.ErrorDescription).toBe('The registration form you submitted already exists.')
  })

  test('is of one system whichever of its keys brings it, and of no other', async () => {
    const permissions = { system: { add: true } }
    const record = { external_id: 'same name', name: 'Nước mắm', code: 'NM-1' }
    const [old, renewed, other] = [
      await keyOf(permissions, { system: 'POS' }),
      await keyOf(permissions, { system: 'POS' }),
      await keyOf(permissions),
    ]
    expect(outcomes((await send('product', [record], old)).data)).toEqual(['created'])
    expect(outcomes((await send('product', [record], renewed)).data)).toEqual(['unchanged'])
    expect(outcomes((await send('product', [{ external_id: 'same name', name: 'Tương ớt' }], other)).data)).toEqual([
      'created',
    ])
  })

  test('keeps to the store of its key', async () => {
    const own = await keyOf({ 'vat-get-info': { add: true } }, { stores: [first] })
    const { data } = await send('vat-detail', [bill(5000), bill(5001, { store: 'S02' })], own)
    expect(outcomes(data)).toEqual(['created', 'refused'])
    expect(data.data[1]?.fields).toHaveProperty('store')
  })

  test('is at most a thousand records, at least one, and needs the right to add', async () => {
    expect((await send('vat-detail', [])).status).toBe(400)
    expect(
      (
        await send(
          'vat-detail',
          Array.from({ length: 1001 }, (_, n) => bill(n)),
        )
      ).status,
    ).toBe(413)
    expect((await send('vat-detail', { a: 1 })).status).toBe(400)
    expect(
      (await send('vat-detail', [bill(1)], await keyOf({ 'vat-get-info': { read: true, edit: true } }))).status,
    ).toBe(403)
    expect((await send('shipper', [], admin)).status).toBe(404)
  })

  test('carries four megabytes, where another call carries 256 kB', async () => {
    const records = Array.from({ length: 1000 }, (_, n) =>
      bill(100_000 + n, { external_id: `${n}`.padStart(100, 'ạ') }),
    )
    const made = await send('vat-detail', records)
    expect(Buffer.byteLength(JSON.stringify(records))).toBeGreaterThan(256 * 1024)
    expect(made.data.created).toBe(1000)
    expect((await send('vat-detail', 'x'.repeat(5 * 2 ** 20))).status).toBe(413)
  })
})

test('what the till pushed fills in a VAT request a minute later', async () => {
  await send('vat-detail', [bill(9001, { bill_number: '20260000009001', net: 200_000, gross: 200_000 })])
  const found = await chain.call<{ gross: number }[]>('GET', 'vat-detail/get-vat-amount?bill_tail=00009001', {
    by: admin,
  })
  expect(found.data).toMatchObject([{ bill_number: '20260000009001', gross: 200_000 }])
})
