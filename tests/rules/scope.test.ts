import { expect, test } from 'vitest'
import { modules } from '../../src/modules/index.ts'
import { type Person, startChain, type Ticket } from '../setup/chain.ts'
import { listen } from '../setup/http/listen.ts'

const chain = await startChain()
const admin = await chain.person()
const mine = await chain.person({ role: 'Store manager', store: chain.stores[0] })
const foreign = await chain.person({ role: 'Store manager', store: chain.stores[1] })
const ticket = await chain.ticket(admin, { title: 'Bí mật của cửa hàng một', phone: '0911222333' })

const total = async (by: Person, query = '') =>
  (await chain.call<{ total: number }>('GET', `ticket${query}`, { by })).data.total

test('the manager of the store sees the complaint, another store’s manager finds it nowhere', async () => {
  expect(await total(mine)).toBe(1)
  expect(await total(foreign)).toBe(0)
  expect(await total(foreign, `?store=${chain.stores[0]}`)).toBe(0)
  expect(await total(foreign, '?search=bi+mat')).toBe(0)
  const counts = await chain.call<Record<string, number>>('GET', 'ticket/counts', { by: foreign })
  expect(Object.values(counts.data).every((n) => n === 0)).toBe(true)
  const search = await chain.call<{ groups: unknown[] }>('GET', 'search?q=bi+mat', { by: foreign })
  expect(search.data.groups).toEqual([])
  const customer = await chain.call('GET', 'ticket/get-customer-by-phone?phone=0911222333', { by: foreign })
  expect(customer.data).toBeNull()
  const tiles = await chain.call<{ counts: Record<string, number> }>('GET', 'modules', { by: foreign })
  expect(tiles.data.counts.complaints).toBe(0)
  const board = await chain.call<{ columns: { total: number }[] }>('GET', 'board/columns', { by: foreign })
  expect(board.data.columns.every((column) => column.total === 0)).toBe(true)
  const waiting = await chain.call<{ registers: unknown[] }>('GET', 'today', { by: foreign })
  expect(waiting.data.registers).toEqual([])
  const dashboard = await chain.call<{ figures: { new: { value: number } } }>('GET', 'get-dashboard', { by: foreign })
  expect(dashboard.data.figures.new.value).toBe(0)
})

test('guessing the address gives the same answer as a complaint that is not there', async () => {
  const paths: [string, string, object?][] = [
    ['GET', ''],
    ['GET', '/history'],
    ['GET', '/timeline'],
    ['GET', '/list-comment'],
    ['GET', '/related'],
    ['GET', '/likely'],
    ['POST', '/start', { version: 1 }],
    ['POST', '/complete', { version: 1, solution: 'apology', origin: 'x', comment: 'x' }],
    ['POST', '/assign', { version: 1 }],
    ['POST', '/comment', { body: '<p>x</p>' }],
    ['POST', '/extend', { version: 1, due_at: new Date(Date.now() + 86_400_000).toISOString(), reason: 'x' }],
    ['PUT', '', { version: 1, title: 'x' }],
    ['DELETE', ''],
  ]
  for (const [method, path, body] of paths) {
    const theirs = await chain.call(method, `ticket/${ticket.id}${path}`, { by: foreign, body })
    const none = await chain.call(method, `ticket/999999${path}`, { by: foreign, body })
    expect([theirs.status, theirs.code, theirs.text], `${method} ${path}`).toEqual([none.status, none.code, none.text])
    expect(theirs.status, `${method} ${path}`).toBe(404)
  }
})

test('a complaint of a store cannot be made or moved into another store by its scope', async () => {
  const made = await chain.call('POST', 'ticket', { by: foreign, body: chain.complaint({ store: chain.stores[0] }) })
  expect(made.status).toBe(422)
  const own = await chain.ticket(foreign, { store: chain.stores[1] })
  const moved = await chain.call('PUT', `ticket/${own.id}`, {
    by: foreign,
    body: { version: 1, store: chain.stores[0] },
  })
  expect(moved.status).toBe(422)
})

test('live events and notifications reach the store’s people only, within a second', async () => {
  const ears = [await listen(chain.url, mine.token), await listen(chain.url, foreign.token)]
  const [near, far] = ears.map(
    ({ events }) =>
      () =>
        events.map(({ data }) => data.ticket?.id),
  )
  const since = performance.now()
  const here = await chain.ticket(admin)
  await expect.poll(() => near?.(), { timeout: 2000, interval: 20 }).toContain(here.id)
  expect(performance.now() - since).toBeLessThan(1000)
  // Events come in order: who hears of a later one is not told of the first any more.
  const there = await chain.ticket(admin, { store: chain.stores[1] })
  await expect.poll(() => far?.()).toContain(there.id)
  expect(far?.()).not.toContain(here.id)
  for (const ear of ears) ear.close()
})

test('under the scope of the own records a person sees what is given to them and what they made, of whichever store', async () => {
  const flags = { add: true, edit: true, delete: false, read: true, report: true, other: true }
  const lone = await chain.person({ permissions: { complaints: flags }, scope: 'own', store: chain.stores[1] })
  const given = await chain.ticket(admin, { assignee: lone.id })
  const made = await chain.ticket(lone, { store: chain.stores[1] })
  const near = await chain.ticket(admin, { store: chain.stores[1] })
  const list = await chain.call<{ data: Ticket[]; total: number }>('GET', 'ticket?perpage=100&sort=id', { by: lone })
  expect([list.data.data.map(({ id }) => id), list.data.total]).toEqual([[given.id, made.id], 2])
  expect((await chain.call('GET', `ticket/${near.id}`, { by: lone })).status).toBe(404)
  const figures = await chain.call<{ figures: { new: { value: number } } }>('GET', 'get-dashboard', { by: lone })
  expect(figures.data.figures.new.value).toBe(2)
})

test('a department sees what it handles, what it is copied on and what its people made', async () => {
  const [first, second] = chain.departments
  const seer = await chain.person({ role: 'Department manager', department: second })
  const handled = await chain.ticket(admin, { department: second })
  const copied = await chain.ticket(admin, { department: first, cc_departments: [second] })
  const other = await chain.ticket(admin, { department: first })
  const own = await chain.ticket(seer, { department: first })
  const list = await chain.call<{ data: Ticket[]; total: number }>('GET', 'ticket?perpage=100', { by: seer })
  expect(list.data.data.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([handled.id, copied.id, own.id])
  expect(list.data.total).toBe(3)
  expect((await chain.call('GET', `ticket/${other.id}`, { by: seer })).status).toBe(404)
})

test('no record that has a store is shown to people of another store, whatever it is of', () => {
  for (const { name, fields, ownership } of modules)
    if (fields.store?.kind === 'ref' && fields.store.to === 'stores') expect(ownership.store, name).toBe('store')
})
