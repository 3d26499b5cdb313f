import { sql } from 'kysely'
import type { Card } from '../../src/modules/supplier-staffs/card.ts'
import type { Visitor } from '../../src/modules/supplier-staffs-checking/admission.ts'
import { row } from '../../src/server/db/db.ts'
import type { Answer, Chain, Person } from './chain.ts'

export interface StaffMember {
  id: number
  version: number
  full_name: string
  identity_number: string
  status: string
  standing: string
  fields?: Record<string, string>
}

export interface Visit {
  id: number
  version: number
  status: string
  staff: { id: number; name: string }
  store: { id: number; name: string }
  person: string
  receiving_date: string | null
  visit_on: string
  left_at: string | null
  minutes: number | null
  bag_quantity: number | null
  bags_out: number | null
  bags_difference: number | null
  bags_reason: string | null
  badge_state: string | null
  entry_reason: string | null
  let_in_despite: string[]
  is_sent_later: boolean
  is_overstay: boolean
  closes_at: string | null
  fields?: Record<string, string>
}

/** The day some days from today, in the chain's zone. */
export const dayFromToday = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Ho_Chi_Minh' }).format(new Date(Date.now() + days * 86_400_000))

export interface At {
  by?: Person
  store?: number
  key?: string
  doneAt?: string
}

/** Suppliers, their people, their cards and a desk, on a chain. */
export async function atTheEntrance(chain: Chain, admin: Person) {
  let serial = 0
  const made = await row(
    chain.db,
    { id: 'number' },
    sql`insert into suppliers (name) values ('Công ty Sữa Ba Vì') returning id`,
  )
  const supplier = made?.id ?? 0
  const body = (more: object = {}) => {
    serial += 1
    return {
      full_name: `Nguyễn Thị Mai ${serial}`,
      identity_number: `0010900${String(10_000 + serial)}`,
      supplier,
      phone: `09${String(10_000_000 + serial)}`,
      valid_from: dayFromToday(-100),
      valid_until: dayFromToday(100),
      ...more,
    }
  }
  const staff = async (more: object = {}, by = admin): Promise<StaffMember> => {
    const answer = await chain.call<StaffMember>('POST', 'supplier-staffs', { by, body: body(more) })
    if (answer.status !== 201) throw new Error(`${answer.text} ${JSON.stringify(answer.data)}`)
    return answer.data
  }
  const cardOf = async ({ id }: { id: number }): Promise<string> => {
    const answer = await chain.call<{ data: Card[] }>('POST', 'supplier-staffs/cards', {
      by: admin,
      body: { staff: [id] },
    })
    return answer.data.data[0]?.code ?? ''
  }
  const act =
    (what: 'in' | 'out') =>
    (given: object, { by = admin, store = chain.stores[0], key, doneAt }: At = {}): Promise<Answer<Visit>> =>
      chain.call<Visit>('POST', `supplier-staffs-checking/${what}`, {
        by,
        body: { store, ...(what === 'in' ? { bag_quantity: 1 } : { bags_out: 1 }), ...given },
        headers: { ...(key && { 'idempotency-key': key }), ...(doneAt && { 'done-at': doneAt }) },
      })
  return {
    supplier,
    body,
    staff,
    cardOf,
    comesIn: act('in'),
    goesOut: act('out'),
    scan: (given: object, { by = admin, store = chain.stores[0] }: At = {}): Promise<Answer<Visitor>> =>
      chain.call<Visitor>('POST', 'supplier-staffs-checking/scan', { by, body: { store, ...given } }),
  }
}
