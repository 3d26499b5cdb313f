import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lapse, miss } from '../../../src/modules/supplier-staffs-checking/clock.server.ts'
import type { Candidate, Desk } from '../../../src/modules/supplier-staffs-checking/desk.ts'
import { supplierStaffsChecking } from '../../../src/modules/supplier-staffs-checking/supplier-staffs-checking.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import type { Notification } from '../../../src/shared/api.ts'
import { bookOf, imported, sent } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'
import { atTheEntrance, dayFromToday, type Visit } from '../../setup/suppliers.ts'

const chain = await startChain()
const admin = await chain.person()
const { staff, cardOf, comesIn, goesOut, scan } = await atTheEntrance(chain, admin)
const [here, there] = chain.stores
const reception = await chain.person({ role: 'Reception', scope: 'store', store: here })
const desk = await chain.person({
  permissions: { 'supplier-staffs-checking': { read: true, add: true } },
  scope: 'store',
  store: here,
})

const find = async (typed: string, by = admin) =>
  (
    await chain.call<{ data: Candidate[] }>('POST', 'supplier-staffs-checking/find', {
      by,
      body: { typed, store: here },
    })
  ).data.data
const visitOf = async (id: number) =>
  (await chain.call<Visit>('GET', `supplier-staffs-checking/${id}`, { by: admin })).data
const deskOf = async (store = here) =>
  (await chain.call<Desk>('GET', `supplier-staffs-checking/desk?store=${store}`, { by: admin })).data

describe('a card that is scanned', () => {
  test('names its holder, with all that the desk must know', async () => {
    const one = await staff({ stores: [here] })
    const seen = await scan({ code: await cardOf(one) })
    expect(seen.data).toMatchObject({
      id: one.id,
      full_name: one.full_name,
      standing: 'valid',
      problems: [],
      visit: null,
    })
    expect(JSON.stringify(seen.data)).not.toContain(one.identity_number.slice(-3))
  })

  test('that nobody knows, or that was lost, lets nobody in', async () => {
    const one = await staff()
    const lost = await cardOf(one)
    await chain.call('POST', `supplier-staffs/${one.id}/replace-card`, { by: admin })
    for (const answer of [await scan({ code: lost }), await comesIn({ code: lost })]) {
      expect(answer.status).toBe(409)
      expect(answer.text).toContain(one.full_name)
    }
    expect((await scan({ code: '1'.repeat(20) })).status).toBe(404)
    expect((await scan({ code: 'abc' })).status).toBe(404)
    expect((await comesIn({ code: await cardOf(one) })).status).toBe(201)
  })

  test('may be a citizen card, by the code on it, or a member card', async () => {
    const one = await staff({ identity_number: '001090044441', member_card: '9704360012345678' })
    for (const code of ['001090044441|011234567|Nguyễn Thị Mai|05071990|Nữ|Hà Nội|01012022', '9704 3600 1234 5678'])
      expect((await scan({ code })).data.id).toBe(one.id)
  })
})

describe('somebody without a card', () => {
  test('is found by the last digits of phone, ID card and member card, and by name', async () => {
    const one = await staff({
      full_name: 'Đặng Thị Ngọc Hương',
      phone: '0987123789',
      identity_number: '001090033456',
      member_card: '9704360000000654',
    })
    for (const typed of ['789', '3789', '0987123789', '456', '654', '001090033456', 'ngoc huong', 'Hương Đặng'])
      expect(
        (await find(typed)).map(({ id }) => id),
        typed,
      ).toContain(one.id)
    for (const typed of ['12', '788', '001090033457', 'ngoc hanh'])
      expect(
        (await find(typed)).map(({ id }) => id),
        typed,
      ).not.toContain(one.id)
  })

  test('tells of a phone its last four digits at most, however many are tried', async () => {
    const one = await staff({ phone: '0911222678' })
    const tries = await Promise.all(['2678', '22678', '222678', '911222678'].map((typed) => find(typed)))
    expect(tries.map((found) => found.some(({ id }) => id === one.id))).toEqual([true, false, false, false])
    for (const whole of ['0911222678', '+84 911 222 678'])
      expect(
        (await find(whole)).map(({ id }) => id),
        whole,
      ).toContain(one.id)
  })

  test('tells of a sealed number no more digits than its mask shows, however many are tried', async () => {
    const one = await staff({ identity_number: '001090098765' })
    const tries = await Promise.all(['8765', '0765', '9765'].map((typed) => find(typed)))
    // The digit before the last three makes no difference.
    expect(tries.map((found) => found.some(({ id }) => id === one.id))).toEqual([true, true, true])
    expect(JSON.stringify(tries)).not.toContain('001090098765')
  })
})

describe('who may not come in', () => {
  test('is refused with the reason, and let in once by who may, with a reason that is kept', async () => {
    const cases = [
      [await staff({ valid_until: dayFromToday(-1) }), 'expired'],
      [await staff({ valid_from: dayFromToday(1) }), 'not yet'],
      [await staff({ stores: [there] }), 'other store'],
      [await staff({ active: false }), 'inactive'],
    ] as const
    for (const [one, problem] of cases) {
      expect((await scan({ staff: one.id })).data.problems).toEqual([problem])
      const refused = await comesIn({ staff: one.id })
      expect([refused.status, refused.code]).toEqual([409, 1482])
      expect((await comesIn({ staff: one.id, reason: 'Quản lý gọi' }, { by: desk })).status).toBe(403)
      const letIn = await comesIn({ staff: one.id, reason: 'Thay người nghỉ ốm' })
      expect(letIn.data).toMatchObject({
        status: 'inside',
        let_in_despite: [problem],
        entry_reason: 'Thay người nghỉ ốm',
      })
      await goesOut({ staff: one.id })
      // Once: the next time asks again.
      expect((await comesIn({ staff: one.id })).status).toBe(409)
    }
  })

  test('being blocked, is told why only to who may know', async () => {
    const one = await staff()
    await chain.call('POST', `supplier-staffs/${one.id}/block`, {
      by: admin,
      body: { version: one.version, block_reason: 'Trộm hàng mẫu' },
    })
    const [known, plain] = [await scan({ staff: one.id }), await scan({ staff: one.id }, { by: desk })]
    expect(known.data).toMatchObject({ problems: ['blocked'], block_reason: 'Trộm hàng mẫu' })
    expect(JSON.stringify(plain.data)).not.toContain('Trộm')
    expect(JSON.stringify((await comesIn({ staff: one.id }, { by: desk })).data)).not.toContain('Trộm')
  })

  test('on the last day comes in, the day after not', async () => {
    const one = await staff({ valid_until: dayFromToday(0), valid_from: dayFromToday(0) })
    expect((await comesIn({ staff: one.id })).status).toBe(201)
  })

  test('inside another store is refused here; who is let in all the same has left there, and a manager settles it', async () => {
    const one = await staff()
    const other = await comesIn({ staff: one.id }, { store: there })
    const refused = await comesIn({ staff: one.id })
    expect(refused.code).toBe(1482)
    const letIn = await comesIn({ staff: one.id, reason: 'Cửa hàng kia quên cho ra' })
    expect(letIn.data).toMatchObject({ status: 'inside', let_in_despite: ['inside elsewhere'] })
    expect(await visitOf(other.data.id)).toMatchObject({ status: 'unresolved' })
  })
})

test('who is inside already is told by whom and when, and the answer of a repeat is the first one', async () => {
  const one = await staff()
  const key = randomUUID()
  const first = await comesIn({ staff: one.id, bag_quantity: 2 }, { key })
  const repeat = await comesIn({ staff: one.id, bag_quantity: 2 }, { key })
  expect(repeat.data.id).toBe(first.data.id)
  const second = await comesIn({ staff: one.id }, { by: reception })
  expect([second.status, second.code]).toEqual([409, 1483])
  expect(second.text).toContain(admin.name)
  expect(second.text).toContain('S')
})

test('of two desks at the same second one lets in, and the other reads who was quicker: fifty rounds', async () => {
  const desks = [admin, reception]
  for (let round = 0; round < 50; round += 1) {
    const one = await staff()
    const code = await cardOf(one)
    const answers = await Promise.all(desks.map((by) => comesIn({ code }, { by })))
    expect(answers.map(({ status }) => status).sort(), `round ${round}`).toEqual([201, 409])
    const slower = answers.find(({ status }) => status === 409)
    expect([slower?.code, slower?.text.includes('already')]).toEqual([1483, true])
  }
  const doubled = await rows(
    chain.db,
    sql`select staff from supplier_staffs_checking where receiving_date is not null and left_at is null group by staff having count(*) > 1`,
  )
  expect(doubled).toEqual([])
})

test('the database itself holds one open visit a person', async () => {
  const one = await staff()
  await comesIn({ staff: one.id })
  await expect(
    sql`insert into supplier_staffs_checking (staff, store, receiving_date, visit_on) values (${one.id}, ${there}, now(), current_date)`.execute(
      chain.db,
    ),
  ).rejects.toThrow(/supplier_staffs_checking_open/)
})

describe('going out', () => {
  test('counts the time and the bags; those that differ need a reason', async () => {
    const one = await staff()
    await comesIn({ staff: one.id, bag_quantity: 2 })
    for (const bags_out of [3, 1]) {
      const refused = await goesOut({ staff: one.id, bags_out })
      expect(refused.data.fields, String(bags_out)).toHaveProperty('reason')
    }
    await sql`update supplier_staffs_checking set receiving_date = now() - interval '125 minutes' where staff = ${one.id}`.execute(
      chain.db,
    )
    const out = await goesOut({ staff: one.id, bags_out: 3, reason: 'Mang hàng mẫu về' })
    expect(out.data).toMatchObject({
      status: 'left',
      minutes: 125,
      bags_out: 3,
      bags_difference: 1,
      bags_reason: 'Mang hàng mẫu về',
    })
    expect((await goesOut({ staff: one.id })).code).toBe(1484)
  })

  test('as many bags need no reason, and keep none', async () => {
    const one = await staff()
    await comesIn({ staff: one.id, bag_quantity: 0 })
    const out = await goesOut({ staff: one.id, bags_out: 0, reason: 'không cần' })
    expect(out.data).toMatchObject({ bags_difference: 0, bags_reason: null })
  })

  test('with a badge it comes back, or is marked as lost', async () => {
    const one = await staff()
    await comesIn({ staff: one.id, badge: '17' })
    expect((await goesOut({ staff: one.id })).data.fields).toHaveProperty('badge_state')
    expect((await goesOut({ staff: one.id, badge_state: 'lost' })).data.badge_state).toBe('lost')
  })

  test('from a store where somebody is not is refused', async () => {
    const one = await staff()
    await comesIn({ staff: one.id }, { store: there })
    expect((await goesOut({ staff: one.id })).code).toBe(1484)
    expect((await goesOut({ staff: one.id }, { store: there })).status).toBe(201)
  })
})

test('who works for one store holds its desk only', async () => {
  const one = await staff()
  for (const what of [comesIn, goesOut, scan])
    expect((await what({ staff: one.id }, { by: reception, store: there })).data).toHaveProperty('fields.store')
  const away = await chain.call('GET', `supplier-staffs-checking/desk?store=${there}`, { by: reception })
  expect(away.status).toBe(422)
})

test('the desk sees who is inside its store, and who stays beyond closing', async () => {
  const [one, other] = [await staff(), await staff()]
  const mine = await comesIn({ staff: one.id, bag_quantity: 3, badge: '5' })
  const theirs = await comesIn({ staff: other.id }, { store: there })
  await sql`update supplier_staffs_checking set closes_at = now() - interval '1 minute' where id = ${mine.data.id}`.execute(
    chain.db,
  )
  const { inside } = await deskOf()
  expect(inside.find(({ id }) => id === mine.data.id)).toMatchObject({
    person: one.full_name,
    bag_quantity: 3,
    badge: '5',
    isOver: true,
  })
  expect(inside.some(({ id }) => id === theirs.data.id)).toBe(false)
})

describe('two hours after closing', () => {
  const settle = async (id: number, ago: string) => {
    await sql`update supplier_staffs_checking set closes_at = now() - ${ago}::interval, receiving_date = now() - interval '8 hours' where id = ${id}`.execute(
      chain.db,
    )
    await lapse(chain.running.context)
    return visitOf(id)
  }

  test('the system checks out with a mark, and the manager is told and resolves it', async () => {
    const manager = await chain.person({ role: 'Store manager', scope: 'store', store: here })
    await sql`update stores set manager = ${manager.id} where id = ${here}`.execute(chain.db)
    const { data } = await comesIn({ staff: (await staff()).id })
    expect(await settle(data.id, '119 minutes')).toMatchObject({ status: 'inside' })
    const lapsed = await settle(data.id, '2 hours')
    expect(lapsed).toMatchObject({ status: 'unresolved', is_overstay: true, minutes: 480 })
    const told = async () => {
      const answer = await chain.call<{ data: Notification[] }>('GET', 'notification', { by: manager })
      return answer.data.data.some(({ link }) => link === '/supplier-staffs-checking/unresolved')
    }
    await expect.poll(told).toBe(true)
    const resolve = (left_at: string, by = manager) =>
      chain.call<Visit>('POST', `supplier-staffs-checking/${data.id}/resolve`, {
        by,
        body: { version: lapsed.version, left_at, resolution: 'Ra cửa sau lúc đóng cửa' },
      })
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    expect((await resolve(ago(30), desk)).status).toBe(403)
    expect((await resolve(ago(9 * 60))).data.fields).toHaveProperty('left_at')
    expect((await resolve(ago(-5))).data.fields).toHaveProperty('left_at')
    const done = await resolve(ago(180))
    expect(done.data).toMatchObject({ status: 'resolved', is_overstay: false, minutes: 300 })
  })

  test('a badge that is still out is told as back or lost by whoever resolves, also one that was noted while they were inside', async () => {
    const [given, noted, none] = await Promise.all(
      [{ badge: 'B7' }, {}, {}].map(async (more) => (await comesIn({ staff: (await staff()).id, ...more })).data),
    )
    if (!given || !noted || !none) throw new Error('Nobody came in')
    const { data } = await chain.call<Visit>('PUT', `supplier-staffs-checking/${noted.id}`, {
      by: admin,
      body: { version: noted.version, badge: 'B8' },
    })
    expect(data).toMatchObject({ badge: 'B8', badge_state: 'given' })
    const left_at = new Date(Date.now() - 180 * 60_000).toISOString()
    const resolve = async ({ id }: Visit, more: object = {}) => {
      const { version } = await settle(id, '2 hours')
      return chain.call<Visit>('POST', `supplier-staffs-checking/${id}/resolve`, {
        by: admin,
        body: { version, left_at, resolution: 'Ra cửa sau', ...more },
        headers: { 'accept-language': 'en' },
      })
    }
    for (const visit of [given, noted]) {
      expect((await resolve(visit)).data.fields).toEqual({ badge_state: 'Is the badge given back, or lost?' })
      expect((await resolve(visit, { badge_state: 'lost' })).data).toMatchObject({
        status: 'resolved',
        badge_state: 'lost',
      })
    }
    expect((await resolve(none, { badge_state: 'back' })).data).toMatchObject({ status: 'resolved', badge_state: null })
  })

  test('whoever comes after closing stays until the next closing, over midnight too', async () => {
    await sql`update stores set opening_hours = '00:00–00:01' where id = ${there}`.execute(chain.db)
    const { data } = await comesIn({ staff: (await staff()).id }, { store: there })
    const closes = new Date(String(data.closes_at)).getTime()
    expect(closes).toBeGreaterThan(Date.now())
    expect(closes - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Ho_Chi_Minh', timeStyle: 'short' })
    expect(clock.format(closes)).toBe('00:01')
    await lapse(chain.running.context)
    expect(await visitOf(data.id)).toMatchObject({ status: 'inside' })
    // A night shift: the visit belongs to the day it began, its hours go on.
    await sql`update supplier_staffs_checking set receiving_date = receiving_date - interval '10 hours' where id = ${data.id}`.execute(
      chain.db,
    )
    const out = await goesOut({ staff: data.staff.id }, { store: there })
    expect(out.data).toMatchObject({ status: 'left', minutes: 600, visit_on: data.visit_on })
    await sql`update stores set opening_hours = null where id = ${there}`.execute(chain.db)
  })
})

describe('a planned visit', () => {
  const plan = (more: object, by = admin) =>
    chain.call<Visit>('POST', 'supplier-staffs-checking', {
      by,
      body: { store: here, planned_on: dayFromToday(0), planned_from: '08:00', planned_until: '11:30', ...more },
    })

  test('is expected at the desk, and becomes the visit once they come', async () => {
    const one = await staff()
    const { data } = await plan({ staff: one.id })
    expect(data).toMatchObject({ status: 'planned', person: one.full_name, visit_on: dayFromToday(0) })
    expect((await deskOf()).expected.map(({ id }) => id)).toContain(data.id)
    expect((await scan({ staff: one.id })).data.planned).toEqual({ from: '08:00', until: '11:30' })
    const came = await comesIn({ staff: one.id })
    expect(came.data).toMatchObject({ id: data.id, status: 'inside' })
    expect((await deskOf()).expected.map(({ id }) => id)).not.toContain(data.id)
  })

  test('lies ahead, ends after it begins, and is there once', async () => {
    const one = await staff()
    expect((await plan({ staff: one.id, planned_on: dayFromToday(-1) })).data.fields).toHaveProperty('planned_on')
    expect((await plan({ staff: one.id, planned_until: '08:00' })).data.fields).toHaveProperty('planned_until')
    expect((await plan({ staff: one.id, planned_from: '8 giờ' })).data.fields).toHaveProperty('planned_from')
    expect((await plan({ staff: one.id })).status).toBe(201)
    expect((await plan({ staff: one.id })).data.fields).toHaveProperty('planned_on')
    expect((await plan({ staff: one.id, planned_from: '13:00', planned_until: '15:00' })).status).toBe(201)
    expect((await plan({ staff: one.id, store: there }, reception)).data.fields).toHaveProperty('store')
  })

  test('without a day is a check-in, which counts bags', async () => {
    const one = await staff()
    const lacking = await chain.call<Visit>('POST', 'supplier-staffs-checking', {
      by: admin,
      body: { staff: one.id, store: here },
    })
    expect(lacking.data.fields).toHaveProperty('bag_quantity')
    const made = await chain.call<Visit>('POST', 'supplier-staffs-checking', {
      by: admin,
      body: { staff: one.id, store: here, bag_quantity: 2 },
    })
    expect([made.status, made.data.status]).toEqual([201, 'inside'])
    const moved = await chain.call<Visit>('PUT', `supplier-staffs-checking/${made.data.id}`, {
      by: admin,
      body: { version: made.data.version, store: there },
    })
    expect(moved.data.fields).toHaveProperty('store')
  })

  test('that is missed counts as a no-show once the store has closed, not before', async () => {
    const [today, yesterday] = [await plan({ staff: (await staff()).id }), await plan({ staff: (await staff()).id })]
    await sql`update supplier_staffs_checking set planned_on = planned_on - 1, visit_on = visit_on - 1 where id = ${yesterday.data.id}`.execute(
      chain.db,
    )
    await sql`update stores set opening_hours = '00:00–23:59' where id = ${here}`.execute(chain.db)
    await miss(chain.running.context)
    expect(await visitOf(yesterday.data.id)).toMatchObject({ status: 'no-show' })
    expect(await visitOf(today.data.id)).toMatchObject({ status: 'planned' })
    await sql`update stores set opening_hours = null where id = ${here}`.execute(chain.db)
  })

  test('comes from a supplier’s workbook, its people known by their ID card numbers, once', async () => {
    const one = await staff({ identity_number: '001090022221' })
    const head = ['ID card number', 'Store', 'Planned day', 'Planned from', 'Planned until']
    const day = dayFromToday(2).split('-').reverse().join('/')
    const book = () =>
      bookOf(head, [
        ['001090022221', 'S01', day, '08:00', '12:00'],
        ['001090022221', 'S01', day, '08:00', '12:00'],
        ['001090029999', 'S01', day, '08:00', '12:00'],
        ['001090022221', 'S02', day, '12:00', '08:00'],
        ['001090022221', 'S02', '01/01/2020', '08:00', '12:00'],
      ])
    const first = await sent(chain, supplierStaffsChecking.wire, admin, await book())
    expect(first.counts).toMatchObject({ new: 1, bad: 4 })
    await imported(chain, supplierStaffsChecking.wire, admin, first)
    const again = await sent(chain, supplierStaffsChecking.wire, admin, await book())
    expect(again.counts).toMatchObject({ new: 0, same: 1, bad: 4 })
    const made = await row(
      chain.db,
      { n: 'number', person: 'string' },
      sql`select count(*)::int as n, max(person) as person from supplier_staffs_checking where staff = ${one.id} and status = 'planned' and visit_on = ${dayFromToday(2)}`,
    )
    expect(made).toEqual({ n: 1, person: one.full_name })
    const kept = await rows(
      chain.db,
      { text: 'string' },
      sql`select "values"::text || coalesce(cells::text, '') as text from import_rows`,
    )
    for (const { text } of kept) expect(text).not.toContain('001090022221')
  })
})

test('the list of valid cards leaves the house only where the administrator allows it', async () => {
  expect((await chain.call('GET', `supplier-staffs-checking/known-cards?store=${here}`, { by: admin })).status).toBe(
    404,
  )
})
