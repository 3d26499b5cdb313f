import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sweepHandovers } from '../../../src/modules/member-register/handover.server.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import type { ActivityLine } from '../../../src/shared/api.ts'
import type { Address } from '../../../src/shared/fields.ts'
import { startChain } from '../../setup/chain.ts'
import { AT_THE_DESK } from '../../setup/desk.ts'

const chain = await startChain()
const admin = await chain.person()
const reception = await chain.person({ role: 'Reception', store: chain.stores[0] })
const elsewhere = await chain.person({ role: 'Reception', store: chain.stores[1] })

let serial = 0
const person = () => {
  serial += 1
  return {
    ...{ full_name: 'Nguyễn Thị Hoa', request_type: 'new', birth_date: '1990-05-17', nationality: 'Việt Nam' },
    ...{ identity_number: `0791900${String(10_000 + serial)}`, phone: `09120${String(10_000 + serial)}` },
    ...{ store: chain.stores[0], card_later: true },
  }
}
const shownOf = ({ full_name, request_type, birth_date, identity_number, phone }: ReturnType<typeof person>) => ({
  ...{ full_name, request_type, birth_date, identity_number, phone, address: '12 Lê Lợi' },
})
interface Handed {
  state: string
  shown: Record<string, string | null> | null
}
const begin = async (who: ReturnType<typeof person>) =>
  (
    await chain.call<{ id: number; token: string }>('POST', 'member-register/handovers', {
      by: reception,
      body: shownOf(who),
    })
  ).data
const look = async (token: string) =>
  (await chain.call<Handed>('GET', `public/member-signing?token=${encodeURIComponent(token)}`)).data
const stateOf = async (id: number, by = reception) =>
  (await chain.call<{ state: string }>('GET', `member-register/handovers/${id}`, { by })).data.state
const sign = (token: string, more: object = {}) =>
  chain.call<{ state: string; fields?: Record<string, string> }>('POST', 'public/member-signing', {
    body: { token, agreed: true, terms: '1', offers: true, signature: AT_THE_DESK.signature, ...more },
  })
const save = (who: object, handover: number, by = reception) =>
  chain.call<{ id: number; fields?: Record<string, string> }>('POST', 'member-register', {
    by,
    body: { ...who, handover },
  })

test('a customer reads what the desk entered on their own phone, agrees and signs once, and the desk sees it and saves', async () => {
  const who = person()
  const { id, token } = await begin(who)
  expect(token.length).toBeGreaterThanOrEqual(32)
  expect(await stateOf(id)).toBe('waiting')
  const handed = await look(token)
  expect(handed.shown).toMatchObject({ full_name: who.full_name, phone: who.phone, address: '12 Lê Lợi' })
  expect(handed.shown?.identity_number).toBe(`*********${who.identity_number.slice(-3)}`)
  expect(await stateOf(id)).toBe('opened')
  expect((await save(who, id)).data.fields?.agreed).toContain('has not signed yet')
  expect((await sign(token)).data).toEqual({ state: 'signed' })
  expect(await stateOf(id)).toBe('signed')
  expect(await look(token), 'nothing of a person once it is signed').toEqual({ state: 'signed', shown: null })
  expect((await sign(token)).status, 'once').toBe(404)

  const made = await save(who, id)
  expect(made.status).toBe(201)
  const kept = await chain.call<{ data: { purpose: string; channel: string }[] }>(
    'GET',
    `member-register/${made.data.id}/consents`,
    { by: admin },
  )
  expect(kept.data.data.map(({ purpose }) => purpose).toSorted()).toEqual([
    'Keeping your membership',
    'Offers for members',
  ])
  const signature = await row(
    chain.db,
    { signature: 'string' },
    sql`select signature from member_register where id = ${made.data.id}`,
  )
  expect(signature?.signature).toMatch(/^v1\./)
  expect(await stateOf(id), 'nothing of it stays').toBe('over')
  expect((await save(person(), id)).status, 'it is good for one registration').toBe(422)
})

test('a hand-over is nobody else’s, and holds for what the customer saw alone', async () => {
  const who = person()
  const { id, token } = await begin(who)
  await sign(token)
  expect(await stateOf(id, elsewhere)).toBe('over')
  expect((await save({ ...who, store: chain.stores[1] }, id, elsewhere)).status).toBe(422)
  for (const other of [{ full_name: 'Nguyễn Thị Hồng' }, { identity_number: person().identity_number }]) {
    const changed = await save({ ...who, ...other }, id)
    expect(changed.data.fields?.agreed).toBe('What the customer signed was changed since. Please let them sign again.')
  }
  const spaced = who.identity_number.replace(/^(.{3})(.{3})/, '$1 $2 ')
  expect((await save({ ...who, identity_number: spaced }, id)).status).toBe(201)
})

test('what nobody signed or took is erased an hour after its end, and not before', async () => {
  const [old, recent] = [await begin(person()), await begin(person())]
  const ended = (id: number, ago: string) =>
    sql`update member_handovers set expires_at = now() - ${ago}::interval where id = ${id}`.execute(chain.db)
  await ended(old.id, '61 minutes')
  await ended(recent.id, '59 minutes')
  await sweepHandovers(chain.db)
  const left = await rows(
    chain.db,
    { id: 'number' },
    sql`select id from member_handovers where id in (${old.id}, ${recent.id})`,
  )
  expect(left.map(({ id }) => id)).toEqual([recent.id])
})

test('a link is dead after its minutes, and one that nobody made leads nowhere', async () => {
  const { id, token } = await begin(person())
  await sql`update member_handovers set expires_at = now() - interval '1 second' where id = ${id}`.execute(chain.db)
  for (const dead of [token, 'x'.repeat(32), token.slice(1)]) {
    expect(await look(dead)).toEqual({ state: 'over', shown: null })
    expect((await sign(dead)).status).toBe(404)
  }
  expect(await stateOf(id)).toBe('over')
})

test.each([
  ['without a yes', { agreed: false }, 'agreed'],
  ['to words that do not stand any more', { terms: '0' }, 'agreed'],
  ['without a signature', { signature: null }, 'signature'],
  ['with another file', { signature: 'data:text/html;base64,PHNjcmlwdD4=' }, 'signature'],
])('nobody signs %s', async (_, more, field) => {
  const { id, token } = await begin(person())
  const refused = await sign(token, more)
  expect([refused.status, Object.keys(refused.data.fields ?? {})]).toEqual([422, [field]])
  expect(await stateOf(id)).toBe('waiting')
})

test('what is handed over is sealed in the database', async () => {
  const who = person()
  const { id, token } = await begin(who)
  await sign(token)
  const kept = await row(
    chain.db,
    { shown: 'string', answer: 'string', token_hash: 'string' },
    sql`select shown, answer, token_hash from member_handovers where id = ${id}`,
  )
  for (const text of [kept?.shown, kept?.answer]) expect(text).toMatch(/^v1\./)
  expect(kept?.token_hash).not.toContain(token)
})

test('who is registered already is told before anything is typed: by paper, card or phone; of other stores no name', async () => {
  const who = person()
  const card_number = '9704360012345678'
  const made = await chain.call<{ id: number }>('POST', 'member-register', {
    by: reception,
    body: { ...who, card_number, ...AT_THE_DESK, card_later: false },
  })
  expect(made.status).toBe(201)
  const known = async (body: object, by = reception) =>
    (await chain.call<{ data: object[]; address: Address | null }>('POST', 'member-register/known', { by, body })).data
  for (const [by, body] of Object.entries({
    identity_number: { identity_number: who.identity_number },
    card_number: { card_number },
    phone: { phone: who.phone },
  }))
    expect((await known(body)).data, by).toEqual([
      expect.objectContaining({ id: made.data.id, full_name: 'Nguyễn Thị Hoa', by, request_type: 'new' }),
    ])
  expect((await known({ identity_number: who.identity_number }, elsewhere)).data).toEqual([
    expect.objectContaining({ id: null, number: null, full_name: null, store: 'Siêu thị Cầu Giấy' }),
  ])
  expect((await known({ phone: '0912999999' })).data).toEqual([])
  expect((await known({})).data).toEqual([])
  const log = await chain.call<{ data: ActivityLine[] }>('GET', 'audit?action=sensitive_search', { by: admin })
  expect(JSON.stringify(log.data)).not.toContain(who.identity_number)
  const reader = await chain.person({
    permissions: {
      'register-dictionary': { add: false, edit: true, delete: true, read: true, report: true, other: true },
    },
  })
  expect((await chain.call('POST', 'member-register/known', { by: reader, body: {} })).status).toBe(403)
})

test('the address of a paper comes in its parts: of today with its codes, of before July 2025 as it was', async () => {
  const read = async (address: string) =>
    (await chain.call<{ address: Address }>('POST', 'member-register/known', { by: reception, body: { address } })).data
      .address
  expect(await read('9 Lê Lợi, Phường Bến Thành, TP. Hồ Chí Minh')).toMatchObject({
    ...{ line: '9 Lê Lợi', ward_code: '26743', province_code: '79', model: 2 },
  })
  expect(await read('12 Nguyễn Văn Giai, Phường Đa Kao, Quận 1, TP. Hồ Chí Minh')).toMatchObject({
    ...{ line: '12 Nguyễn Văn Giai', district: 'Quận 1', ward_code: null, model: 1 },
  })
})

test.each([
  ['name', { full_name: 'A' }],
  ['name', { full_name: '12345 678' }],
  ['place', { identity_number: '999190111222' }],
  ['birth year', { birth_date: '1991-05-17' }],
  ['phone', { phone: '02412345678' }],
])('what only looks odd is taken, and stands among what is to be checked: %s', async (warning, more) => {
  const made = await chain.call<{ warnings: string[] }>('POST', 'member-register', {
    by: reception,
    body: { ...person(), ...AT_THE_DESK, ...more },
  })
  expect([made.status, made.data.warnings]).toEqual([201, [warning]])
})
