import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import type { Published, PublishedDraw } from '../../../src/shared/draws/published.ts'
import type { ClosingReport, EventReport } from '../../../src/shared/draws/report.ts'
import { Verifier } from '../../../src/shared/draws/verify.ts'
import { startChain } from '../../setup/chain.ts'
import { drawsOf } from '../../setup/draws/draws.ts'
import { check as independently } from './checker.ts'

const chain = await startChain()
const draws = await drawsOf(chain)
const { bill, drawn, released, step, marketing, desk, logs } = draws
const there = chain.stores[1]

const fairness = async (code: string) => (await chain.call<Published>('GET', `draws/${code}/fairness`)).data
async function rowsOf(code: string): Promise<PublishedDraw[]> {
  const all: PublishedDraw[] = []
  for (;;) {
    const { rows: page } = (
      await chain.call<{ rows: PublishedDraw[] }>('GET', `draws/${code}/fairness/rows?after=${all.at(-1)?.[0] ?? 0}`)
    ).data
    all.push(...page)
    if (page.length < 1000) return all
  }
}

/** What both checkers find, said alike. */
function found(published: Published, all: readonly PublishedDraw[]): { page: string[]; checker: string[] } {
  const verifier = new Verifier(published)
  for (const one of all) verifier.add(one)
  const page = verifier
    .end()
    .flatMap(({ what, n, to = n }) => Array.from({ length: to - n + 1 }, (_, by) => `${what} ${n + by}`))
  return { page: page.toSorted(), checker: independently(published, all).toSorted() }
}

/** As somebody with the database in hand would; what was is put back, whatever is found. */
async function tampered(statement: ReturnType<typeof sql>, back: ReturnType<typeof sql>) {
  await statement.execute(chain.db)
  try {
    return found(await fairness(code), await rowsOf(code))
  } finally {
    await back.execute(chain.db)
  }
}

const log = (set: ReturnType<typeof sql>, n: number) =>
  sql`update gift_card_event_logs set ${set} where event = ${event.id} and n = ${n}`

let code = ''
let event: Awaited<ReturnType<typeof released>>
const taken: { id: number; n: number; given: number; by: typeof desk }[] = []
const numberOf = (n: number) => `HD-${String(n).padStart(4, '0')}`

/** Three gifts, the first with a substitute and too few of it; two stores; a plan that changes; two gifts that come back. */
async function play(): Promise<void> {
  event = await released({ most_per_bill: 2 }, [
    { name: 'Túi vải', chance: 30, stock: 500, position: 2, value: 45_000 },
    { name: 'Nồi cơm điện', chance: 20, stock: 4, position: 1, value: 1_290_000 },
    { name: 'Ô gấp', chance: 10, stock: 500, position: 3, minimum_total: 650_000, value: 90_000 },
  ])
  code = event.code
  const [bag, cooker] = event.gifts
  const change = async (gift: { id: number } | undefined, more: object) => {
    const { version } = (await chain.call<{ version: number }>('GET', `${draws.gifts}/${gift?.id}`, { by: marketing }))
      .data
    const said = await chain.call('PUT', `${draws.gifts}/${gift?.id}`, {
      by: marketing,
      body: { version, ...more, plan_reason: 'Hàng về trễ' },
    })
    expect(said.status, said.text).toBe(200)
  }
  const other = await chain.person({ role: 'Reception', store: there })
  const drawAt = async (n: number) => {
    const isHere = n % 3 !== 0
    const asking = { ...(isHere ? {} : { by: other, store: there }), phone: `09${String(12_345_000 + n)}` }
    const { result } = await drawn(event, [bill(numberOf(n), { total: 500_000 + (n % 4) * 100_000 })], asking)
    taken.push({ id: result.id, n: result.n, given: result.gift?.id ?? 0, by: isHere ? desk : other })
  }
  for (let n = 1; n <= 40; n++) await drawAt(n)
  await change(cooker, { substitute: bag?.id })
  for (let n = 41; n <= 60; n++) await drawAt(n)
  // Two rice cookers come back, and may be given again.
  for (const { id, by } of taken.filter(({ given }) => given === cooker?.id).slice(0, 2)) {
    const [seen] = await rows(
      chain.db,
      { version: 'number' },
      sql`select version from gift_card_event_logs where id = ${id}`,
    )
    const said = await chain.call('POST', `${logs}/${id}/not_taken`, {
      by,
      body: { version: seen?.version, return_reason: 'Khách không nhận' },
    })
    expect(said.status, said.text).toBe(200)
  }
  for (let n = 61; n <= 110; n++) await drawAt(n)
}

beforeAll(async () => {
  await play()
})

describe('Before the end', () => {
  test('seed and plan are nowhere to be had, and what can be checked is in order', async () => {
    const published = await fairness(code)
    expect(published.plans.map(({ version, first, seed, text }) => [version, first, seed, text])).toEqual([
      [1, 1, null, null],
      [2, 41, null, null],
    ])
    expect([published.closing, published.count]).toEqual([null, 110])
    const seeds = await rows(chain.db, { seed: 'string', text: 'string' }, sql`select seed, text from draw_plans`)
    for (const path of [`draws/${code}`, `draws/${code}/fairness`, `draws/${code}/fairness/rows?after=0`]) {
      const { text } = await chain.call('GET', path)
      for (const { seed, text: plan } of seeds) expect(text.includes(seed) || text.includes(plan), path).toBe(false)
      expect(text).not.toMatch(/\d{6,}\b.*return_reason|customer_name/)
    }
    expect(found(published, await rowsOf(code))).toEqual({ page: [], checker: [] })
  })

  test('a draw that is changed or taken out is found already', async () => {
    const all = await rowsOf(code)
    const [n = 0] = all.find((one) => one[10] !== 0 && one[11] === null) ?? []
    const given = taken.find((one) => one.n === n)?.given
    const changed = await tampered(log(sql`gift = null`, n), log(sql`gift = ${given}`, n))
    expect(changed).toEqual({ page: [`code ${n}`], checker: [`code ${n}`] })
    const out = sql`update gift_card_event_logs set event = -event where event = ${event.id} and n = 50`
    const back = sql`update gift_card_event_logs set event = -event where event = ${-event.id}`
    expect(await tampered(out, back)).toEqual({ page: ['code 51', 'missing 50'], checker: ['code 51', 'missing 50'] })
  })

  test('the closing report is refused', async () => {
    const said = await chain.call('GET', `gift-card-events/${event.id}/closing`, { by: marketing })
    expect([said.status, said.code]).toEqual([409, 1589])
  })

  test('a draft is unknown to everybody', async () => {
    const draft = await draws.event({})
    for (const path of ['', '/fairness', '/fairness/rows?after=0'])
      expect((await chain.call('GET', `draws/${draft.code}${path}`)).status).toBe(404)
  })
})

describe('After the end', () => {
  beforeAll(async () => {
    const said = await step('end', event)
    expect(said.status, said.text).toBe(200)
  })

  test('both checkers find every result right: versions, substitutes, returns and two stores', async () => {
    const published = await fairness(code)
    const all = await rowsOf(code)
    expect(found(published, all)).toEqual({ page: [], checker: [] })
    expect(published.closing).toEqual({ count: 110, code: all.at(-1)?.[12] })
    expect(all.filter((one) => one[11] !== null).length).toBeGreaterThan(0)
    expect(all.some(([, , , , , , , , , hit, gave]) => hit !== 0 && gave !== 0 && hit !== gave)).toBe(true)
    expect(new Set(all.map(([, , store]) => store)).size).toBe(2)
  })

  test('nothing of a person beyond masks', async () => {
    for (const [, , , , , bill, phone] of await rowsOf(code)) {
      expect(bill).toMatch(/^•••\w{0,4}$/)
      expect(phone).toMatch(/^•••\d{3}$/)
    }
  })

  /** Of a gift that does not run out: of a rice cooker that is taken away, a later draw would have had it. */
  const won = async () =>
    (await row(
      chain.db,
      { n: 'number', gift: 'number', random: 'string', bill_digest: 'string', day: 'string', store_code: 'string' },
      sql`select n, gift, random, bill_digest, day::text as day, store_code from gift_card_event_logs where event = ${event.id} and gift = drawn and gift <> ${event.gifts[1]?.id} and n > 50 order by n limit 1`,
    )) ?? expect.unreachable()

  test('a result that was changed is named: a gift taken away, another one, and a gift where there was none', async () => {
    const { n, gift } = await won()
    const none = (await rowsOf(code)).find((one) => one[9] === 0)?.[0] ?? 0
    const [bag] = event.gifts
    for (const [of, given, was] of [
      [n, null, gift],
      [none, bag?.id, null],
    ] as const) {
      const said = await tampered(log(sql`gift = ${given}`, of), log(sql`gift = ${was}`, of))
      expect(said.page).toEqual([`code ${of}`, `result ${of}`])
      expect(said.checker).toEqual(said.page)
    }
  })

  test('a random value and a bill that were changed are named', async () => {
    const { n, random, bill_digest } = await won()
    for (const [set, back] of [
      [sql`random = '17'`, sql`random = ${random}`],
      [sql`bill_digest = ${'0'.repeat(64)}`, sql`bill_digest = ${bill_digest}`],
    ] as const) {
      const said = await tampered(log(set, n), log(back, n))
      expect(said.page).toContain(`random ${n}`)
      expect(said.page).toContain(`code ${n}`)
      expect(said.checker).toEqual(said.page)
    }
  })

  test('a store, a day and a total that were changed are named', async () => {
    const { n, day, store_code } = await won()
    for (const [set, back] of [
      [sql`day = day + 1`, sql`day = ${day}`],
      [sql`store_code = 'S99'`, sql`store_code = ${store_code}`],
      [sql`bill_total = bill_total + 1`, sql`bill_total = bill_total - 1`],
    ] as const) {
      const said = await tampered(log(set, n), log(back, n))
      expect(said.page).toContain(`code ${n}`)
      expect(said.checker).toEqual(said.page)
    }
  })

  test('draws that changed places are named, each with the one it was', async () => {
    const swap = sql`update gift_card_event_logs set n = -n where event = ${event.id} and n in (70, 71)`
    const turn = sql`with turned as (${swap} returning id, n) select 1 from turned`
    const set = sql`update gift_card_event_logs set n = case n when -70 then 71 else 70 end where event = ${event.id} and n in (-70, -71)`
    const both = { execute: async (db: typeof chain.db) => [await turn.execute(db), await set.execute(db)] }
    const said = await tampered(both as never, both as never)
    expect(said.page).toEqual(expect.arrayContaining(['order 70', 'order 71', 'code 70', 'code 71']))
    expect(said.checker).toEqual(said.page)
  })

  test('a draw that was taken out is named: of the middle, of the end, and where those after it moved up', async () => {
    const take = sql`update gift_card_event_logs set event = -event where event = ${event.id} and n = 80`
    const back = sql`update gift_card_event_logs set event = -event where event = ${-event.id}`
    const without = await tampered(take, back)
    expect(without.page).toEqual(expect.arrayContaining(['code 81', 'missing 80']))
    // A gift that it took from the stock is there for a later one.
    expect(without.page.filter((one) => !one.startsWith('result '))).toEqual(['code 81', 'missing 80'])
    expect(without.checker).toEqual(without.page)
    const last = sql`update gift_card_event_logs set event = -event where event = ${event.id} and n = 110`
    expect(await tampered(last, back)).toEqual({ page: ['missing 110'], checker: ['missing 110'] })
    const all = (await rowsOf(code)).filter(([n]) => n !== 80)
    const moved = all.map(
      (one): PublishedDraw => (one[0] > 80 ? ([one[0] - 1, ...(one.slice(1) as never)] as never) : one),
    )
    const said = found(await fairness(code), moved)
    expect(said.page).toEqual(expect.arrayContaining(['order 80', 'order 109', 'missing 110']))
    expect(said.checker).toEqual(said.page)
  })

  test('a draw that was put in is named: beside another, in the middle, and after the end', async () => {
    const all = await rowsOf(code)
    const published = await fairness(code)
    const copy = all[59] ?? expect.unreachable()
    const beside = found(published, [...all.slice(0, 60), copy, ...all.slice(60)])
    expect(beside.page).toContain('added 60')
    expect(beside.checker).toEqual(beside.page)
    const pushed = all.map((one): PublishedDraw => (one[0] > 60 ? ([one[0] + 1, ...one.slice(1)] as never) : one))
    const middle = found(published, [...pushed.slice(0, 60), [61, ...copy.slice(1)] as never, ...pushed.slice(60)])
    expect(middle.page).toEqual(expect.arrayContaining(['order 61', 'order 62', 'order 111', 'added 111']))
    expect(middle.checker).toEqual(middle.page)
    const after = found(published, [...all, [111, ...copy.slice(1)] as never])
    expect(after.page).toContain('added 111')
    expect(after.checker).toEqual(after.page)
  })

  test('a plan and a seed that were changed are told apart', async () => {
    const plan = (set: ReturnType<typeof sql>) =>
      sql`update draw_plans set ${set} where event = ${event.id} and plan_version = 1`
    const [was] = await rows(
      chain.db,
      { text: 'string', seed: 'string', commitment: 'string' },
      sql`select text, seed, commitment from draw_plans where event = ${event.id} and plan_version = 1`,
    )
    const richer = await tampered(
      plan(sql`text = replace(text, '"stock":4', '"stock":400')`),
      plan(sql`text = ${was?.text}`),
    )
    expect(richer.page).toContain('plan 1')
    expect(richer.checker).toEqual(richer.page)
    const other = await tampered(
      plan(sql`seed = (select seed from draw_plans where event = ${event.id} and plan_version = 2)`),
      plan(sql`seed = ${was?.seed}`),
    )
    expect(other).toEqual({ page: ['seed 1'], checker: ['seed 1'] })
    const sealed = await tampered(plan(sql`commitment = ${'0'.repeat(64)}`), plan(sql`commitment = ${was?.commitment}`))
    expect(sealed.page).toEqual(expect.arrayContaining(['plan 1', 'code 1']))
    expect(sealed.checker).toEqual(sealed.page)
  })

  test('a version that did not hold, a gift called back and another closing are named', async () => {
    const { n } = await won()
    const version = await tampered(log(sql`plan_version = 1`, n), log(sql`plan_version = 2`, n))
    expect(version.page).toContain(`version ${n}`)
    expect(version.checker).toEqual(version.page)
    const back = await tampered(log(sql`returned = ${n - 1}`, n), log(sql`returned = null`, n))
    expect(back.page).toContain(`returned ${n}`)
    expect(back.checker).toEqual(back.page)
    const closing = await tampered(
      sql`update gift_card_events set closing_code = ${'0'.repeat(64)} where id = ${event.id}`,
      sql`update gift_card_events set closing_code = (select code from draw_counters where event = ${event.id}) where id = ${event.id}`,
    )
    expect(closing).toEqual({ page: ['closing 110'], checker: ['closing 110'] })
  })
})

describe('The test vector of the decision', () => {
  const text = readFileSync(new URL('../../../docs/decisions/draws.md', import.meta.url), 'utf8')
  const lines = [...text.matchAll(/^[0-9a-f]{14} +\d+ +(\S+)\n +([0-9a-f]{64})$/gm)]
  const texts = (text.match(/^\{"event".*\]\}$/gm) ?? []).slice(-2)
  const commitments = text.match(/^[0-9a-f]{64}$/gm) ?? []
  const seeds = ['000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'f'.repeat(64)]
  const all = lines.map(([, said = '', rowCode = ''], at): PublishedDraw => {
    const [n, version, store = '', day = '', digest = '', total, random, hit, gave] = said.split('|')
    const figures = [total, random, hit, gave].map(Number) as [number, number, number, number]
    return [Number(n), Number(version), store, day, digest, '', '', ...figures, at === 0 ? 3 : null, rowCode]
  })

  test('holds for both checkers', () => {
    const published: Published = {
      event: { code: 'VUITET', name: 'Vui Tết', standing: 'ended', ends_at: '2027-01-03T00:00:00.000Z' },
      plans: texts.map((plan, at) => ({
        ...{ version: at + 1, first: at === 0 ? 1 : 4, commitment: commitments[at] ?? '' },
        ...{ text: plan, seed: seeds[at] ?? '' },
      })),
      count: 6,
      closing: { count: 6, code: all.at(-1)?.[12] ?? '' },
    }
    expect(all).toHaveLength(6)
    expect(found(published, all)).toEqual({ page: [], checker: [] })
  })
})

describe('Statistics', () => {
  test('of a plan and its draws are those of a recount', async () => {
    const said = await chain.call<EventReport>('GET', `${logs}/report-chart?event=${event.id}`, { by: marketing })
    expect(said.status, said.text).toBe(200)
    const { data } = said
    const all = await rowsOf(code)
    const out = await rows(
      chain.db,
      { gift: 'number', state: 'string', n: 'number' },
      sql`select gift, state, count(*)::int as n from gift_card_event_logs where event = ${event.id} and gift is not null group by 1, 2`,
    )
    for (const gift of data.gifts) {
      const of = (...states: string[]) =>
        out.filter((one) => one.gift === gift.id && states.includes(one.state)).reduce((sum, { n }) => sum + n, 0)
      expect(gift).toMatchObject({
        ...{ given: of('won', 'handed-out'), handed_out: of('handed-out'), not_taken: of('not-taken') },
        ...{ left: gift.planned - of('won', 'handed-out'), drawn: all.filter((one) => one[9] === gift.id).length },
      })
    }
    expect(data.event).toMatchObject({ draws: 110, bills: 110, customers: 110 })
    expect(data.days.reduce((sum, one) => sum + one.draws, 0)).toBe(110)
    expect(data.stores.map(({ draws: n }) => n)).toEqual([74, 36])
    // 110 draws with 20, 30 and 10 per cent in both versions, and the rest without a gift.
    expect(data.gifts.map(({ expected }) => expected)).toEqual([22, 33, 11].map((n) => expect.closeTo(n, 9)))
    expect(data.none.expected).toBeCloseTo(44, 9)
    const drawnOf = (version: number) => (gift: number) =>
      all.filter((one) => one[1] === version && one[9] === gift).length
    const [cooker = 0, bag = 0, umbrella = 0] = data.gifts.map(({ id }) => id)
    const part = (of: (gift: number) => number, n: number) =>
      [cooker, bag, umbrella, 0].reduce((sum, gift, at) => {
        const expected = n * ([0.2, 0.3, 0.1, 0.4][at] ?? 0)
        return expected < 5 ? sum : sum + (of(gift) - expected) ** 2 / expected
      }, 0)
    // Of the first version's 40 draws only four umbrellas were to be expected: they count with the rice cookers, the rarest of the rest.
    const first = (() => {
      const of = drawnOf(1)
      const pooled = [of(umbrella) + of(cooker), of(bag), of(0)]
      return pooled.reduce((sum, n, at) => sum + (n - ([12, 12, 16][at] ?? 0)) ** 2 / ([12, 12, 16][at] ?? 1), 0)
    })()
    expect(data.fit).toMatchObject({ degrees: 5, chiSquare: expect.closeTo(first + part(drawnOf(2), 70), 9) })
  })

  test('of the closing report add up, its winners are masked, and it goes out as a workbook', async () => {
    const path = `gift-card-events/${event.id}/closing`
    const { data } = await chain.call<ClosingReport>('GET', path, { by: marketing })
    expect(data.counts.draws).toBe(110)
    expect(data.gifts.map(({ planned, given, left }) => planned - given - left)).toEqual([0, 0, 0])
    expect(data.counts.given).toBe(data.gifts.reduce((sum, { given }) => sum + given, 0))
    expect(data.winners).toHaveLength(data.counts.given + data.counts.not_taken)
    expect(data.closing.count).toBe(110)
    expect(data.plans.map(({ commitment }) => commitment)).toEqual(
      (await fairness(code)).plans.map((one) => one.commitment),
    )
    for (const winner of data.winners) expect(winner.phone).toMatch(/^•••\d{3}$/)
    const book = await fetch(`${chain.url}/api/${path}/export`, {
      headers: { authorization: `Bearer ${marketing.token}` },
    })
    expect([book.status, (await book.arrayBuffer()).byteLength > 2000]).toEqual([200, true])
  })
})
