import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { memberRegister } from '../../../src/modules/member-register/member-register.ts'
import { sealedColumns } from '../../../src/server/private/fields.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { drawsOf, hoursFrom } from '../../setup/draws/draws.ts'
import { uploaded } from '../../setup/media.ts'

const chain = await startChain()
const draws = await drawsOf(chain)
const { bill, check, draw, drawn, released, desk, marketing, today } = draws
const [here, there] = chain.stores
const codes = (said: { refusals: { code: string }[] }) => said.refusals.map(({ code }) => code)
const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)

describe('A bill', () => {
  test('gives one draw for each sum, at most as many as a bill may have', async () => {
    const event = await released({ bill_step: 500_000, most_per_bill: 3 })
    expect(await check(event, [bill('HD-1', { total: 1_400_000 })])).toMatchObject({ draws_left: 2, refusals: [] })
    expect(await check(event, [bill('HD-2', { total: 9_000_000 })])).toMatchObject({ draws_left: 3 })
    expect(await check(event, [bill('HD-3', { total: 999_999_999_999_999 })])).toMatchObject({ draws_left: 3 })
    expect((await drawn(event, [bill('HD-1', { total: 1_400_000 })])).draws_left).toBe(1)
    expect((await drawn(event, [bill('HD-1', { total: 1_400_000 })])).draws_left).toBe(0)
    const third = await draw(event, [bill('HD-1', { total: 1_400_000 })])
    expect([third.status, third.text]).toEqual([409, expect.stringMatching(/was used already/)])
  })

  test('of 10^15 đồng is no bill, and one dong less is', async () => {
    const event = await released({ bill_step: 1 })
    expect(await check(event, [bill('HD-MAX', { total: 999_999_999_999_999 })])).toMatchObject({
      draws_left: 999_999_999_999_999,
    })
    expect((await drawn(event, [bill('HD-MAX', { total: 999_999_999_999_999 })])).draws_left).toBe(999_999_999_999_998)
    const said = await draw(event, [bill('HD-MORE', { total: 1_000_000_000_000_000 })])
    expect(said.status).toBe(422)
  })

  test('that is too small is told so, by how much', async () => {
    const event = await released({ minimum_total: 300_000, bill_step: 500_000 })
    const said = await check(event, [bill('HD-1', { total: 499_999 })])
    expect(codes(said)).toEqual(['too small'])
    expect(said.refusals[0]?.message).toContain('500,000')
    expect(codes(await check(event, [bill('HD-1', { total: 500_000 })]))).toEqual([])
  })

  test('is one bill however it is typed', async () => {
    const event = await released({})
    await drawn(event, [bill('s01 000.137', {})])
    for (const typed of ['S01-000137', 'Ｓ０１０００１３７', ' s01000137 '])
      expect(codes(await check(event, [bill(typed)])), typed).toEqual(['used'])
    expect(codes(await check(event, [bill('S01-000138')]))).toEqual([])
  })

  test('is one bill by its last eight digits and in full, on one day', async () => {
    const event = await released({})
    await drawn(event, [bill('12345678')])
    expect(codes(await check(event, [bill('990012345678')]))).toEqual(['used'])
    expect(codes(await check(event, [bill('990012345678', { on: yesterday })]))).toEqual([])
    await drawn(event, [bill('990087654321')])
    expect(codes(await check(event, [bill('8765 4321')]))).toEqual(['used'])
    expect(codes(await check(event, [bill('880087654321')]))).toEqual([])
  })

  test('twice in one request is one bill', async () => {
    const event = await released({})
    const said = await check(event, [bill('HD 5'), bill('hd-5')])
    expect([said.draws_left, said.bills.length]).toEqual([1, 1])
  })

  test('used at another store says where and when', async () => {
    const event = await released({})
    const other = await chain.person({ role: 'Reception', store: there })
    await drawn(event, [bill('HD-77')], { by: other, store: there })
    const said = await check(event, [bill('HD-77')])
    const name = (await chain.call<{ name: string }>('GET', `store/${there}`, { by: marketing })).data.name
    expect(codes(said)).toEqual(['used'])
    expect(said.refusals[0]?.message).toContain(name)
    expect(said.results).toHaveLength(1)
  })

  test('of which nobody knows the total or the day asks for them, one after the other', async () => {
    const event = await released({})
    expect((await check(event, [{ number: 'HD-9' }])).refusals).toMatchObject([
      { code: 'total needed', field: 'bills.0.total' },
    ])
    expect((await check(event, [{ number: 'HD-9', total: 1_000_000 }])).refusals).toMatchObject([
      { code: 'date needed', field: 'bills.0.on' },
    ])
    expect(await check(event, [])).toMatchObject({ bills: [], draws_left: 0, refusals: [] })
  })

  test('from before the event, or of tomorrow, is none of its bills', async () => {
    const event = await released({ starts_at: hoursFrom(-1) })
    expect(codes(await check(event, [bill('HD-1', { on: '2020-01-01' })]))).toEqual(['too old'])
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
    expect(codes(await check(event, [bill('HD-1', { on: tomorrow })]))).toEqual(['too old'])
  })
})

describe('A bill of the tills', () => {
  beforeAll(async () => {
    const till = (number: string, gross: number) =>
      sql`insert into vat_get_info (bill_number, store, sold_on, rate, net, tax, gross) values (${number}, ${here}, ${today}::date, 1, ${gross}, 0, ${gross})`.execute(
        chain.db,
      )
    await till('035261100000001', 300_000)
    await till('035261122222222', 400_000)
    await till('035261133333333', 400_000)
    await till('045261133333333', 400_000)
  })

  test('is filled in by its last eight digits', async () => {
    const event = await released({})
    expect((await check(event, [{ number: '22222222' }])).bills).toEqual([
      { number: '035261122222222', total: 400_000, on: today, is_known: true, granted: 1, used: 0 },
    ])
    await drawn(event, [{ number: '22222222' }])
    expect(codes(await check(event, [{ number: '035261122222222' }]))).toEqual(['used'])
  })

  test('has the total that the tills say, whatever was typed', async () => {
    const event = await released({ bill_step: 100_000 })
    expect(await check(event, [{ number: '0352611 00000001', total: 90_000_000 }])).toMatchObject({ draws_left: 3 })
  })

  test('of several that end alike asks for the whole number', async () => {
    const event = await released({})
    expect((await check(event, [{ number: '33333333' }])).refusals).toMatchObject([
      { code: 'other', field: 'bills.0.number' },
    ])
    expect(codes(await check(event, [{ number: '045261133333333' }]))).toEqual([])
  })
})

describe('Several bills', () => {
  test('make one draw together, and none of them a second one', async () => {
    const event = await released({ quantity_of_bills: 2, minimum_total: 100_000 })
    expect((await check(event, [bill('A-1')])).refusals).toMatchObject([{ code: 'more bills', field: 'bills' }])
    const { result } = await drawn(event, [bill('A-1'), bill('A-2')])
    expect(result.n).toBe(1)
    expect(codes(await check(event, [bill('A-2'), bill('A-3')]))).toEqual(['used'])
    const log = await chain.call<{ bill_total: number; further_bills: string }>('GET', `${draws.logs}/${result.id}`, {
      by: marketing,
    })
    expect(log.data).toMatchObject({ bill_total: 1_200_000, further_bills: 'A-2' })
  })
})

describe('A customer', () => {
  const CARD = '1234567890123456'
  beforeAll(async () => {
    const sealed = sealedColumns(chain.running.context.config.keys, memberRegister, {
      ...{ card_number: CARD, birth_date: '1990-01-01', identity_number: '079090123456' },
    })
    const member = (phone: string, card: unknown, status: string) =>
      sql`insert into member_register (full_name, request_type, birth_date, identity_number, nationality, phone, card_number, store, status)
        values ('Nguyễn Văn An', 'new', ${sealed.birth_date}, ${`${sealed.identity_number}${phone}`}, 'Việt Nam', ${phone}, ${card}, ${here}, ${status})`.execute(
        chain.db,
      )
    await member('0901234567', sealed.card_number, 'completed')
    await member('0907777777', null, 'waiting')
  })

  test('who is no member is told so, and a member draws by card or phone', async () => {
    const event = await released({ applies_to: 'membership' })
    expect((await check(event, [bill('B-1')])).refusals).toMatchObject([{ code: 'customer needed', field: 'card' }])
    expect(codes(await check(event, [bill('B-1')], { phone: '0911111111' }))).toEqual(['no member'])
    expect(codes(await check(event, [bill('B-1')], { phone: '0907777777' }))).toEqual(['no member'])
    expect(codes(await check(event, [bill('B-1')], { card: '9999999999999999' }))).toEqual(['no member'])
    expect((await check(event, [bill('B-1')], { card: CARD })).customer).toEqual({
      ...{ is_member: true, name: 'Nguyễn Văn An', card_ends: '3456' },
    })
    expect((await drawn(event, [bill('B-1')], { phone: '0901234567' })).result.n).toBe(1)
  })

  test('who is a member is not meant by an event for others', async () => {
    const event = await released({ applies_to: 'non-membership' })
    expect(codes(await check(event, [bill('B-1')], { card: CARD }))).toEqual(['members not'])
    expect(codes(await check(event, [bill('B-1')], { phone: '0911111111' }))).toEqual([])
  })

  test('has so many draws of an event, and so many a day, by card and phone alike', async () => {
    const event = await released({ most_per_customer: 2 })
    await drawn(event, [bill('C-1')], { phone: '0901234567' })
    await drawn(event, [bill('C-2')], { card: CARD })
    expect(codes(await check(event, [bill('C-3')], { card: CARD }))).toEqual(['customer most'])
    expect(codes(await check(event, [bill('C-3')], { phone: '0911111111' }))).toEqual([])
    const daily = await released({ most_per_day: 1 })
    await drawn(daily, [bill('C-1')], { phone: '0911111111' })
    expect(codes(await check(daily, [bill('C-2')], { phone: '0911111111' }))).toEqual(['day most'])
    await sql`update gift_card_event_logs set day = day - 1 where event = ${daily.id}`.execute(chain.db)
    expect(codes(await check(daily, [bill('C-2')], { phone: '0911111111' }))).toEqual([])
  })
})

describe('An event', () => {
  test('runs at its stores, between its dates, and while it is not paused', async () => {
    const elsewhere = await released({ stores: [there] })
    expect((await draw(elsewhere, [bill('D-1')])).status).toBe(404)
    const far = await released({ stores: [here, there] })
    expect(codes(await check(far, [bill('D-1')]))).toEqual([])
    const planned = await released({ starts_at: hoursFrom(1) })
    expect(codes(await check(planned, [bill('D-1')]))).toEqual(['not running'])
    expect((await draws.shown(planned)).standing).toBe('planned')
    await draws.step('pause', far)
    expect(codes(await check(far, [bill('D-1')]))).toEqual(['not running'])
    expect((await draw(far, [bill('D-1')])).status).toBe(409)
    await draws.step('resume', far)
    expect((await drawn(far, [bill('D-1')])).result.n).toBe(1)
  })

  test('is drawn from at a desk of the own store alone, by whoever may', async () => {
    const event = await released({})
    expect((await draw(event, [bill('E-1')], { store: there })).status).toBe(422)
    const staff = await chain.person({ role: 'Staff', store: here })
    expect((await draw(event, [bill('E-1')], { by: staff })).status).toBe(403)
    expect((await draw(event, [bill('E-1')], { by: desk })).status).toBe(201)
  })
})

describe.each(['gift-card-events', 'events'] as const)('The picture of a gift of %s', (face) => {
  test('opens to whoever works at a desk of its event, also without the list of gifts', async () => {
    const { released, gifts, logs, marketing, shownGift } = await drawsOf(chain, face)
    const {
      gifts: [gift],
    } = await released({ code: `ANH-${face.length}`, stores: [here] })
    if (!gift) throw new Error('The event has no gift')
    const image = await uploaded(chain, marketing)
    const { version } = await shownGift(gift)
    const kept = await chain.call('PUT', `${gifts}/${gift.id}`, { by: marketing, body: { version, image } })
    expect(kept.status).toBe(200)
    const opened = async (by: Person) => {
      const { key } = (await chain.call<{ key: string }>('POST', 'file-key', { by })).data
      return (await fetch(`${chain.url}/api/file/${image[0]}/thumbnail?key=${key}`)).status
    }
    const permissions = { [face]: { read: true }, [logs]: { read: true, add: true } }
    const people = [
      await chain.person({ permissions, scope: 'store', store: here }),
      await chain.person({ permissions, scope: 'store', store: there }),
      await chain.person({ permissions: { [logs]: { read: true, add: true } }, scope: 'store', store: here }),
      await chain.person({ permissions: { [gifts]: { read: true } } }),
    ]
    expect(await Promise.all(people.map(opened))).toEqual([200, 404, 404, 200])
  })
})
