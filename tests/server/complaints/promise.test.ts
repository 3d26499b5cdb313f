import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AnswerPromise } from '../../../src/shared/complaints/promise.ts'
import type { StoredFile } from '../../../src/shared/fields.ts'
import { startChain, type Ticket } from '../../setup/chain.ts'
import { photo } from '../../setup/media.ts'
import { saveSettings } from '../../setup/settings.ts'

const chain = await startChain({ CHAIN_NAME: 'An Nhiên' })
const admin = await chain.person()

interface Followed {
  promise: AnswerPromise | null
  is_waiting: boolean
  store: { code: string; name: string; phone: string | null }
}

const tokenOf = async (id: number): Promise<string> => {
  const { rows } = await sql<{ token: string }>`select follow_token as token from complaints where id = ${id}`.execute(
    chain.db,
  )
  return rows[0]?.token ?? ''
}
const followed = async (one: Pick<Ticket, 'id'>): Promise<Followed> =>
  (await chain.call<Followed>('GET', `public/follow/${await tokenOf(one.id)}`)).data
interface Dated extends Ticket {
  handle_due_at: string
  due_at: string
  store: { id: number }
}
const shown = async (one: Pick<Ticket, 'id'>): Promise<Dated> =>
  (await chain.call<Dated>('GET', `ticket/${one.id}`, { by: admin })).data
const step = async (one: Pick<Ticket, 'id'>, name: string, body: object = {}) => {
  const { version } = await shown(one)
  const answer = await chain.call<Ticket>('POST', `ticket/${one.id}/${name}`, { by: admin, body: { version, ...body } })
  expect(answer.status, answer.text).toBe(200)
}
const moment = (at: string | null | undefined) => new Date(at ?? '').getTime()

test('the customer is promised the first reply, then the answer, and another moment where the deadline is moved', async () => {
  const one = await chain.ticket(admin)
  const fresh = await followed(one)
  const { handle_due_at, due_at } = await shown(one)
  expect(fresh.promise).toMatchObject({ what: 'reply', is_late: false })
  expect(moment(fresh.promise?.at)).toBe(moment(handle_due_at))
  await step(one, 'start')
  const begun = await followed(one)
  expect(begun.promise).toMatchObject({ what: 'answer', is_late: false })
  expect(moment(begun.promise?.at)).toBe(moment(due_at))
  const later = new Date(Date.now() + 5 * 86_400_000).toISOString()
  await step(one, 'extend', { due_at: later, reason: 'Chờ nhà cung cấp' })
  expect(moment((await followed(one)).promise?.at)).toBe(moment(later))
  await step(one, 'pause', { reason: 'Xin ảnh hóa đơn' })
  expect(await followed(one)).toMatchObject({ promise: null, is_waiting: true })
  await step(one, 'resume')
  await step(one, 'complete', { solution: 'apology', origin: 'Kho', comment: 'Xin lỗi quý khách' })
  expect(await followed(one)).toMatchObject({ promise: null, is_waiting: false })
})

test('what was missed is promised anew, and said to be late', async () => {
  const one = await chain.ticket(admin)
  await sql`update complaints set handle_due_at = handle_due_at - interval '40 days', due_at = due_at - interval '40 days',
      law_due_at = law_due_at - interval '40 days', created_at = created_at - interval '40 days' where id = ${one.id}`.execute(
    chain.db,
  )
  const { promise } = await followed(one)
  expect(promise).toMatchObject({ what: 'answer', is_late: true })
  expect(moment(promise?.at)).toBeGreaterThan(Date.now())
})

test('they are told whom to call: the store, else the chain’s hotline, and nothing of the staff', async () => {
  const one = await chain.ticket(admin)
  const { store } = await shown(one)
  await sql`update stores set phone = null where id = ${store.id}`.execute(chain.db)
  expect((await followed(one)).store.phone).toBeNull()
  await saveSettings(chain, 'chain', { by: admin, body: { phone: '1900 6868' } })
  expect((await followed(one)).store.phone).toBe('19006868')
  await sql`update stores set phone = '02431234567' where id = ${store.id}`.execute(chain.db)
  expect((await followed(one)).store.phone).toBe('02431234567')
})

test('what the chain is called is kept by an administrator, heads papers, and stands in public pages', async () => {
  const body = new FormData()
  const { name, mimeType, buffer } = await photo('logo.jpg')
  body.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const { data: sent } = await chain.call<{ files: StoredFile[] }>('POST', 'upload', { by: admin, body })
  const logo = sent.files[0]?.id ?? ''
  expect((await fetch(`${chain.url}/api/public/chain-logo`)).status).toBe(404)
  const before = await chain.call<{ name: string }>('GET', 'chain', { by: admin })
  expect(before.data.name).toBe('An Nhiên')
  const details = {
    name: 'Siêu thị An Nhiên',
    legal_name: 'Công ty Cổ phần An Nhiên',
    address: '18 Tràng Tiền, phường Cửa Nam, Hà Nội',
    tax_code: '0100109106',
    phone: '19006868',
    email: 'cskh@annhien.example',
  }
  const kept = await saveSettings<object>(chain, 'chain', { by: admin, body: { ...details, logo: [logo] } })
  expect(kept.data).toMatchObject({ ...details, logo: [{ id: logo }] })
  const reader = await chain.person({ permissions: { complaints: { read: true } } })
  const head = await chain.call<object>('GET', `chain/letterhead?store=${chain.stores[0]}`, { by: reader })
  expect(head.data).toMatchObject({ chain: { ...details, logo }, store: { code: expect.any(String) } })
  const picture = await fetch(`${chain.url}/api/public/chain-logo?v=${logo}`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  // Neither by somebody who may not, nor wrongly.
  expect((await chain.call('PUT', 'chain', { by: reader, body: { ...details, version: 0 } })).status).toBe(403)
  const wrong = await saveSettings<{ fields: object }>(chain, 'chain', {
    by: admin,
    body: { ...details, tax_code: '0100109107', phone: 'gọi quầy', email: 'không' },
  })
  expect([wrong.status, Object.keys(wrong.data.fields).toSorted()]).toEqual([422, ['email', 'phone', 'tax_code']])
  const gone = await saveSettings<object>(chain, 'chain', { by: admin, body: { name: 'An Nhiên' } })
  expect(gone.data).toMatchObject({ name: 'An Nhiên', legal_name: null, logo: [] })
  expect((await fetch(`${chain.url}/api/public/chain-logo`)).status).toBe(404)
})

test('of two who save what the chain is called, the second is told who was quicker and what they changed, and undoes nothing', async () => {
  const read = () => chain.call<{ version: number; phone: string | null }>('GET', 'chain', { by: admin })
  const colleague = await chain.person()
  await saveSettings(chain, 'chain', { by: admin, body: { name: 'An Nhiên', phone: '19001111' } })
  const { version } = (await read()).data
  const first = await chain.call<{ version: number }>('PUT', 'chain', {
    by: colleague,
    body: { name: 'An Nhiên', phone: '19002222', version },
  })
  expect(first.data).toMatchObject({ phone: '19002222', updated_by: { id: colleague.id, name: colleague.name } })
  expect(first.data.version).toBeGreaterThan(version)
  const second = await chain.call<object>('PUT', 'chain', {
    by: admin,
    body: { phone: '19001111', email: 'cskh@annhien.example', version },
  })
  expect([second.status, second.code]).toEqual([409, 1400])
  expect(second.data).toMatchObject({
    record: { phone: '19002222', email: null, version: first.data.version },
    changed_by: colleague.name,
    changed: ['phone'],
  })
  expect((await read()).data).toMatchObject({ phone: '19002222', email: null })
  // However close to one another they are.
  const both = ['19003333', '19004444'].map((phone) =>
    chain.call('PUT', 'chain', { by: admin, body: { phone, version: first.data.version } }),
  )
  expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await chain.call('PUT', 'chain', { by: admin, body: { phone: '19001111' } })).status).toBe(422)
})
