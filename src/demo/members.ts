import { moduleOf } from '../modules/index.ts'
import type { Tx } from '../server/db/db.ts'
import { sealedColumns } from '../server/private/fields.ts'
import type { Keys } from '../server/private/keys.ts'
import { surveysConsent } from '../shared/consents/member-surveys.ts'
import { membershipConsent, offersConsent } from '../shared/consents/membership.ts'
import { DAY_MS } from '../shared/time/units.ts'
import { atHour, iso } from './clock.ts'
import { agree } from './consents.ts'
import { insertAll, numberOn, type Record_ } from './insert.ts'
import { makeCustomers, type Person } from './people.ts'
import type { Chance } from './random.ts'
import { storeId } from './registers.ts'
import { STORES } from './words/places.ts'

const MEMBERS = 420
const SHOPS = STORES.filter(({ code }) => code !== 'HO')
/** Places of birth as the numbers of papers have them. */
const BIRTHPLACES = ['001', '031', '030', '036', '038', '040', '048', '056', '074', '075', '079', '092']

interface When {
  now: number
  keys: Keys
}

/** Registrations of the last year from both forms; most are completed, those of the last days wait. */
export async function keepMembers(
  tx: Tx,
  people: readonly Person[],
  chance: Chance,
  { now, keys }: When,
): Promise<void> {
  const definition = moduleOf('member-register')
  if (!definition) return
  const customers = makeCustomers(MEMBERS, chance)
  const moments = customers
    .map(() => atHour(now - chance.whole(0, 360) * DAY_MS, chance.between(8.2, 21)))
    .map((at) => Math.min(at, now - 600_000))
  const records = moments
    .toSorted((a, b) => a - b)
    .map((at, index) => {
      const customer = customers[index] ?? { name: '', phone: '', email: null }
      return sealedColumns(keys, definition, {
        id: index + 1,
        ...personOf(customer),
        ...rowOf(at, now, index, people, chance),
      })
    })
  await insertAll(tx, 'member_register', records)
  await numberOn(tx, 'member_register')
  await agree(tx, definition.name, membershipConsent, records)
  await agree(
    tx,
    definition.name,
    offersConsent,
    records.filter((_, at) => at % 3 === 0),
  )
  await agree(
    tx,
    definition.name,
    surveysConsent,
    records.filter((_, at) => at % 2 === 0),
  )
}

const personOf = ({ name, phone, email }: { name: string; phone: string; email: string | null }): Record_ => ({
  ...{ full_name: name, phone, email, nationality: 'Việt Nam' },
})

function rowOf(at: number, now: number, index: number, people: readonly Person[], chance: Chance): Record_ {
  const shop = chance.pick(SHOPS)
  const age = now - at
  const isDone = age > 5 * DAY_MS ? chance.happens(0.985) : chance.happens(0.35)
  const desk = people
    .filter(({ store, role }) => store === shop.code && !['Staff', 'Shipper'].includes(role))
    .map(({ id }) => id)
  const by = chance.pick(desk.length > 0 ? desk : [1])
  const doneAt = iso(Math.min(now - 60_000, at + chance.between(0.1, 4) * DAY_MS))
  const kind = chance.weighted(['new', 'reissue', 'change'] as const, (one) => ({ new: 8, reissue: 2, change: 1 })[one])
  return {
    ...{ created_at: iso(at), updated_at: isDone ? doneAt : iso(at), created_by: null, updated_by: isDone ? by : null },
    ...{ request_type: kind, ...paperOf(index, chance) },
    card_number:
      kind === 'new' ? null : `8888${String(chance.whole(0, 999_999)).padStart(6, '0')}${String(100_000 + index)}`,
    address: chance.happens(0.7)
      ? {
          line: `${chance.whole(2, 320)} ${shop.line.replace(/^\S+ /, '')}`,
          ward: shop.ward,
          district: null,
          province: shop.province,
          model: 2,
        }
      : null,
    ...{
      employee_code: null,
      signature: null,
      store: storeId(shop.code),
      form: chance.happens(0.6) ? 'steps' : 'classic',
    },
    ...{
      status: isDone ? 'completed' : 'waiting',
      completed_by: isDone ? by : null,
      completed_at: isDone ? doneAt : null,
    },
  }
}

/** A paper whose number fits its birth date, but for a few. */
function paperOf(index: number, chance: Chance): Record_ {
  const year = chance.whole(1955, 2008)
  const century = (year < 2000 ? 0 : 2) + (chance.happens(0.6) ? 1 : 0)
  const isOdd = chance.happens(0.03)
  return {
    document: 'citizen',
    birth_date: `${isOdd ? year - 1 : year}-${two(chance.whole(1, 12))}-${two(chance.whole(1, 28))}`,
    identity_number: `${chance.pick(BIRTHPLACES)}${century}${two(year % 100)}${String(100_000 + index)}`,
    warnings: isOdd ? ['birth year'] : [],
  }
}

const two = (n: number): string => String(n).padStart(2, '0')
