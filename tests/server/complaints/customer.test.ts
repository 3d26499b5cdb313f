import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import type { Named } from '../../../src/shared/fields.ts'
import { bookOf, imported, sent } from '../../setup/books.ts'
import { type Person, startChain, type Ticket } from '../../setup/chain.ts'

interface Customer {
  complaints: number
  open: number
  rating: number | null
  rated: number
}
interface WithRecords extends Customer {
  records: { data: { module: string; id: number; number: string }[]; total: number; page: number }
}

const chain = await startChain()
const admin = await chain.person()
const manager = await chain.person({ role: 'Store manager', store: chain.stores[0] })

describe('a customer by phone', () => {
  test('has every record that the viewer may see on one time line, page by page, with totals', async () => {
    const phone = '0913555000'
    const made: Ticket[] = []
    for (let at = 0; at < 13; at += 1)
      made.push(await chain.ticket(admin, { phone, store: chain.stores[at === 0 ? 1 : 0], title: `Lần ${at}` }))
    await sql`update complaints set state = 'completed', completed_at = now(), rating = 4 where id = ${made[1]?.id}`.execute(
      chain.db,
    )
    const last = made.at(-1)
    const ask = async (page: number, by = admin) =>
      (await chain.call<WithRecords>('GET', `ticket/${last?.id}/customer?page=${page}`, { by })).data
    const [first, second] = [await ask(1), await ask(2)]
    expect(first).toMatchObject({ complaints: 13, open: 12, rating: 4, rated: 1 })
    expect([...first.records.data, ...second.records.data].map(({ id }) => id)).toEqual(
      made.map(({ id }) => id).toReversed(),
    )
    expect(first.records.total).toBe(13)
    expect((await ask(1, manager)).records.total).toBe(12)
    expect((await ask(9999)).records.data).toEqual([])
  })

  test('is looked up with a trace, and told with figures of what the caller may see', async () => {
    const phone = '0913555001'
    await chain.ticket(admin, { phone })
    const path = `ticket/get-customer-by-phone?phone=${phone}`
    const found = await chain.call<Customer>('GET', path, { by: manager })
    expect(found.data).toMatchObject({ complaints: 1, open: 1, rating: null })
    const none = await chain.call('GET', 'ticket/get-customer-by-phone?phone=0913555999', { by: manager })
    expect(none.data).toBeNull()
    const traces = await row(
      chain.db,
      { n: 'number' },
      sql`select count(*)::int as n from activity where action = 'customer lookup' and actor = ${manager.id}`,
    )
    expect(traces?.n).toBe(2)
  })

  test('is known by a landline as by a mobile', async () => {
    const made = await chain.ticket(admin, { phone: '028 3822 3344' })
    const found = await chain.call<Customer>('GET', 'customer/find-customer-by-phone?phone=02838223344', { by: admin })
    expect(found.data).toMatchObject({ complaints: 1 })
    const listed = await chain.call<{ data: Ticket[] }>('GET', 'ticket?phone=02838223344', { by: admin })
    expect(listed.data.data.map(({ id }) => id)).toEqual([made.id])
  })
})

describe('tags grow by use', () => {
  const grow = (name: string, by: Person) => chain.call<Named>('POST', 'tag/grow', { by, body: { name } })

  test('who may change complaints adds them, and the same letters are the same tag, also at once', async () => {
    const editor = await chain.person({ permissions: { complaints: { read: true, edit: true } } })
    const answers = await Promise.all(['Hàng hư', 'hang hu', 'HÀNG HƯ ', 'Hang Hư'].map((name) => grow(name, editor)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    const reader = await chain.person({ permissions: { complaints: { read: true } } })
    expect((await grow('Khác', reader)).status).toBe(403)
    const again = await chain.call('POST', 'tag', { by: admin, body: { name: 'hàng hú' } })
    expect(again.status).toBe(409)
  })

  test('a workbook brings no tag twice either, as there is one or in itself', async () => {
    await grow('Giá sai', admin)
    const names = ['gia sai', 'Giá sai', 'Kệ trống', 'KE TRONG ', 'Kệ bẩn']
    const book = await bookOf(
      ['Tag'],
      names.map((name) => [name]),
    )
    const read = await sent(chain, 'tag', admin, book)
    expect(read.counts, JSON.stringify(read.rows)).toMatchObject({ new: 2, same: 1, bad: 2 })
    expect(read.rows.map(({ line, said }) => [line, said.name])).toEqual([
      [2, 'A tag with this name already exists: Giá sai'],
      [5, 'A tag with this name already exists: Kệ trống'],
    ])
    expect((await imported(chain, 'tag', admin, read)).done).toBe(2)
  })
})

describe('canned replies', () => {
  const save = (body: object) =>
    chain.call<{ fields?: Record<string, string> }>('POST', 'canned-reply', { by: admin, body })

  test('hold variables that exist, in every language', async () => {
    expect((await save({ name: 'Tiếp nhận', body: 'Chào {customer_name}, mã {issue_number}' })).status).toBe(201)
    const wrong = await save({ name: 'Sai', body: 'Chào {tên_khách}', body_ko: '{store} {가게}' })
    expect(wrong.status).toBe(422)
    expect(Object.keys(wrong.data.fields ?? {})).toEqual(['body', 'body_ko'])
    expect(wrong.data.fields?.body).toContain('{tên_khách}')
    expect(wrong.data.fields?.body).toContain('{customer_name}')
    const head = ['Name', 'Text', 'Text in Korean']
    const book = await bookOf(head, [
      ['Bảng đúng', 'Chào {customer_name}', null],
      ['Bảng sai', 'Chào {tên_khách}', '{store} {가게}'],
    ])
    const read = await sent(chain, 'canned-reply', admin, book)
    expect(read.counts, JSON.stringify(read.rows)).toMatchObject({ new: 1, bad: 1 })
    expect(read.rows.map(({ said }) => said)).toEqual([wrong.data.fields])
  })

  test('of a department are offered to its people', async () => {
    const [one, other] = chain.departments
    await save({ name: 'Của chúng tôi', body: 'x', department: one })
    await save({ name: 'Của người khác', body: 'x', department: other })
    const found = await chain.call<{ data: Named[] }>(
      'GET',
      `canned-reply?active=true&department=none&department=${one}&perpage=100`,
      { by: manager },
    )
    const names = found.data.data.map(({ name }) => name)
    expect(names).toContain('Của chúng tôi')
    expect(names).not.toContain('Của người khác')
  })
})
