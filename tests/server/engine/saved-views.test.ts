import { expect, test } from 'vitest'
import type { ListSetup, SavedView } from '../../../src/shared/list-setup.ts'
import { type Person, startChain } from '../../setup/chain.ts'

const chain = await startChain()
const [here, there] = chain.stores
const admin = await chain.person()
const manager = await chain.person({ role: 'Store manager', store: here })
const colleague = await chain.person({ role: 'Staff', store: here, department: chain.departments[1] })
const elsewhere = await chain.person({ role: 'Store manager', store: there, department: chain.departments[1] })
const staff = await chain.person({ role: 'Staff', store: here })

const keep = (by: Person, more: object = {}) =>
  chain.call<SavedView>('POST', 'saved-view', {
    by,
    body: { list: 'complaints', name: 'Quá hạn của tôi', path: 'overdue', query: 'priority=high&page=3', ...more },
  })
const setupOf = async (by: Person, list = 'complaints') =>
  (await chain.call<ListSetup>('GET', `saved-view?list=${list}`, { by })).data
const namesFor = async (by: Person) => (await setupOf(by)).views.map((view) => view.name)
const change = (by: Person, { id, version }: SavedView, body: object) =>
  chain.call<SavedView>('PUT', `saved-view/${id}`, { by, body: { version, ...body } })

test('a view keeps the address of a list without its page, and is renamed, changed and deleted', async () => {
  const made = await keep(manager)
  expect(made.status).toBe(201)
  expect(made.data).toMatchObject({ path: 'overdue', query: 'priority=high', share: 'nobody', is_mine: true })
  const renamed = await change(manager, made.data, { name: 'Gấp', query: 'sort=due_at&columns=title%2Cstatus' })
  expect(renamed.data).toMatchObject({ name: 'Gấp', query: 'sort=due_at&columns=title%2Cstatus', path: 'overdue' })
  expect((await change(manager, made.data, { name: 'Cũ' })).status, 'somebody was quicker').toBe(409)
  expect((await chain.call('DELETE', `saved-view/${made.data.id}`, { by: manager })).status).toBe(200)
  expect((await setupOf(manager)).views).toEqual([])
})

test('another person’s private view is out of reach by every call', async () => {
  const { data: view } = await keep(manager, { name: 'Riêng' })
  for (const by of [admin, colleague, elsewhere]) {
    expect(await namesFor(by)).not.toContain('Riêng')
    expect((await change(by, view, { name: 'Của tôi' })).status).toBe(404)
    expect((await chain.call('DELETE', `saved-view/${view.id}`, { by })).status).toBe(404)
  }
  expect(await namesFor(manager)).toContain('Riêng')
})

test('a view is shared with the own store, the own department or everyone, and with nobody else', async () => {
  await keep(manager, { name: 'Cửa hàng', share: 'store' })
  await keep(elsewhere, { name: 'Phòng ban', share: 'department' })
  await keep(admin, { name: 'Toàn chuỗi', share: 'everyone' })
  expect(await namesFor(colleague)).toEqual(expect.arrayContaining(['Cửa hàng', 'Phòng ban', 'Toàn chuỗi']))
  expect(await namesFor(staff)).toEqual(expect.arrayContaining(['Cửa hàng', 'Toàn chuỗi']))
  expect(await namesFor(staff)).not.toContain('Phòng ban')
  expect(await namesFor(elsewhere)).not.toContain('Cửa hàng')
})

test('sharing needs the right to: editing for one’s own place, special actions for everyone', async () => {
  expect((await setupOf(staff)).shares).toEqual(['nobody'])
  expect((await setupOf(manager)).shares).toEqual(expect.arrayContaining(['nobody', 'store']))
  expect((await setupOf(admin)).shares, 'without a store there is none to share with').not.toContain('store')
  for (const share of ['store', 'everyone']) expect((await keep(staff, { share })).status).toBe(403)
  const { data: own } = await keep(staff)
  expect((await change(staff, own, { share: 'everyone' })).status).toBe(403)
})

test('who only sees a shared view cannot change it; who holds the special actions keeps it in order', async () => {
  const { data: view } = await keep(manager, { name: 'Chung', share: 'store' })
  expect((await change(colleague, view, { name: 'Khác' })).status).toBe(403)
  const { data: wide } = await keep(admin, { name: 'Chuỗi', share: 'everyone' })
  expect((await setupOf(staff)).views.find(({ id }) => id === wide.id)).toMatchObject({ is_mine: false })
  expect((await change(manager, wide, { name: 'Chuỗi 2' })).status).toBe(200)
})

test('a shared view shows each person only what they may see', async () => {
  await chain.ticket(admin, { store: chain.stores[1], title: 'Ở cửa hàng khác' })
  const { data: view } = await keep(admin, { name: 'Tất cả', share: 'everyone', path: '', query: 'sort=-created_at' })
  const list = await chain.call<{ total: number }>('GET', `ticket?${view.query}`, { by: manager })
  expect(list.data.total).toBe(0)
})

test('a list that is not open to the caller has no views, and neither has one that does not exist', async () => {
  for (const list of ['users', 'saved-views', 'nowhere', ''])
    expect((await chain.call('GET', `saved-view?list=${list}`, { by: staff })).status, list).toBe(404)
  expect((await keep(staff, { list: 'users' })).status).toBe(404)
  expect((await keep(staff, { path: 'nowhere' })).status).toBe(422)
})

test('columns, density, order and the first view are kept per person, the same in every browser', async () => {
  const choices = { columns: ['title', 'status'], isCompact: true, order: [2, 1], view: 2 }
  const kept = await chain.call('POST', 'saved-view/choices', { by: staff, body: { list: 'complaints', choices } })
  expect(kept.status).toBe(200)
  expect((await setupOf(staff)).choices).toEqual(choices)
  expect((await setupOf(manager)).choices).toEqual({})
  const change = (part: object) =>
    chain.call('POST', 'saved-view/choices', { by: staff, body: { list: 'complaints', choices: part } })
  const changed = { columns: ['title', 'status'], isCompact: false, order: [2, 1] }
  expect((await change({ isCompact: false, view: null })).data, 'what is left out stays').toEqual(changed)
  expect((await setupOf(staff)).choices).toEqual(changed)
  for (const wrong of [{ columns: 'title' }, { view: -1 }, { more: 1 }, [], { columns: ['a b'] }])
    expect(
      (
        await chain.call('POST', 'saved-view/choices', {
          by: staff,
          body: { list: 'complaints', choices: wrong },
        })
      ).status,
    ).toBe(422)
})
