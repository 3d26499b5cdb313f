import { moduleOf } from '../modules/index.ts'
import type { Tx } from '../server/db/db.ts'
import { sealedColumns } from '../server/private/fields.ts'
import type { Keys } from '../server/private/keys.ts'
import { DAY_MS } from '../shared/time/units.ts'
import { atHour, hourOf, iso } from './clock.ts'
import { insertAll, numberOn, type Record_ } from './insert.ts'
import { type Person, personName, phoneNumber } from './people.ts'
import type { Chance } from './random.ts'
import { storeId } from './registers.ts'
import { completedBy } from './vat.ts'
import { REFUND_NOTES, REFUND_REASONS } from './words/companies.ts'
import { STORES } from './words/places.ts'
import { PRODUCTS } from './words/products.ts'

const REFUNDS = 240
const SHOPS = STORES.filter(({ code }) => code !== 'HO').map(({ code }) => code)
const GOODS = Object.values(PRODUCTS).flat()

/** Goods that came back in the last year; those of the last days still wait. */
export async function keepRefunds(
  tx: Tx,
  people: readonly Person[],
  chance: Chance,
  { now, keys }: { now: number; keys: Keys },
): Promise<void> {
  const refunds = moduleOf('goods-refund')
  if (!refunds) return
  const moments = Array.from({ length: REFUNDS }, () =>
    atHour(now - chance.whole(1, 365) * DAY_MS, chance.between(8.2, 21)),
  )
  const records = moments
    .toSorted((a, b) => a - b)
    .map((at, index) => sealedColumns(keys, refunds, { id: index + 1, ...refundRow(at, now, people, chance) }))
  await insertAll(tx, 'goods_refund', records)
  await numberOn(tx, 'goods_refund')
}

function refundRow(at: number, now: number, people: readonly Person[], chance: Chance): Record_ {
  const shop = chance.pick(SHOPS)
  const staff = people.filter(({ store }) => store === shop).map(({ id }) => id)
  const by = chance.pick(staff.length > 0 ? staff : [1])
  const goods = Array.from({ length: chance.whole(1, 3) }, () => ({
    ...{ good: chance.pick(GOODS), quantity: chance.happens(0.8) ? 1 : chance.whole(2, 4) },
  }))
  const hasCustomer = chance.happens(0.8)
  const isDone = now - at > 4 * DAY_MS || chance.happens(0.4)
  return {
    ...{ created_at: iso(at), updated_at: iso(at), created_by: by, updated_by: by },
    bill: `${shop.slice(1)}${chance.whole(1, 6)}${iso(at).slice(2, 10).replaceAll('-', '')}${chance.whole(10_000, 99_999)}`,
    lines: goods.map(({ good: [name], quantity }) => ({
      ...{ product: name.charAt(0).toUpperCase() + name.slice(1), quantity },
      description: chance.happens(0.6) ? chance.pick(REFUND_NOTES) : null,
    })),
    amount: goods.reduce((total, { good: [, price], quantity }) => total + price * quantity * 1000, 0),
    ...{ reason: chance.pick(REFUND_REASONS), store: storeId(shop), staff: by },
    shift: hourOf(at) < 12 ? 'morning' : hourOf(at) < 17 ? 'afternoon' : 'evening',
    customer_name: hasCustomer ? personName(chance, chance.happens(0.6)) : null,
    phone: hasCustomer ? phoneNumber(chance) : null,
    member_card: chance.happens(0.5) ? `8888${chance.whole(100_000_000_000, 999_999_999_999)}` : null,
    ...completedBy(isDone ? { by, at: at + 1_800_000 } : null),
  }
}
