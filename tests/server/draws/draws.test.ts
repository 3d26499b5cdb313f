import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { verifyDraws } from '../../../src/modules/gift-card-events/engine/verify.server.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import { startChain } from '../../setup/chain.ts'
import { drawsOf, hoursFrom } from '../../setup/draws/draws.ts'

const chain = await startChain()
const draws = await drawsOf(chain)
const games = await drawsOf(chain, 'events')
const { bill, draw, drawn, released, marketing, shown, shownGift } = draws
const key = () => randomBytes(16).toString('hex')
const edit = async (gift: { id: number }, body: object) => {
  const { version } = await shownGift(gift)
  return chain.call<{ fields?: object }>('PUT', `${draws.gifts}/${gift.id}`, {
    by: marketing,
    body: { version, ...body },
  })
}

describe('A gift', () => {
  test('is given as long as there is one, then its substitute, then none', async () => {
    const event = await draws.event()
    const bag = await draws.gift(event, { chance: 0, stock: 1 })
    const cooker = await draws.gift(event, { chance: 100, stock: 2, substitute: bag.id })
    await draws.step('release', event, { registration_number: '1' })
    const given: (number | null)[] = []
    for (let n = 0; n < 5; n++) given.push((await drawn(event, [bill(`G-${n}`)])).result.gift?.id ?? null)
    expect(given).toEqual([cooker.id, cooker.id, bag.id, null, null])
    expect(await shownGift(cooker)).toMatchObject({ used_total: 2, left: 0 })
  })

  test('for which a bill is too small is not given', async () => {
    const event = await released({}, [{ minimum_total: 1_000_000 }])
    expect((await chain.call('GET', `draws/${event.code}`)).data).toMatchObject({
      gifts: [{ minimum_total: 1_000_000 }],
    })
    expect((await drawn(event, [bill('G-1', { total: 999_999 })])).result.gift).toBeNull()
    expect((await drawn(event, [bill('G-2', { total: 1_000_000 })])).result.gift).not.toBeNull()
  })

  test('has so many a day, a day and store, and a store; at midnight there are new ones', async () => {
    const [here] = chain.stores
    for (const limit of [{ per_day: 1 }, { per_store_day: 1 }]) {
      const event = await released({}, [limit])
      expect((await drawn(event, [bill('G-1')])).result.gift).not.toBeNull()
      expect((await drawn(event, [bill('G-2')])).result.gift).toBeNull()
      await sql`update draw_given set day = day - 1 where day <> '-infinity' and gift = ${event.gifts[0]?.id}`.execute(
        chain.db,
      )
      expect((await drawn(event, [bill('G-3')])).result.gift).not.toBeNull()
      // As it was, so that every count is right again.
      await sql`update gift_card_event_logs set day = day - 1 where event = ${event.id} and n = 1`.execute(chain.db)
    }
    const event = await released({}, [{ by_store: [{ store: here, stock: 1 }] }])
    expect((await drawn(event, [bill('G-1')])).result.gift).not.toBeNull()
    expect((await drawn(event, [bill('G-2')])).result.gift).toBeNull()
  })

  test('that is not taken goes back to the stock, with its reason, and is given again', async () => {
    const event = await released({}, [{ stock: 1 }])
    const { result } = await drawn(event, [bill('G-1')])
    expect((await drawn(event, [bill('G-2')])).result.gift).toBeNull()
    const body = { version: 1, return_reason: 'Khách đổi ý' }
    expect(
      (await chain.call('POST', `${draws.logs}/${result.id}/not_taken`, { by: draws.desk, body: { version: 1 } }))
        .status,
    ).toBe(422)
    const back = await chain.call('POST', `${draws.logs}/${result.id}/not_taken`, { by: draws.desk, body })
    expect([back.status, back.data]).toMatchObject([200, { state: 'not-taken', return_reason: 'Khách đổi ý' }])
    expect((await drawn(event, [bill('G-3')])).result.gift).not.toBeNull()
    const again = await chain.call('POST', `${draws.logs}/${result.id}/not_taken`, {
      by: draws.desk,
      body: { ...body, version: 2 },
    })
    expect(again.status).toBe(409)
  })
})

test('A draw is taken out of the log neither by itself nor among many', async () => {
  const event = await released({})
  const { result } = await drawn(event, [bill('L-1')])
  const rows = [[result.id, 1]]
  const asked = [
    chain.call('DELETE', `${draws.logs}/${result.id}`, { by: draws.marketing, body: {} }),
    chain.call('POST', `${draws.logs}/${result.id}/restore`, { by: draws.marketing, body: {} }),
    ...['delete', 'restore'].map((act) =>
      chain.call('POST', `${draws.logs}/bulk/${act}`, { by: draws.marketing, body: { rows } }),
    ),
  ]
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await chain.call('GET', `${draws.logs}/${result.id}`, { by: draws.marketing })).status).toBe(200)
})

describe('Chances', () => {
  test('add up to at most 100, with four decimals and no more', async () => {
    const event = await draws.event()
    await draws.gift(event, { chance: 33.3333 })
    await draws.gift(event, { chance: 66.6667 })
    const more = { event: event.id, name: 'Thêm', stock: 1, colour: '#000000' }
    const wrong = async (chance: number) =>
      (await chain.call<{ fields: object }>('POST', draws.gifts, { by: marketing, body: { ...more, chance } })).data
        .fields
    expect(await wrong(0.0001)).toHaveProperty('chance')
    expect(await wrong(0.00001)).toHaveProperty('chance')
    expect((await chain.call('POST', draws.gifts, { by: marketing, body: { ...more, chance: 0 } })).status).toBe(201)
  })

  test('raced by two people never add up to more', async () => {
    const event = await draws.event()
    const made = await Promise.all(
      [1, 2, 3].map((n) =>
        chain.call('POST', draws.gifts, {
          by: marketing,
          body: { event: event.id, name: `Q${n}`, chance: 60, stock: 1, colour: '#000000' },
        }),
      ),
    )
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
  })
})

describe('The plan', () => {
  test('of a released event changes by a new version with a reason, from the next draw on', async () => {
    const event = await released({}, [{ stock: 1 }])
    const [gift] = event.gifts
    if (!gift) throw new Error('no gift')
    await drawn(event, [bill('P-1')])
    expect((await edit(gift, { stock: 5 })).data.fields).toHaveProperty('plan_reason')
    expect(await draws.plans(event)).toHaveLength(1)
    expect((await edit(gift, { say: 'Chúc mừng quý khách' })).status).toBe(200)
    expect(await draws.plans(event)).toHaveLength(1)
    expect((await edit(gift, { stock: 5, plan_reason: 'Nhà cung cấp giao thêm' })).status).toBe(200)
    expect(await draws.plans(event)).toMatchObject([
      { version: 2, first: 2, reason: 'Nhà cung cấp giao thêm' },
      { version: 1, first: 1, reason: null },
    ])
    expect((await drawn(event, [bill('P-2')])).result).toMatchObject({ n: 2, gift: { id: gift.id } })
  })

  test('of several gifts changes at once', async () => {
    const event = await released({}, [{ chance: 60 }, { chance: 40 }])
    const body = (chances: number[]) => ({
      reason: 'Đổi tỷ lệ',
      gifts: event.gifts.map(({ id }, at) => ({ gift: id, chance: chances[at], stock: 100 })),
    })
    const change = (chances: number[]) =>
      chain.call('POST', `${draws.face}/${event.id}/change_plan`, { by: marketing, body: body(chances) })
    expect((await change([60, 41])).status).toBe(422)
    expect((await change([40, 60])).status).toBe(200)
    expect(await draws.plans(event)).toHaveLength(2)
    expect((await change([40, 60])).status).toBe(200)
    expect(await draws.plans(event)).toHaveLength(2)
  })

  test('never says fewer gifts than are won already, in all or of a store', async () => {
    const [here, there] = chain.stores
    const event = await released({}, [{ stock: 5 }])
    const [gift] = event.gifts
    if (!gift) throw new Error('no gift')
    for (const number of ['W-1', 'W-2', 'W-3']) await drawn(event, [bill(number)])
    const wrong = async (body: object) => (await edit(gift, { ...body, plan_reason: 'Giao thiếu' })).data.fields
    expect(await wrong({ stock: 2 })).toEqual({ stock: 'Must not be below the 3 won already' })
    expect(
      await wrong({
        by_store: [
          { store: there, stock: 1 },
          { store: here, stock: 2 },
        ],
      }),
    ).toEqual({ 'by_store.1.stock': 'Must not be below the 3 won already' })
    const change = (stock: number) =>
      chain.call<{ fields?: object }>('POST', `${draws.face}/${event.id}/change_plan`, {
        by: marketing,
        body: { reason: 'Giao thiếu', gifts: [{ gift: gift.id, chance: 100, stock }] },
      })
    expect((await change(2)).data.fields).toEqual({ 'gifts.0.stock': 'Must not be below the 3 won already' })
    expect(await draws.plans(event)).toHaveLength(1)
    expect((await change(3)).status).toBe(200)
    const kept = [{ store: here, stock: 3 }]
    expect((await edit(gift, { stock: 3, by_store: kept, plan_reason: 'Giao thiếu' })).status).toBe(200)
    expect(await shownGift(gift)).toMatchObject({ stock: 3, used_total: 3, left: 0 })
  })

  test('has a seed that no answer shows, sealed in the database', async () => {
    const event = await released()
    const plan = await row(chain.db, { seed: 'string' }, sql`select seed from draw_plans where event = ${event.id}`)
    expect(plan?.seed).toMatch(/^v1\./)
    const answer = await chain.call('GET', `${draws.face}/${event.id}/plans`, { by: marketing })
    expect(JSON.stringify(answer.data)).not.toContain('seed')
  })
})

describe('An event', () => {
  test('that has ended stays so: nothing is drawn, changed or opened again', async () => {
    const event = await released()
    await drawn(event, [bill('E-1')])
    const ended = await draws.step('end', event)
    expect(ended.data).toMatchObject({ standing: 'ended' })
    expect(await shown(event)).toMatchObject({
      closing_count: 1,
      closing_code: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect((await draw(event, [bill('E-2')])).status).toBe(409)
    expect((await draws.step('resume', event)).status).toBe(409)
    const { version } = await shown(event)
    const later = await chain.call('PUT', `${draws.face}/${event.id}`, {
      by: marketing,
      body: { version, ends_at: hoursFrom(90) },
    })
    expect(later.status).toBe(409)
    const [gift] = event.gifts
    expect((await edit(gift ?? { id: 0 }, { stock: 9, plan_reason: 'x' })).status).toBe(409)
  })

  test('ends by its date, paused or not, and is closed', async () => {
    const event = await released({ ends_at: hoursFrom(1) })
    await draws.step('pause', event)
    await sql`update gift_card_events set ends_at = now() - interval '1 second' where id = ${event.id}`.execute(
      chain.db,
    )
    expect(await shown(event)).toMatchObject({ standing: 'ended', closing_count: null })
    expect((await draws.step('resume', event)).status).toBe(409)
    const { closingOf } = await import('../../../src/modules/gift-card-events/engine/plans.server.ts')
    expect(await closingOf(chain.db, event.id)).toMatchObject({ count: 0 })
    expect(await shown(event)).toMatchObject({ stage: 'ended', closing_count: 0 })
  })

  test('keeps its code from the release on, and is released with gifts alone', async () => {
    const empty = await draws.event()
    expect((await draws.step('release', empty, { registration_number: '1' })).status).toBe(409)
    expect((await draws.step('release', empty)).status).toBe(422)
    const event = await released()
    const { version } = await shown(event)
    const body = { version, code: 'OTHER-CODE' }
    expect((await chain.call('PUT', `${draws.face}/${event.id}`, { by: marketing, body })).status).toBe(422)
    expect((await chain.call('DELETE', `${draws.face}/${event.id}`, { by: marketing })).status).toBe(409)
  })

  test('of one face is not there for the other', async () => {
    const event = await released()
    const game = await games.released()
    const { result } = await drawn(event, [bill('F-1')])
    for (const path of [
      `events/${event.id}`,
      `gift-card-events/${game.id}`,
      `event-products/${event.gifts[0]?.id}`,
      `event-logs/${result.id}`,
    ])
      expect((await chain.call('GET', path, { by: marketing })).status, path).toBe(404)
    const list = await chain.call<{ data: { id: number }[]; total: number }>('GET', 'event-logs', { by: marketing })
    expect([list.data.total, list.data.data]).toEqual([0, []])
    expect((await games.draw(event, [bill('F-2')])).status).toBe(404)
    const stranger = { event: event.id, name: 'Lạc', chance: 1, stock: 1, colour: '#000000' }
    expect((await chain.call('POST', 'event-products', { by: marketing, body: stranger })).status).toBe(422)
    expect((await games.drawn(game, [bill('F-1')])).result.n).toBe(1)
  })
})

describe('A press', () => {
  test('sent twice, at once or later, is one draw', async () => {
    const event = await released()
    const one = key()
    const [a, b] = await Promise.all([
      draw(event, [bill('K-1')], { key: one }),
      draw(event, [bill('K-1')], { key: one }),
    ])
    expect([a.status, b.status]).toEqual([201, 201])
    expect(a.data).toEqual(b.data)
    expect((await draw(event, [bill('K-1')], { key: one })).data).toEqual(a.data)
    expect(await shown(event)).toMatchObject({ draws: 1 })
    const lost = await draws.check(event, [bill('K-1')])
    expect(lost.results).toEqual([a.data.result])
  })

  test('of 20 desks at once gives no more than there is, and no bill more than its right', async () => {
    const event = await released({ bill_step: 100_000, most_per_bill: 3 }, [{ stock: 5 }])
    const pressed = await Promise.all(
      Array.from({ length: 40 }, (_, n) => draw(event, [bill(`R-${n % 8}`, { total: 300_000 })], { key: key() })),
    )
    expect(pressed.filter(({ status }) => status === 201)).toHaveLength(24)
    expect(pressed.filter(({ status }) => status === 409)).toHaveLength(16)
    const logs = await rows(
      chain.db,
      { n: 'number', gift: 'number?' },
      sql`select n, gift from gift_card_event_logs where event = ${event.id} order by n`,
    )
    expect(logs.map(({ n }) => n)).toEqual(Array.from({ length: 24 }, (_, n) => n + 1))
    expect(logs.filter(({ gift }) => gift !== null)).toHaveLength(5)
    const [gift] = event.gifts
    expect(await shownGift(gift ?? { id: 0 })).toMatchObject({ used_total: 5, left: 0 })
  })
})

test('what was given is proven against the log', async () => {
  expect(await verifyDraws(chain.db, false)).toEqual([])
})
