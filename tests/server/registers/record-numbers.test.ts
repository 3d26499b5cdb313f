import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { startChain } from '../../setup/chain.ts'
import { AT_THE_DESK } from '../../setup/desk.ts'

const chain = await startChain()
const admin = await chain.person()
const other = await chain.person({ role: 'Reception', store: chain.stores[1] })
const store = chain.stores[0]
const address = {
  line: '5 Lê Lợi',
  ward: 'Phường Bến Thành',
  district: null,
  province: 'Thành phố Hồ Chí Minh',
  model: 2,
}

const REGISTERS: Record<string, [letters: string, body: object]> = {
  'member-register': [
    'M',
    {
      ...{ ...AT_THE_DESK, full_name: 'Nguyễn Thị Minh', request_type: 'new', phone: '0912345678', store },
      ...{ nationality: 'Việt Nam', birth_date: '1990-05-17', identity_number: '079190000001' },
    },
  ],
  'vat-info': ['V', { company_name: 'Sao Mai', tax_code: '0100112437', bill_tail: '20004711', store }],
  'goods-refund': [
    'R',
    {
      ...{ bill: '0120261120004711', lines: [{ product: 'Sữa', quantity: 1 }], amount: 32_000, reason: 'Hộp phồng' },
      ...{ store, shift: 'morning', staff: admin.id },
    },
  ],
  'goods-delivery': [
    'GD',
    {
      receipt_no: '0120261120004712',
      receipt_value: 500_000,
      customer_name: 'Hà',
      phone: '0912345678',
      to_address: address,
      store,
    },
  ],
}

test.each(Object.entries(REGISTERS))(
  'the number that a customer of %s is told finds the record',
  async (wire, [letters, body]) => {
    const made = await chain.call<{ id: number; number: string }>('POST', wire, { by: admin, body })
    expect(made.status, JSON.stringify(made.data)).toBe(201)
    const { id, number } = made.data
    expect(number).toBe(`${letters}${String(id).padStart(6, '0')}`)
    for (const typed of [number, number.toLowerCase(), ` ${number} `, `${letters} ${id}`]) {
      const list = await chain.call<{ data: { id: number; number: string }[]; total: number }>(
        'GET',
        `${wire}?search=${encodeURIComponent(typed)}`,
        { by: admin },
      )
      expect(list.data, typed).toMatchObject({ total: 1, data: [{ id, number }] })
    }
    const top = await chain.call<{ groups: { module: string; items: object[] }[] }>('GET', `search?q=${number}`, {
      by: admin,
    })
    expect(top.data.groups).toMatchObject([{ module: wire, items: [{ id, hint: number }] }])
    // Another store's people find no more by it than by anything else.
    expect((await chain.call<{ groups: object[] }>('GET', `search?q=${number}`, { by: other })).data.groups).toEqual([])
    const none = await chain.call<{ total: number }>('GET', `${wire}?search=${letters}999999`, { by: admin })
    expect(none.data.total).toBe(0)
  },
)

test('a number of more than six digits is told whole', async () => {
  await sql`insert into goods_refund (id, bill, amount, reason, store, shift, staff) values (12345678, 'x', 1, 'x', ${store}, 'morning', ${admin.id})`.execute(
    chain.db,
  )
  const { data } = await chain.call<{ number: string }>('GET', 'goods-refund/12345678', { by: admin })
  expect(data.number).toBe('R12345678')
  expect(await row(chain.db, sql`select count(*)::int as n from goods_refund where id = 12345678`)).toEqual({ n: 1 })
})
