import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { COUNTED_MOST } from '../../../src/server/resource/query/list.ts'
import { SORTED_MOST } from '../../../src/server/resource/query/order.ts'
import { startChain } from '../../setup/chain.ts'
import { inPieces } from '../../setup/records/in-pieces.ts'

const chain = await startChain()
const { db } = chain
const admin = await chain.person()

interface Page<R> {
  data: R[]
  total: number
}
const listed = async <R>(path: string) => (await chain.call<Page<R>>('GET', path, { by: admin })).data.data
const shuffled = (words: readonly string[]) => words.toSorted(() => Math.random() - 0.5)

describe('A list is in the order people read it', () => {
  test('words by the Vietnamese alphabet and its tones, either way round', async () => {
    const inOrder = [
      'An',
      'Ăn',
      'Ấn',
      'Da',
      'Đa',
      'Ê',
      'kho 2',
      'kho 10',
      'ma',
      'mà',
      'mả',
      'mã',
      'má',
      'mạ',
      'Ô tô',
      'Ơn',
      'Ư',
      'Vinh',
    ]
    for (const title of shuffled(inOrder)) await chain.ticket(admin, { title })
    const titles = async (sort: string) =>
      (await listed<{ title: string }>(`ticket?perpage=100&sort=${sort}`)).map(({ title }) => title)
    expect(await titles('title')).toEqual(inOrder)
    expect(await titles('-title')).toEqual(inOrder.toReversed())
    const departments = ['Kế toán', 'Kiểm kê', 'Đóng gói', 'Ăn uống']
    for (const name of departments) await chain.call('POST', 'dept', { by: admin, body: { name, manager: admin.id } })
    const picked = await listed<{ name: string }>('dept/get-name?perpage=100')
    const own = picked.map(({ name }) => name).filter((name) => departments.includes(name))
    expect(own).toEqual(['Ăn uống', 'Đóng gói', 'Kế toán', 'Kiểm kê'])
  })

  test('people by their given name, the last word', async () => {
    const inOrder = ['Nguyễn Văn An', 'Lê Ánh', 'Phạm Bình', 'Trần Thị Bình', 'Vũ Dung', 'Đỗ Đức', 'Hồ Thị Yến ']
    await sql`delete from complaints`.execute(db)
    for (const customer_name of shuffled(inOrder)) await chain.ticket(admin, { customer_name })
    const names = await listed<{ customer_name: string }>('ticket?perpage=100&sort=customer_name')
    expect(names.map(({ customer_name }) => customer_name)).toEqual(inOrder.map((name) => name.trim()))
  })

  test('choices as they are offered, other records by their name, and what is empty last', async () => {
    await sql`delete from complaints`.execute(db)
    await sql`update stores set name = case when id = ${chain.stores[0]} then 'Siêu thị Vinh' else 'Siêu thị Đà Nẵng' end`.execute(
      db,
    )
    const kinds = [
      { priority: 'high', store: chain.stores[0] },
      { priority: 'low', store: chain.stores[1] },
      { priority: 'normal', store: chain.stores[0] },
      { store: chain.stores[1] },
    ]
    for (const kind of kinds) await chain.ticket(admin, kind)
    await sql`update complaints set priority = null where id = (select max(id) from complaints)`.execute(db)
    const orders = (sort: string) => listed<{ priority: string | null; store: { name: string } }>(`ticket?sort=${sort}`)
    const priorities = async (sort: string) => (await orders(sort)).map(({ priority }) => priority)
    expect(await priorities('priority')).toEqual(['high', 'normal', 'low', null])
    expect(await priorities('-priority')).toEqual(['low', 'normal', 'high', null])
    const stores = (await orders('store')).map(({ store }) => store.name)
    expect(stores).toEqual(['Siêu thị Đà Nẵng', 'Siêu thị Đà Nẵng', 'Siêu thị Vinh', 'Siêu thị Vinh'])
  })
})

test('a list too long for an order that no index keeps says so, and how to go on', async () => {
  await inPieces(
    db,
    SORTED_MOST + 1,
    (from, to) => sql`insert into tags (name) select 'Nhãn ' || g from generate_series(${from}::int, ${to}::int) g`,
  )
  const refused = await chain.call('GET', 'tag?sort=updated_at', { by: admin, headers: { 'accept-language': 'vi' } })
  expect(refused).toMatchObject({ status: 422, code: 1603 })
  expect(refused.text).toContain('200.000 dòng')
  expect((await chain.call('GET', 'tag?sort=-created_at', { by: admin })).status).toBe(200)
  expect((await chain.call('GET', 'tag?sort=updated_at&search=nhan+1234', { by: admin })).status).toBe(200)
})

test('a total of very many that no counts know says how many there are at the least, and a part of them is exact', async () => {
  await inPieces(
    db,
    2 * COUNTED_MOST + 2,
    (from, to) => sql`insert into vat_get_info (bill_number, store, sold_on, rate, net, tax, gross)
      select lpad(g::text, 12, '0'), ${chain.stores[0]}, date '2026-01-01' + g % 5, 1 + g % 2, 100, 8, 108 from generate_series(${from}::int, ${to}::int) g`,
  )
  // As autovacuum does within the minute: until then a question of it is planned for three rows.
  await sql`analyze vat_get_info`.execute(db)
  const bills = async (filter: string) =>
    (await chain.call<Page<object> & { total_is_more?: boolean }>('GET', `vat-detail?${filter}`, { by: admin })).data
  expect(await bills('rate=1')).toMatchObject({ total: COUNTED_MOST, total_is_more: true })
  expect(await bills('')).toMatchObject({ total: 2 * COUNTED_MOST + 2 })
  const day = await bills('rate=1&sold_on[]=2026-01-02&sold_on[]=2026-01-02')
  expect(day.total).toBe(Math.ceil(COUNTED_MOST / 5))
  expect(day.total_is_more ?? false).toBe(false)
  const none = await bills('rate=3')
  expect(none).toMatchObject({ total: 0, data: [] })
})

test('the tabs under filters that no counts know together say what their lists say', async () => {
  await sql`delete from complaints`.execute(db)
  for (const priority of ['high', 'high', 'high', 'high', 'low', 'normal'])
    await chain.ticket(admin, { priority, store: chain.stores[0] })
  await sql`update complaints set state = case n % 4 when 0 then 'new' when 1 then 'completed' when 2 then 'closed' else 'processing' end,
      due_at = case when n = 3 then now() - interval '1 day' else due_at end
    from (select id as of, row_number() over (order by id) - 1 as n from complaints) o where of = id`.execute(db)
  const filter = `priority=high&feedback_method=hotline&store=${chain.stores[0]}`
  const counts = (await chain.call<Record<string, number>>('GET', `ticket/counts?${filter}`, { by: admin })).data
  const totals: Record<string, number> = {}
  for (const status of ['new', 'processing', 'overdue', 'completed', 'closed', 'reopened', 'deleted'])
    totals[status] = (
      await chain.call<Page<object>>('GET', `ticket?${filter}&status=${status}`, { by: admin })
    ).data.total
  const { data: all } = await chain.call<Page<object>>('GET', `ticket?${filter}`, { by: admin })
  expect(counts).toEqual({ ...totals, all: all.total })
  expect(totals).toMatchObject({ new: 1, overdue: 1, completed: 1, closed: 1, processing: 0, deleted: 0 })
})
