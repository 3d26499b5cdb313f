import type { Tx } from '../server/db/db.ts'
import type { FileStore } from '../server/files/store.ts'
import { DAY_MS, HOUR_MS } from '../shared/time/units.ts'
import { atHour, dayOf, iso } from './clock.ts'
import { insertAll, numberOn, type Record_ } from './insert.ts'
import type { Person } from './people.ts'
import { type Hung, hangOn } from './pictures/attachments.ts'
import type { Drawn } from './pictures/pictures.ts'
import { DEMO_PRODUCTS, type DemoProduct } from './products.ts'
import type { Chance } from './random.ts'
import { storeId } from './registers.ts'
import { STORES } from './words/places.ts'
import { LOCATIONS, NOTES, REASONS } from './words/promotions.ts'
import type { Picture } from './words/story.ts'

const PROMOTIONS = 600
const DAYS_BACK = 730
const DAYS_AHEAD = 30
const WITH_PICTURES = 140
const WITH_HISTORY = 90
const SCENES: readonly Picture[] = ['product', 'shelf', 'label']
const SHOPS = STORES.filter(({ code }) => code !== 'HO').map(({ code }) => storeId(code))

interface Promotion extends Record_ {
  id: number
  product: number
  price: number
  promotion_price: number
  starts_on: string
  ends_on: string
  stores: number[]
  images: string[]
  created_at: string
}

/** Two years of promotions, those to come included; with pictures, and with what was changed in the newest. */
export async function promotionsOf(
  store: FileStore,
  people: readonly Person[],
  drawn: Record<Picture, Drawn[]>,
  chance: Chance,
  now: number,
): Promise<{ promotions: Promotion[]; pictures: readonly Hung[]; activity: Record_[] }> {
  const planners = people.filter(({ role }) => role === 'Marketing').map(({ id }) => id)
  const begins = Array.from({ length: PROMOTIONS }, () => beginOf(chance, now)).toSorted((a, b) => a - b)
  const promotions: Promotion[] = []
  for (const [at, begin] of begins.entries())
    promotions.push(promotionRow({ id: at + 1, begin, now, by: chance.pick(planners), before: promotions, chance }))
  const pictures = await hangOn(
    store,
    promotions
      .toReversed()
      .filter(() => chance.happens(0.5))
      .slice(0, WITH_PICTURES)
      .flatMap((one) =>
        Array.from({ length: chance.happens(0.3) ? 2 : 1 }, (_, turn) => ({
          picture: chance.pick(drawn[SCENES[turn === 0 ? 0 : chance.whole(1, 2)] ?? 'product']),
          record: one,
        })),
      ),
    { module: 'product-promotions', field: 'images', folder: 'product-promotions', chance },
  )
  return { promotions, pictures, activity: historyOf(promotions, chance, now) }
}

export async function keepPromotions(
  tx: Tx,
  { promotions, activity }: Pick<Awaited<ReturnType<typeof promotionsOf>>, 'promotions' | 'activity'>,
): Promise<void> {
  await insertAll(tx, 'product_promotions', promotions)
  await numberOn(tx, 'product_promotions')
  await insertAll(tx, 'activity', activity)
}

/** Weeks begin on a Thursday mostly; before Tết and in the last months of a year there is more. */
function beginOf(chance: Chance, now: number): number {
  for (;;) {
    const at = now + chance.whole(-DAYS_BACK, DAYS_AHEAD) * DAY_MS
    const month = new Date(at).getUTCMonth() + 1
    const isSeason = [1, 2, 11, 12].includes(month)
    const day = at + ((4 - new Date(at).getUTCDay() + 7) % 7) * DAY_MS
    const begin = chance.happens(0.7) ? day : at
    if (begin <= now + DAYS_AHEAD * DAY_MS && chance.happens(isSeason ? 1 : 0.6)) return begin
  }
}

interface Making {
  id: number
  begin: number
  now: number
  by: number
  before: readonly Promotion[]
  chance: Chance
}

function promotionRow({ id, begin, now, by, before, chance }: Making): Promotion {
  const days =
    id % 97 === 0
      ? chance.whole(125, 150)
      : chance.weighted([3, 7, 14, 21, 30], (n) => (n === 14 ? 4 : n === 7 ? 3 : 1))
  const [starts_on, ends_on] = [dayOf(begin), dayOf(begin + (days - 1) * DAY_MS)]
  const stores = storesOf(chance)
  const crosses = (one: Promotion, of: number) =>
    one.product === of && one.starts_on <= ends_on && one.ends_on >= starts_on && isShared(one.stores, stores)
  const free = DEMO_PRODUCTS.filter(({ id: of }) => !before.some((one) => crosses(one, of)))
  const busy = DEMO_PRODUCTS.filter(({ id: of }) => before.some((one) => crosses(one, of)))
  const isCrossing = id % 41 === 0 && busy.length > 0
  const product = chance.pick<DemoProduct>(isCrossing ? busy : free)
  const isDeep = id % 53 === 0
  const off = isDeep
    ? chance.whole(55, 65)
    : chance.weighted([10, 15, 20, 25, 30, 40, 50], (n) => (n <= 20 ? 4 : n <= 30 ? 2 : 1))
  const planned = atHour(begin - chance.whole(5, 20) * DAY_MS, chance.between(8.5, 17))
  const made = Math.min(planned, now - chance.whole(1, 5) * HOUR_MS)
  return {
    id,
    ...{ created_at: iso(made), updated_at: iso(made), created_by: by, updated_by: by },
    ...{ product: product.id, product_name: product.name, barcode: product.barcode, department_group: product.group },
    ...{ price: product.price, promotion_price: rounded(product.price * (1 - off / 100)) },
    quantity: chance.happens(0.9) ? chance.whole(4, 60) * 10 * Math.max(1, stores.length) : null,
    ...{ starts_on, ends_on, stores, location: chance.happens(0.85) ? chance.whole(1, LOCATIONS.length) : null },
    active: id % 29 !== 0,
    reason: isCrossing || isDeep || days > 120 ? chance.pick(REASONS) : null,
    code: null,
    note: chance.happens(0.15) ? chance.pick(NOTES) : null,
    images: [],
  }
}

function storesOf(chance: Chance): number[] {
  if (chance.happens(0.45)) return []
  const count = chance.happens(0.4) ? 1 : chance.whole(2, 6)
  return SHOPS.map((store) => ({ store, at: chance.next() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ store }) => store)
    .toSorted((a, b) => a - b)
}

const isShared = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === 0 || b.length === 0 || a.some((store) => b.includes(store))

/** As prices on a shelf end. */
const rounded = (price: number): number => Math.max(500, Math.floor(price / 500) * 500)

/** What was done to the newest: made, and then a price, the days or the quantity set right. */
function historyOf(promotions: readonly Promotion[], chance: Chance, now: number): Record_[] {
  const lines = promotions.slice(-WITH_HISTORY).flatMap((one) => {
    const line = (at: number, action: string, changes: object) => ({
      ...{ at: iso(at), actor: Number(one.created_by), action, module: 'product-promotions', record_id: one.id },
      ...{ record_title: String(one.product_name), place: { stores: one.stores }, changes },
    })
    const made = Date.parse(one.created_at)
    const later = Math.min(made + chance.whole(1, 4) * DAY_MS, now - chance.whole(10, 500) * 60_000)
    const change = chance.pick([
      { promotion_price: [rounded(one.promotion_price * 1.1), one.promotion_price] },
      { promotion_price: [rounded(one.promotion_price * 0.95), one.promotion_price] },
      { ends_on: [dayOf(Date.parse(one.ends_on) - 7 * DAY_MS), one.ends_on] },
      { starts_on: [dayOf(Date.parse(one.starts_on) - 3 * DAY_MS), one.starts_on] },
      { quantity: [null, one.quantity ?? 100] },
      { location: [null, one.location ?? 1] },
      { stores: [SHOPS.slice(0, 2), one.stores] },
    ])
    return [line(made, 'create', {}), ...(chance.happens(0.6) && later > made ? [line(later, 'update', change)] : [])]
  })
  // What happened later has the higher number, as in a chain at work.
  return lines.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}
