import { sql } from 'kysely'
import { row } from '../../src/server/db/db.ts'
import type { Chain, Person } from './chain.ts'

export interface Rider extends Person {
  /** Id of their record as a shipper. */
  shipper: number
}

/** Somebody who brings goods and signs in to see their day. */
export async function riderOf(chain: Chain, code: string): Promise<Rider> {
  const person = await chain.person({ role: 'Shipper', store: chain.stores[0] })
  const made = await row(
    chain.db,
    { id: 'number' },
    sql`insert into shippers (code, name, phone, store, account) values (${code}, ${code}, '0987654321', ${chain.stores[0]}, ${person.id}) returning id`,
  )
  return { ...person, shipper: made?.id ?? 0 }
}

const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }).format()

/** A stop of today for them. */
export async function stopFor(chain: Chain, by: Person, { shipper }: Rider, receipt_no: string): Promise<number> {
  const made = await chain.call<{ id: number }>('POST', 'goods-delivery', {
    by,
    body: {
      ...{ receipt_no, receipt_value: 90_000, packages: 2, store: chain.stores[0], shipper },
      ...{ customer_name: `Khách ${receipt_no}`, phone: '0901112224', delivery_date: TODAY },
      to_address: { line: '9 Lê Lợi', ward_code: '26743', province_code: '79' },
    },
  })
  return made.data.id
}
