import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startChain, type Ticket } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
const near = await chain.person({ role: 'Store manager', store: chain.stores[0] })
const far = await chain.person({ role: 'Store manager', store: chain.stores[1] })
const stranger = await chain.person({ permissions: { stores: { read: true } } })

test('feedback is the complaints that came by the public form, under the same rights and scope', async () => {
  const byStaff = await chain.ticket(admin)
  const made = await chain.call<Ticket & { source: string }>('POST', 'feedback', { by: near, body: chain.complaint() })
  expect([made.status, made.data.source]).toEqual([201, 'public'])
  const { id } = made.data
  const list = async (by = admin, query = '') =>
    (await chain.call<{ data: Ticket[]; total: number }>('GET', `feedback?perpage=1000${query}`, { by })).data
  const all = await list()
  expect([all.data.map((one) => one.id), all.total]).toEqual([[id], 1])
  expect((await list(far)).total).toBe(0)
  expect((await chain.call('GET', 'feedback', { by: stranger })).status).toBe(403)
  for (const [by, of, status] of [
    [near, id, 200],
    [far, id, 404],
    [admin, byStaff.id, 404],
  ] as const)
    expect((await chain.call('GET', `feedback/${of}`, { by })).status).toBe(status)

  const change = (of: number, by = near) =>
    chain.call<Ticket>('PUT', `feedback/${of}`, { by, body: { version: 1, title: 'Kệ sữa trống' } })
  expect([(await change(byStaff.id, admin)).status, (await change(id, far)).status]).toEqual([404, 404])
  expect((await change(id)).data.title).toBe('Kệ sữa trống')
  expect((await chain.call<Ticket>('GET', `ticket/${id}`, { by: near })).data.title).toBe('Kệ sữa trống')

  expect((await chain.call('DELETE', `feedback/${byStaff.id}`, { by: admin })).status).toBe(404)
  expect((await chain.call('DELETE', `feedback/${id}`, { by: near })).status).toBe(200)
  expect((await list()).total).toBe(0)
  const { rows } = await sql<{ state: string }>`select state from complaints order by id`.execute(chain.db)
  expect(rows.map(({ state }) => state)).toEqual(['new', 'deleted'])
})
