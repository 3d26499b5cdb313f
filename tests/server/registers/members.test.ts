import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import type { ActivityLine } from '../../../src/shared/api.ts'
import { ALL_FLAGS } from '../../../src/shared/users/permissions.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { AT_THE_DESK } from '../../setup/desk.ts'

interface Member {
  id: number
  version: number
  status: string
  completed_by: { id: number; name: string } | null
  completed_at: string | null
}

const chain = await startChain()
const second = (await chain.another()).url
const admin = await chain.person()
const reception = await chain.person({ role: 'Reception', store: chain.stores[0] })
const manager = await chain.person({ role: 'Store manager', store: chain.stores[1] })

let serial = 0
const body = (more: object = {}) => ({
  full_name: 'Nguyễn Thị Minh Châu',
  request_type: 'new',
  phone: '0912345678',
  nationality: 'Việt Nam',
  birth_date: '1990-05-17',
  identity_number: `0791${String(90_000_000 + ++serial)}`,
  store: chain.stores[0],
  ...AT_THE_DESK,
  ...more,
})

async function member(by: Person = reception, more: object = {}): Promise<Member> {
  const made = await chain.call<Member>('POST', 'member-register', { by, body: body(more) })
  expect(made.status, JSON.stringify(made)).toBe(201)
  return made.data
}

const linesOf = async (id: number) =>
  (await chain.call<{ data: ActivityLine[] }>('GET', `member-register/${id}/history`, { by: admin })).data.data

test('a registration does not become one that is there already by a change of its numbers', async () => {
  const [one, two] = [
    await member(reception, { phone: '0912000111' }),
    await member(reception, { phone: '0912000222' }),
  ]
  const { data } = await chain.call<{ value: string }>('POST', `member-register/${one.id}/unmask`, {
    by: admin,
    body: { field: 'identity_number', reason: 'Đối chiếu giấy tờ' },
  })
  const change = (body: object) =>
    chain.call('PUT', `member-register/${two.id}`, { by: admin, body: { version: 1, ...body } })
  const same = await change({ phone: '0912000111', identity_number: data.value })
  expect([same.status, same.text]).toEqual([409, 'The registration form you submitted already exists.'])
  expect((await change({ phone: '0912000111' })).status).toBe(200)
})

test('a paper that the one-page form does not take is refused beside the paper, a wrong number beside the number', async () => {
  const ask = async (wire: string, more: object) => {
    const answer = await chain.call<{ fields?: object }>('POST', wire, { by: reception, body: body(more) })
    return [answer.status, answer.data.fields]
  }
  const other = { document: 'other', identity_number: 'AB12345678' }
  expect(await ask('member-register', other)).toEqual([422, { document: 'Identity document is not valid' }])
  expect(await ask('member-register-new', other)).toEqual([201, undefined])
  for (const identity_number of ['AB1234567', 'AB123456789'])
    expect(await ask('member-register-new', { ...other, identity_number })).toEqual([
      422,
      { identity_number: 'Identity number has exactly 10 characters' },
    ])
})

test('a registration comes back from the trash, or waits again, only while no other one is the same', async () => {
  const same = { phone: '0912000333', identity_number: '079190000333' }
  const act = (id: number, name: string) => chain.call('POST', `member-register/${id}/${name}`, { by: admin })
  const refused = [409, 'The registration form you submitted already exists.']
  const said = ({ status, text }: { status: number; text: string }) => [status, text]
  const one = await member(reception, same)
  await chain.call('DELETE', `member-register/${one.id}`, { by: admin })
  const two = await member(reception, same)
  expect(said(await act(one.id, 'restore'))).toEqual(refused)
  await chain.call('DELETE', `member-register/${two.id}`, { by: admin })
  const both = await Promise.all([act(one.id, 'restore'), act(two.id, 'restore')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.map(said)).toContainEqual(refused)

  const lost = await member(reception, { ...same, request_type: 'reissue' })
  await act(lost.id, 'completed')
  await member(reception, { ...same, request_type: 'reissue' })
  expect(said(await act(lost.id, 'undo-completed'))).toEqual(refused)
})

describe('completed', () => {
  test('happens once, however many press at the same moment, on two servers', async () => {
    const { id } = await member()
    const people = [reception, admin]
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, at) =>
        chain.call<Member>('POST', `member-register/${id}/completed`, {
          by: people[at % 2],
          ...(at % 4 > 1 && { at: second }),
        }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [first] = answers
    for (const { data } of answers) expect(data).toEqual(first?.data)
    expect(first?.data).toMatchObject({ status: 'completed', version: 2 })
    expect([reception.id, admin.id]).toContain(first?.data.completed_by?.id)
    const lines = await linesOf(id)
    expect(lines.filter((line) => line.action === 'completed')).toHaveLength(1)
  })

  test('is taken back by whoever did it for ten minutes, by an administrator always, by nobody else', async () => {
    const { id } = await member()
    const colleague = await chain.person({ role: 'Reception', store: chain.stores[0] })
    const undo = (by: Person) => chain.call<Member>('POST', `member-register/${id}/undo-completed`, { by })
    const complete = () => chain.call<Member>('POST', `member-register/${id}/completed`, { by: reception })
    const waits = { status: 'waiting', completed_by: null, completed_at: null }
    const later = (minutes: number) =>
      sql`update member_register set completed_at = clock_timestamp() - ${`${minutes} minutes`}::interval where id = ${id}`.execute(
        chain.db,
      )
    await complete()
    expect(await undo(colleague)).toMatchObject({ status: 409, code: 1455 })
    for (let press = 0; press < 3; press++) expect((await undo(reception)).data).toMatchObject({ ...waits, version: 3 })
    await complete()
    await later(9)
    expect((await undo(reception)).data).toMatchObject(waits)
    await complete()
    await later(11)
    expect(await undo(reception)).toMatchObject({ status: 409, code: 1455 })
    expect((await undo(admin)).data).toMatchObject(waits)
    expect((await complete()).data).toMatchObject({ status: 'completed', completed_by: { id: reception.id } })
    expect((await linesOf(id)).map((line) => line.action)).toEqual([
      'completed',
      ...['undo-completed', 'completed', 'undo-completed', 'completed', 'undo-completed', 'completed'],
      'create',
    ])
  })

  test('of many at once is taken back at once by whoever did it, what others completed stays', async () => {
    const [one, two] = [await member(), await member()]
    const colleague = await chain.person({ role: 'Reception', store: chain.stores[0] })
    await chain.call('POST', `member-register/${two.id}/completed`, { by: colleague })
    const many = (act: string, version: number) =>
      chain.call<{ done: number; refused: number }>('POST', `member-register/bulk/${act}`, {
        by: reception,
        body: { rows: [one, two].map(({ id }, at) => [id, at === 0 ? version : 2]) },
      })
    expect((await many('completed', 1)).data).toMatchObject({ done: 2, refused: 0 })
    expect((await many('undo-completed', 2)).data).toMatchObject({ done: 1, refused: 1 })
    const statuses = await Promise.all(
      [one, two].map(async ({ id }) => (await chain.call<Member>('GET', `member-register/${id}`, { by: admin })).data),
    )
    expect(statuses.map(({ status }) => status)).toEqual(['waiting', 'completed'])
  })

  test('closes the record to changes until it is undone', async () => {
    const { id } = await member()
    const change = (version: number) =>
      chain.call('PUT', `member-register/${id}`, { by: reception, body: { version, full_name: 'Trần Văn Bình' } })
    await chain.call('POST', `member-register/${id}/completed`, { by: reception })
    // Also who opened it before hears why, and not that somebody changed it.
    for (const version of [1, 2]) expect(await change(version)).toMatchObject({ status: 409, code: 1454 })
    await chain.call('POST', `member-register/${id}/undo-completed`, { by: admin })
    expect((await change(3)).status).toBe(200)
  })

  test('needs the edit flag, keeps to the store, and never touches what is in the trash', async () => {
    const { id } = await member()
    const reader = await chain.person({ permissions: { 'register-dictionary': { ...ALL_FLAGS, edit: false } } })
    expect((await chain.call('POST', `member-register/${id}/completed`, { by: reader })).status).toBe(403)
    expect((await chain.call('POST', `member-register/${id}/completed`, { by: manager })).status).toBe(404)
    await chain.call('DELETE', `member-register/${id}`, { by: admin })
    expect((await chain.call('POST', `member-register/${id}/completed`, { by: admin })).status).toBe(404)
  })

  test('cannot be set by saving, and is a filter of the list and an act on many', async () => {
    const [one, two] = [await member(), await member()]
    const saved = await chain.call('PUT', `member-register/${one.id}`, {
      by: admin,
      body: { version: 1, status: 'completed' },
    })
    expect(saved.status).toBe(400)
    const bulk = await chain.call<{ done: number }>('POST', 'member-register/bulk/completed', {
      by: reception,
      body: { rows: [one, two].map(({ id }) => [id, 1]) },
    })
    expect(bulk.data.done).toBe(2)
    const ids = async (status: string) =>
      (
        await chain.call<{ data: Member[] }>('GET', `member-register?perpage=1000&status=${status}`, { by: reception })
      ).data.data.map(({ id }) => id)
    expect(await ids('completed')).toEqual(expect.arrayContaining([one.id, two.id]))
    expect(await ids('waiting')).not.toEqual(expect.arrayContaining([one.id]))
  })

  test('tells a stale version where one is given, and the record stays as it is', async () => {
    const { id } = await member()
    await chain.call('PUT', `member-register/${id}`, { by: admin, body: { version: 1, full_name: 'Trần Văn Bình' } })
    const bulk = await chain.call<{ done: number; refused: number }>('POST', 'member-register/bulk/completed', {
      by: reception,
      body: { rows: [[id, 1]] },
    })
    expect(bulk.data).toMatchObject({ done: 0, refused: 1 })
    const now = await row(chain.db, { status: 'string' }, sql`select status from member_register where id = ${id}`)
    expect(now?.status).toBe('waiting')
  })
})

describe('a registration at the desk', () => {
  const ask = (more: object) =>
    chain.call<Member & { fields?: object; form: string; card_later: boolean }>('POST', 'member-register', {
      by: reception,
      body: body(more),
    })

  test('is not kept without the customer’s consent and signature, told together with what else is wrong', async () => {
    const refused = await ask({ agreed: false, signature: null, identity_number: '123' })
    expect([refused.status, refused.data.fields]).toEqual([
      422,
      {
        signature: 'Signature is required',
        agreed: 'You must agree to the terms',
        identity_number: 'Identity number has exactly 12 digits',
      },
    ])
    expect((await ask({ terms: '0' })).data.fields).toEqual({
      agreed: 'The terms have changed. Please read them again.',
    })
  })

  test('says that it is one, and what was agreed to, in which version and when', async () => {
    const { data } = await ask({ offers: true, surveys: true })
    expect(data.form).toBe('desk')
    const { data: kept } = await chain.call<{ data: object[] }>('GET', `member-register/${data.id}/consents`, {
      by: reception,
    })
    expect(kept.data).toMatchObject([
      { purpose: 'Keeping your membership', version: '1', language: 'en', channel: 'desk', withdrawn_at: null },
      { purpose: 'Offers for members', version: '1', channel: 'desk' },
      { purpose: 'Surveys for members', version: '1', channel: 'desk' },
    ])
  })

  test('has the number of the card, or says that the card is made later', async () => {
    expect((await ask({ card_later: false })).data.fields).toEqual({ card_number: 'Card number is required' })
    const { data } = await ask({})
    expect(data.card_later).toBe(true)
    const change = (version: number, more: object) =>
      chain.call<Member & { card_later: boolean }>('PUT', `member-register/${data.id}`, {
        by: reception,
        body: { version, ...more },
      })
    expect((await change(1, { card_later: false })).status).toBe(422)
    expect((await change(1, { card_number: '9704360012345678' })).data.card_later).toBe(false)
    // What was kept before the rule changes as ever, as long as nothing is said of its card.
    await sql`update member_register set card_number = null, card_later = false where id = ${data.id}`.execute(chain.db)
    expect((await change(2, { full_name: 'Trần Thị Ngọc' })).status).toBe(200)
  })
})
