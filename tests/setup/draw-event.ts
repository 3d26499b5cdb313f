import { sql } from 'kysely'
import { row } from '../../src/server/db/db.ts'
import type { Chain, Person } from './chain.ts'
import { AT_THE_DESK } from './desk.ts'

interface Made {
  id: number
  version: number
}

/** The day some days from today, in the chain's zone. */
const dayFromToday = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Ho_Chi_Minh' }).format(new Date(Date.now() + days * 86_400_000))
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** Events with gifts, bills of the tills and members of the chain, made as people make them. */
export async function atTheDrawDesk(chain: Chain, admin: Person) {
  const post = async (path: string, body: object): Promise<Made> => {
    const answer = await chain.call<Made>('POST', path, { by: admin, body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text} ${JSON.stringify(answer.data)}`)
    return answer.data
  }
  const [here] = chain.stores
  const rate = await row(chain.db, { id: 'number' }, sql`select id from vat_rates order by id limit 1`)
  let serial = 0
  return {
    /** An event that runs here, of these gifts. */
    async event(
      more: { name: string; code: string } & Record<string, unknown>,
      gifts: readonly Record<string, unknown>[],
    ) {
      const event = await post('gift-card-events', {
        ...{ starts_at: inDays(-10), ends_at: inDays(10), stores: [...chain.stores], applies_to: 'membership' },
        ...{ minimum_total: 500_000, bill_step: 500_000, most_per_bill: 3, ...more },
      })
      for (const [position, gift] of gifts.entries())
        await post('gift-card-event-products', {
          ...{ event: event.id, colour: '#C0392B', chance: 100, stock: 100, position },
          ...gift,
        })
      await post(`gift-card-events/${event.id}/release`, { registration_number: 'TB-117', version: event.version })
      return event.id
    },
    /** The number of a bill that the tills have told. */
    async bill(total: number, store = here): Promise<string> {
      serial += 1
      const number = `0352611${String(2_301_000 + serial)}`
      await sql`insert into vat_get_info (bill_number, store, sold_on, rate, net, tax, gross)
        values (${number}, ${store}, ${dayFromToday(0)}, ${rate?.id}, ${total}, 0, ${total})`.execute(chain.db)
      return number
    },
    /** The card of a registered member. */
    async card(full_name: string): Promise<string> {
      serial += 1
      const card_number = `970436001234${String(5000 + serial)}`
      await post('member-register', {
        ...{ full_name, request_type: 'new', document: 'citizen', nationality: 'Việt Nam', birth_date: '1990-05-17' },
        ...{ identity_number: `0790900${String(12_000 + serial)}`, phone: `09${String(12_000_000 + serial)}` },
        ...{ store: here, ...AT_THE_DESK, card_later: false, card_number },
      })
      return card_number
    },
  }
}
