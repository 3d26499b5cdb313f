import { sql } from 'kysely'
import { row } from '../../src/server/db/db.ts'
import type { Named } from '../../src/shared/fields.ts'
import type { Answer, Chain, Person } from './chain.ts'

export interface Order {
  id: number
  version: number
  code: string
  status: string
  store: Named
  total: number
  lines: { product: string; quantity: number; price: number; barcode: string | null }[]
  parcels: { code: string }[]
  retries: number
  has_failed: boolean
  is_waiting: boolean
  waiting_since: string
  scanned_by: Named | null
  scanned_at: string | null
  delivered_at: string | null
  failed_at: string | null
  failure_reason: Named | null
  failure_note: string | null
  is_conflicting: boolean
  conflict: { field: string; ours: string | null; theirs: string | null }[]
  fields?: Record<string, string>
}

export const ADDRESS = {
  ...{ line: '12 Nguyễn Trãi', ward: 'Phường Bến Thành', ward_code: '26743', district: null },
  ...{ province: 'Thành phố Hồ Chí Minh', province_code: '79', model: 2 },
} as const

/** Orders of the mall on a chain, and what they point at. */
export async function withOrders(chain: Chain, admin: Person) {
  let serial = 0
  const made = await row(
    chain.db,
    { unit: 'number', reason: 'number', other: 'number' },
    sql`with u as (insert into shipping_units (name) values ('Giao hàng nhanh An Phát') returning id),
          f as (insert into failure_reasons (name) values ('Khách không nghe máy'), ('Hết hàng') returning id)
        select (select id from u) as unit, (select min(id) from f) as reason, (select max(id) from f) as other`,
  )
  if (!made) throw new Error('The lists of orders could not be made')
  const body = (more: object = {}) => {
    serial += 1
    return {
      ...{
        code: `DH${String(serial).padStart(6, '0')}`,
        ordered_at: '2026-11-01T03:00:00.000Z',
        store: chain.stores[0],
      },
      lines: [{ product: 'Sữa tươi 1 l', quantity: 2, price: 32_000, barcode: '8934563138165' }],
      ...{ total: 64_000, payment: 'cod', customer_name: 'Trần Thu Hà', phone: '0912345678' },
      ...{ address: ADDRESS, shipping_unit: made.unit },
      ...more,
    }
  }
  const create = async (more: object = {}, by = admin): Promise<Order> => {
    const answer = await chain.call<Order>('POST', 'order', { by, body: body(more) })
    if (answer.status !== 201) throw new Error(`${answer.text} ${JSON.stringify(answer.data)}`)
    return answer.data
  }
  const shown = async ({ id }: { id: number }, by = admin): Promise<Order> =>
    (await chain.call<Order>('GET', `order/${id}`, { by })).data
  const step = (
    one: { id: number; version: number },
    name: string,
    more: object = {},
    by = admin,
  ): Promise<Answer<Order>> =>
    chain.call<Order>('POST', `order/${one.id}/${name}`, { by, body: { version: one.version, ...more } })
  return { ...made, body, create, shown, step }
}
