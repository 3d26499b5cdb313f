import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Card } from '../../../src/modules/supplier-staffs/card.ts'
import { tellEnding } from '../../../src/modules/supplier-staffs/ending.server.ts'
import { supplierStaffs } from '../../../src/modules/supplier-staffs/supplier-staffs.ts'
import { rows } from '../../../src/server/db/db.ts'
import type { Notification } from '../../../src/shared/api.ts'
import { bookOf, imported, sent } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'
import { atTheEntrance, dayFromToday, type StaffMember } from '../../setup/suppliers.ts'

const chain = await startChain()
const admin = await chain.person()
const { staff, body, cardOf, supplier } = await atTheEntrance(chain, admin)
const reader = await chain.person({ permissions: { 'supplier-staffs': { read: true, report: true } } })

const create = (more: object) => chain.call<StaffMember>('POST', 'supplier-staffs', { by: admin, body: body(more) })
const list = async (query: string) =>
  (await chain.call<{ data: StaffMember[] }>('GET', `supplier-staffs?${query}&perpage=100`, { by: admin })).data.data

describe('an ID card number', () => {
  test('belongs to one person, however it is written', async () => {
    const first = await staff({ identity_number: '001090012345' })
    expect(first.identity_number).toBe('*********345')
    for (const written of ['001090012345', '001 090 012 345', '001.090.012-345']) {
      const second = await create({ identity_number: written })
      expect(second.status, written).toBe(409)
      expect(second.text).toContain('ID card number')
      expect(Object.keys(second.data.fields ?? {})).toEqual(['identity_number'])
    }
    expect((await create({ identity_number: '001090012346' })).status).toBe(201)
  })

  test('is told as taken beside whatever else is wrong, and by a change too', async () => {
    await staff({ identity_number: '001090055555' })
    const wrong = await create({ identity_number: '001 090 055555', full_name: '' })
    expect(Object.keys(wrong.data.fields ?? {}).sort()).toEqual(['full_name', 'identity_number'])
    const other = await staff()
    const changed = await chain.call('PUT', `supplier-staffs/${other.id}`, {
      by: admin,
      body: { version: other.version, identity_number: '001090055555' },
    })
    expect(changed.status).toBe(409)
    const same = await chain.call('PUT', `supplier-staffs/${other.id}`, {
      by: admin,
      body: { version: other.version, note: 'Trưng bày sữa' },
    })
    expect(same.status).toBe(200)
  })

  test('of one in the trash is free, and hers again only while it is', async () => {
    const gone = await staff({ identity_number: '001090077777' })
    await chain.call('DELETE', `supplier-staffs/${gone.id}`, { by: admin, body: {} })
    expect((await create({ identity_number: '001090077777' })).status).toBe(201)
    expect((await chain.call('POST', `supplier-staffs/${gone.id}/restore`, { by: admin, body: {} })).status).toBe(409)
  })

  test('that two send at the same moment is taken once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ identity_number: '001090088888' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  test.each([
    ['00109001234', 'eleven digits'],
    ['0010900123451', 'thirteen'],
    ['012345678', 'an old card of nine'],
    ['B1234567', 'a passport'],
    ['00109001234O', 'a letter for a zero'],
    ['001090O12345', 'one within'],
  ])('has exactly twelve digits: %s is %s', async (identity_number) => {
    const refused = await create({ identity_number })
    expect([refused.status, Object.keys(refused.data.fields ?? {})]).toEqual([422, ['identity_number']])
  })

  test.each([
    ['048201345678', '*********678'],
    ['031 305 000 042', '*********042'],
  ])('is taken however it is typed, and shown by its last three digits: %s', async (identity_number, mask) => {
    expect((await staff({ identity_number })).identity_number).toBe(mask)
  })
})

test('the last day is never before the first, told with all else', async () => {
  const wrong = await create({ valid_from: '2026-11-20', valid_until: '2026-11-19', full_name: '' })
  expect(Object.keys(wrong.data.fields ?? {}).sort()).toEqual(['full_name', 'valid_until'])
  expect((await create({ valid_from: '2026-11-20', valid_until: '2026-11-20' })).status).toBe(201)
  const one = await staff()
  const moved = await chain.call<StaffMember>('PUT', `supplier-staffs/${one.id}`, {
    by: admin,
    body: { version: one.version, valid_until: dayFromToday(-101) },
  })
  expect(moved.data.fields).toHaveProperty('valid_until')
})

test('each view has those whose day it is', async () => {
  const people = {
    valid: await staff({ valid_until: dayFromToday(31) }),
    ending: await staff({ valid_until: dayFromToday(30) }),
    today: await staff({ valid_until: dayFromToday(0) }),
    expired: await staff({ valid_until: dayFromToday(-1) }),
    later: await staff({ valid_from: dayFromToday(1) }),
    inactive: await staff({ active: false }),
  }
  const blocked = await staff()
  await chain.call('POST', `supplier-staffs/${blocked.id}/block`, {
    by: admin,
    body: { version: blocked.version, block_reason: 'Lấy hàng không trả tiền' },
  })
  const inView = async (standing: string) => new Set((await list(`standing=${standing}`)).map(({ id }) => id))
  const [valid, ending, expired, shut] = [
    await inView('valid'),
    await inView('ending'),
    await inView('expired'),
    await inView('blocked'),
  ]
  const has = (view: Set<number>, one: { id: number }) => view.has(one.id)
  expect([people.valid, people.ending, people.today].map((one) => has(valid, one))).toEqual([true, true, true])
  expect([people.expired, people.later, people.inactive, blocked].some((one) => has(valid, one))).toBe(false)
  expect([people.ending, people.today].map((one) => has(ending, one))).toEqual([true, true])
  expect(has(ending, people.valid)).toBe(false)
  expect(has(expired, people.expired)).toBe(true)
  expect([people.today, people.later, people.inactive, blocked].some((one) => has(expired, one))).toBe(false)
  expect([...shut]).toEqual([blocked.id])
})

test('why somebody is blocked is for those with the right alone, also in the history and in workbooks', async () => {
  const one = await staff()
  const reason = 'Gây gổ với khách hàng tại quầy'
  const blocked = await chain.call<StaffMember>('POST', `supplier-staffs/${one.id}/block`, {
    by: admin,
    body: { version: one.version, block_reason: reason },
  })
  expect(blocked.data.status).toBe('blocked')
  const seen = await chain.call<{ reason: string }>('GET', `supplier-staffs/${one.id}/block-reason`, { by: admin })
  expect(seen.data.reason).toBe(reason)
  expect((await chain.call('GET', `supplier-staffs/${one.id}/block-reason`, { by: reader })).status).toBe(403)
  for (const path of ['', '/history'])
    expect(
      JSON.stringify((await chain.call('GET', `supplier-staffs/${one.id}${path}`, { by: reader })).data),
    ).not.toContain('Gây gổ')
  const without = await chain.call('POST', `supplier-staffs/${(await staff()).id}/block`, {
    by: reader,
    body: { version: 1, block_reason: reason },
  })
  expect(without.status).toBe(403)
  const lifted = await chain.call<StaffMember>('POST', `supplier-staffs/${one.id}/unblock`, {
    by: admin,
    body: { version: blocked.data.version },
  })
  expect(lifted.data.status).toBe('open')
  const now = await chain.call<{ reason: string | null }>('GET', `supplier-staffs/${one.id}/block-reason`, {
    by: admin,
  })
  expect(now.data.reason).toBeNull()
})

describe('a card', () => {
  test('holds a random code that tells nothing, and stays the same however often it is printed', async () => {
    const one = await staff({ identity_number: '001090099991' })
    const [first, second] = [await cardOf(one), await cardOf(one)]
    expect(first).toMatch(/^\d{20}$/)
    expect(second).toBe(first)
    expect(first).not.toContain('099991')
    const other = await cardOf(await staff())
    expect(other).not.toBe(first)
  })

  test('is made once by two who print at the same moment', async () => {
    const one = await staff()
    const codes = await Promise.all(Array.from({ length: 6 }, () => cardOf(one)))
    expect(new Set(codes).size).toBe(1)
  })

  test('that was lost is replaced, and lies in the database as nothing that a card could be made of', async () => {
    const one = await staff()
    const old = await cardOf(one)
    const answer = await chain.call<{ data: Card[] }>('POST', `supplier-staffs/${one.id}/replace-card`, { by: admin })
    const fresh = answer.data.data[0]?.code ?? ''
    expect(fresh).toMatch(/^\d{20}$/)
    expect(fresh).not.toBe(old)
    const kept = await rows(chain.db, { row: 'string' }, sql`select c::text as row from supplier_staff_cards c`)
    for (const { row } of kept) expect(row).not.toMatch(new RegExp(`${old}|${fresh}`))
  })

  test('is printed by those who may change people, and of people there are', async () => {
    const one = await staff()
    const call = (given: unknown, by = admin) =>
      chain.call('POST', 'supplier-staffs/cards', { by, body: { staff: given } })
    expect((await call([one.id], reader)).status).toBe(403)
    expect((await call([])).status).toBe(422)
    expect((await call('7')).status).toBe(422)
    expect((await call([999_999])).data).toEqual({ data: [] })
  })
})

test('a workbook knows people by their ID card number, and makes nobody twice', async () => {
  const known = await staff({ identity_number: '001090066661' })
  const head = ['ID card number', 'Full name', 'Supplier', 'Contract type', 'Valid from', 'Valid until']
  const line = (number: string, name: string, until = '31/12/2026') => [
    ...[number, name, 'Công ty Sữa Ba Vì', 'Long term', '01/01/2026', until],
  ]
  const book = await bookOf(head, [
    line('001 090 066 661', 'Trần Văn Đổi Tên'),
    line('001090066662', 'Lê Thị Mới'),
    line('001090066662', 'Lê Thị Mới'),
    line('001090066663', 'Ngày Ngược', '31/12/2025'),
  ])
  const read = await sent(chain, supplierStaffs.wire, admin, book)
  const done = await imported(chain, supplierStaffs.wire, admin, read, true)
  expect(done).toMatchObject({ counts: { new: 1, changed: 1, bad: 2 } })
  const names = (await list('search=doi ten')).map(({ id }) => id)
  expect(names).toEqual([known.id])
  expect(await list('search=le thi moi')).toHaveLength(1)
})

test('managers of the stores somebody may enter are told a week before their last day, once', async () => {
  const manager = await chain.person({ role: 'Store manager', scope: 'store', store: chain.stores[0] })
  const elsewhere = await chain.person({ role: 'Store manager', scope: 'store', store: chain.stores[1] })
  await sql`update stores set manager = case id when ${chain.stores[0]} then ${manager.id}::bigint else ${elsewhere.id}::bigint end`.execute(
    chain.db,
  )
  const told = async (by: typeof manager) => {
    const answer = await chain.call<{ data: Notification[] }>('GET', 'notification', { by })
    return answer.data.data.filter(({ link }) => link === '/supplier-staffs/ending').map(({ title }) => title)
  }
  await sql`update supplier_staffs set valid_until = ${dayFromToday(90)}`.execute(chain.db)
  await staff({ valid_until: dayFromToday(8) })
  const one = await staff({ valid_until: dayFromToday(7), stores: [chain.stores[0]] })
  await tellEnding(chain.running.context)
  await expect.poll(() => told(manager)).toEqual(['Supplier staff whose time ends in a week: 1'])
  expect(await told(elsewhere)).toEqual([])
  await tellEnding(chain.running.context)
  const lines = await rows(
    chain.db,
    sql`select 1 as n from activity where action = 'ending soon' and record_id = ${one.id}`,
  )
  expect(lines).toHaveLength(1)
  // Whoever may enter every store ends for every manager.
  await staff({ valid_until: dayFromToday(3) })
  await tellEnding(chain.running.context)
  await expect.poll(() => told(elsewhere)).toEqual(['Supplier staff whose time ends in a week: 1'])
})

test('nobody is deleted for whom a supplier is still needed', async () => {
  expect((await chain.call('DELETE', `supplier/${supplier}`, { by: admin, body: {} })).status).toBe(409)
})
