import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { beginAll, closeAll } from '../../../src/modules/gift-card-events/engine/plans.server.ts'
import { row } from '../../../src/server/db/db.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { drawsOf, hoursFrom } from '../../setup/draws/draws.ts'

const chain = await startChain()
const [here, there] = chain.stores
const manager = await chain.person({ role: 'Store manager', store: here })
const other = await chain.person({ role: 'Store manager', store: there })
await sql`update stores set manager = ${manager.id} where id = ${here}`.execute(chain.db)
await sql`update stores set manager = ${other.id} where id = ${there}`.execute(chain.db)

const FACES = [await drawsOf(chain), await drawsOf(chain, 'events')]
let serial = 0
const named = (more: object = {}) => ({ name: `Sự kiện ${++serial}`, ...more })

interface Told {
  title: string
  description: string
  link: string | null
}
const bell = async (by: Person): Promise<string[]> =>
  (await chain.call<{ data: Told[] }>('GET', 'notification?perpage=50', { by })).data.data.map(({ title }) => title)
const linksOf = async (by: Person) =>
  (await chain.call<{ data: Told[] }>('GET', 'notification?perpage=50', { by })).data.data.map(({ link }) => link)

/** What is written after it is told after it: once this has rung, all before has been told or never will be. */
async function nothingMore(by: Person, draws: (typeof FACES)[number]): Promise<void> {
  const last = await draws.released(named({ starts_at: hoursFrom(-1) }))
  await beginAll(chain.db)
  await expect.poll(() => bell(by)).toContain(`The event “${last.name}” has begun`)
}

describe.each(FACES)('Of $face', (draws) => {
  const { face, marketing } = draws
  test('its begin is told once to who runs its stores and who may change it, when it runs and not before', async () => {
    const event = await draws.released(named({ stores: [here], starts_at: hoursFrom(1) }))
    const begun = `The event “${event.name}” has begun`
    await beginAll(chain.db)
    const pausedOne = await draws.released(named({ starts_at: hoursFrom(1) }))
    await draws.step('pause', pausedOne)
    await sql`update gift_card_events set starts_at = now() - interval '1 hour' where id = ${pausedOne.id}`.execute(
      chain.db,
    )
    const draft = await draws.event(named({ starts_at: hoursFrom(-1) }))
    await beginAll(chain.db)
    await nothingMore(marketing, draws)
    for (const { name } of [event, pausedOne, draft]) expect((await bell(marketing)).join('\n')).not.toContain(name)
    await sql`update gift_card_events set starts_at = now() - interval '1 minute' where id = ${event.id}`.execute(
      chain.db,
    )
    await beginAll(chain.db)
    await beginAll(chain.db)
    await expect.poll(() => bell(marketing)).toContain(begun)
    await expect.poll(() => bell(manager)).toContain(begun)
    expect(await linksOf(manager)).toContain(`/${face}/view/${event.id}`)
    // A pause and its end are no second begin; the one that was paused over its date begins now.
    await draws.step('pause', event)
    await draws.step('resume', event)
    await draws.step('resume', pausedOne)
    await beginAll(chain.db)
    const late = `The event “${pausedOne.name}” has begun`
    await expect.poll(() => bell(other)).toContain(late)
    expect((await bell(marketing)).filter((one) => one === begun)).toHaveLength(1)
    expect(await bell(other)).not.toContain(begun)
    expect(await bell(draws.desk)).not.toContain(begun)
  })

  test('its end is told once, by itself or by hand, and not to who ended it', async () => {
    const second = await chain.person({ role: 'Marketing' })
    const byItself = await draws.released(named({ stores: [there] }))
    const byHand = await draws.released(named({ stores: [here] }))
    await draws.step('end', byHand)
    await sql`update gift_card_events set ends_at = now() - interval '1 second' where id = ${byItself.id}`.execute(
      chain.db,
    )
    await Promise.all([closeAll(chain.db), closeAll(chain.db)])
    const [ended, endedByHand] = [byItself, byHand].map(({ name }) => `The event “${name}” has ended`)
    const endings = async (by: Person) => (await bell(by)).filter((one) => one === ended || one === endedByHand)
    await expect.poll(async () => (await endings(second)).toSorted()).toEqual([ended, endedByHand].toSorted())
    await expect.poll(() => endings(draws.marketing)).toEqual([ended])
    await expect.poll(() => endings(manager)).toEqual([endedByHand])
    await expect.poll(() => endings(other)).toEqual([ended])
  })

  test('a gift that runs low and out is told once each, however many draw at once, and again of a new stock', async () => {
    const event = await draws.released(named(), [{ stock: 20, name: `Nồi ${face}` }])
    const [gift] = event.gifts
    if (!gift) throw new Error('no gift')
    const told = async (by: Person) => (await bell(by)).filter((one) => one.includes(`“Nồi ${face}”`))
    const low = (left: number) => `The gift “Nồi ${face}” is running low: ${left} left`
    const gone = `The gift “Nồi ${face}” has run out`
    const drawn = async (from: number, to: number) => {
      await Promise.all(
        Array.from({ length: to - from }, (_, n) => draws.drawn(event, [draws.bill(`N${face}-${from + n}`)])),
      )
    }
    await drawn(0, 17)
    await nothingMore(marketing, draws)
    expect(await told(marketing)).toEqual([])
    await drawn(17, 18)
    await expect.poll(() => told(marketing)).toEqual([low(2)])
    expect(await linksOf(marketing)).toContain(`/${draws.gifts}/view/${gift.id}`)
    await drawn(18, 19)
    await drawn(19, 24)
    await expect.poll(() => told(marketing)).toEqual([gone, low(2)])
    // What comes back and goes again is not told again.
    const { data: logs } = await chain.call<{ data: { id: number; version: number }[] }>(
      'GET',
      `${draws.logs}?event=${event.id}&state=won&perpage=1`,
      { by: marketing },
    )
    const [log] = logs.data
    await chain.call('POST', `${draws.logs}/${log?.id}/not_taken`, {
      by: draws.desk,
      body: { version: log?.version, return_reason: 'Khách đổi ý' },
    })
    await drawn(24, 25)
    await nothingMore(marketing, draws)
    expect(await told(marketing)).toEqual([gone, low(2)])
    const { version } = await draws.shownGift(gift)
    const more = { version, stock: 30, plan_reason: 'Hàng về thêm' }
    expect((await chain.call('PUT', `${draws.gifts}/${gift.id}`, { by: marketing, body: more })).status).toBe(200)
    await drawn(25, 32)
    await expect.poll(async () => (await told(marketing))[0]).toBe(low(3))
    // Who only runs a store is told of its own stock alone.
    expect(await told(manager)).toEqual([])
  })

  test('the stock of a store is told to who runs it, and in one line of all stores to who may change the event', async () => {
    const name = `Túi ${face}`
    const stock = [
      { store: here, stock: 1 },
      { store: there, stock: 2 },
    ]
    const event = await draws.released(named(), [{ stock: 100, name, by_store: stock }])
    const told = async (by: Person) => (await bell(by)).filter((one) => one.includes(`“${name}”`))
    const nameOf = async (id: number) =>
      (await row(chain.db, { name: 'string' }, sql`select name from stores where id = ${id}`))?.name
    await draws.drawn(event, [draws.bill(`T${face}-1`)])
    await expect.poll(() => told(manager)).toEqual([`The gift “${name}” has run out in ${await nameOf(here)}`])
    await expect.poll(() => told(marketing)).toEqual([`The gift “${name}” has run out in ${await nameOf(here)}`])
    const away = await chain.person({ role: 'Reception', store: there })
    await draws.drawn(event, [draws.bill(`T${face}-2`)], { by: away, store: there })
    await expect
      .poll(() => told(other))
      .toEqual([`The gift “${name}” is running low in ${await nameOf(there)}: 1 left`])
    await draws.drawn(event, [draws.bill(`T${face}-3`)], { by: away, store: there })
    await expect
      .poll(async () => (await told(other))[0])
      .toBe(`The gift “${name}” has run out in ${await nameOf(there)}`)
    await expect.poll(async () => (await told(marketing))[0]).toBe(`The gift “${name}” has run out in 2 stores`)
    expect(await told(marketing)).toHaveLength(2)
    expect(await told(manager)).toHaveLength(1)
  })
})
