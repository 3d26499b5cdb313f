import { sql } from 'kysely'
import { row } from '../../../src/server/db/db.ts'
import type { Chain, Person } from '../chain.ts'
import { AT_THE_DESK } from '../desk.ts'

/** What customers hold out at a desk of draws: bills that the tills have told, and cards of members. */
export async function customersOf(chain: Chain, admin: Person) {
  const [here] = chain.stores
  const rate = await row(chain.db, { id: 'number' }, sql`select id from vat_rates order by id limit 1`)
  let serial = 0
  return {
    /** The number of a bill of today. */
    async bill(total: number, store = here): Promise<string> {
      serial += 1
      const number = `0352611${String(2_301_000 + serial)}`
      await sql`insert into vat_get_info (bill_number, store, sold_on, rate, net, tax, gross)
        values (${number}, ${store}, (now() at time zone chain_zone())::date, ${rate?.id}, ${total}, 0, ${total})`.execute(
        chain.db,
      )
      return number
    },
    async card(full_name: string): Promise<string> {
      serial += 1
      const card_number = `970436001234${String(5000 + serial)}`
      const body = {
        ...{ full_name, request_type: 'new', document: 'citizen', nationality: 'Việt Nam', birth_date: '1990-05-17' },
        ...{ identity_number: `0790900${String(12_000 + serial)}`, phone: `09${String(12_000_000 + serial)}` },
        ...{ store: here, ...AT_THE_DESK, card_later: false, card_number },
      }
      const made = await chain.call('POST', 'member-register', { by: admin, body })
      if (made.status !== 201) throw new Error(`${made.text} ${JSON.stringify(made.data)}`)
      return card_number
    },
  }
}
