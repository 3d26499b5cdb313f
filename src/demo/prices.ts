import { sql } from 'kysely'
import { rows, type Tx } from '../server/db/db.ts'
import { DAY_MS, HOUR_MS } from '../shared/time/units.ts'
import { afterOpenHours, atHour, dayOf, iso } from './clock.ts'
import { insertAll, numberOn, type Record_ } from './insert.ts'
import type { Person } from './people.ts'
import { DEMO_PRODUCTS, type DemoProduct } from './products.ts'
import type { Chance } from './random.ts'
import { storeId } from './registers.ts'
import { COMPETITORS } from './words/competitors.ts'
import { STORES } from './words/places.ts'

const SEEN = 1060
const SHELVES = 360
/** Those that wait for their stores today, and those that are wrong and not fixed yet. */
const [OPEN, UNFIXED] = [18, 4]
const LOOPS = 5
const SHOPS = STORES.filter(({ code }) => code !== 'HO').map(({ code }) => code)
/** What people buy every week is looked at most. */
const WATCHED = DEMO_PRODUCTS.filter(({ price }) => price < 120_000).slice(0, 48)

interface Made {
  at: number
  row: Record_
}

/** A year of price checks: rounds through the shops of competitors, walks along the own shelves, and stores that were asked after a complaint. */
export async function keepPrices(tx: Tx, people: readonly Person[], chance: Chance, now: number): Promise<void> {
  const born = {
    created_at: iso(now - 370 * DAY_MS),
    updated_at: iso(now - 370 * DAY_MS),
    created_by: 1,
    updated_by: 1,
  }
  await insertAll(
    tx,
    'competitors',
    COMPETITORS.map(([name], at) => ({ id: at + 1, ...born, name, active: true })),
  )
  const made = [
    ...seenElsewhere(people, chance, now),
    ...onShelves(people, chance, now),
    ...(await asked(tx, people, chance, now)),
  ]
  const records = made
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, row }, index) => ({ id: index + 1, created_at: iso(at), updated_at: iso(at), ...NOTHING, ...row }))
  await insertAll(tx, 'price_checking', records)
  await numberOn(tx, 'competitors', 'price_checking')
}

/** Every column has a value in every row: they are written together. */
const NOTHING: Record_ = {
  ...{ competitor: null, competitor_price: null, shelf_price: null, till_price: null, note: null, photo: [] },
  ...{ due_at: null, checked_by: null, checked_at: null, fixed_by: null, fixed_at: null, label_photo: [] },
  ...{ complaint: null, reminded_at: null },
}

/** Thirty products in one shop, every week or so. */
function seenElsewhere(people: readonly Person[], chance: Chance, now: number): Made[] {
  const made: Made[] = []
  for (let week = 0; made.length < SEEN; week += 1) {
    const [nth, by] = [week % COMPETITORS.length, byOf(people, chance.pick(SHOPS), chance)]
    const [, level = 1] = COMPETITORS[nth] ?? []
    const day = now - 362 * DAY_MS + (week * 360 * DAY_MS) / (SEEN / 26)
    const from = (week * 11) % WATCHED.length
    for (let at = 0; at < 26; at += 1) {
      const product = WATCHED[(from + at) % WATCHED.length]
      if (!product || made.length >= SEEN) break
      const ours = priceAt(product, day, now)
      const moment = atHour(Math.min(day, now - DAY_MS), 9 + at * 0.02)
      const theirs = ours * level * (1 + 0.06 * Math.sin(product.id * 1.7 + nth)) * chance.between(0.98, 1.02)
      made.push({
        at: moment,
        row: {
          ...ofProduct(product, ours),
          ...{ kind: 'competitor', status: 'seen', competitor: nth + 1, competitor_price: rounded(theirs) },
          ...{ store: storeId(chance.pick(SHOPS)), checked_on: dayOf(moment), created_by: by, updated_by: by },
        },
      })
    }
  }
  return made
}

/** A price goes up once in the year, each product's on a day of its own. */
function priceAt({ id, price }: DemoProduct, at: number, now: number): number {
  const raised = now - ((id * 47) % 300) * DAY_MS
  return at < raised ? rounded(price * 0.96) : price
}

const rounded = (price: number): number => Math.max(500, Math.round(price / 500) * 500)

function onShelves(people: readonly Person[], chance: Chance, now: number): Made[] {
  const past = Array.from({ length: SHELVES }, () => {
    const at = atHour(now - chance.whole(2, 360) * DAY_MS, chance.between(8.2, 20))
    const fate = chance.happens(0.9) ? 'right' : 'wrong'
    return { at, row: shelfRow(people, chance, { shop: chance.pick(SHOPS), at, fate, now }) }
  })
  const today = Array.from({ length: OPEN + UNFIXED }, (_, nth) => {
    const at = now - chance.between(0.5, 5) * HOUR_MS
    const shop = SHOPS[nth % SHOPS.length] ?? ''
    const isWrong = nth >= OPEN
    const row = shelfRow(people, chance, { shop, at, fate: isWrong ? 'wrong' : 'to_check', now: isWrong ? at : now })
    return { at, row: isWrong ? row : { ...row, due_at: iso(afterOpenHours(at, 8)) } }
  })
  return [...past, ...today]
}

interface Shelf {
  shop: string
  at: number
  fate: 'to_check' | 'right' | 'wrong'
  now: number
  product?: DemoProduct
}

function shelfRow(
  people: readonly Person[],
  chance: Chance,
  { shop, at, fate, now, product = chance.pick(WATCHED) }: Shelf,
): Record_ {
  const by = byOf(people, shop, chance)
  const ours = priceAt(product, at, now)
  const checked = Math.min(afterOpenHours(at, chance.between(0.2, 6)), Math.max(at, now))
  const fixed = afterOpenHours(checked, chance.between(0.5, 12))
  const isFixed = fate === 'wrong' && fixed < now
  return {
    ...ofProduct(product, ours),
    ...{ kind: 'shelf', status: isFixed ? 'fixed' : fate, store: storeId(shop), checked_on: dayOf(at) },
    ...{ created_by: by, updated_by: by },
    ...(fate !== 'to_check' && { checked_by: by, checked_at: iso(checked) }),
    ...(fate === 'wrong' && { shelf_price: rounded(ours * chance.pick([0.9, 0.94, 1.05])), till_price: ours }),
    ...(isFixed && { fixed_by: by, fixed_at: iso(fixed) }),
  }
}

/** Customers found a price wrong: every store was asked, most were right, two were not, and of the last time one is late. */
async function asked(tx: Tx, people: readonly Person[], chance: Chance, now: number): Promise<Made[]> {
  const found = await rows(
    tx,
    { id: 'number', at: 'date', title: 'string' },
    sql`select c.id, c.created_at as at, c.title from complaints c join ticket_types t on t.id = c.feedback_type
        where t.name_en = 'Wrong price' and c.deleted_at is null order by c.created_at desc limit ${sql.lit(LOOPS)}`,
  )
  return found.flatMap(({ id, at, title }, nth) => {
    const named = DEMO_PRODUCTS.find(({ name }) => title.toLowerCase().includes(name.toLowerCase()))
    const product = named ?? chance.pick(WATCHED)
    const when = Math.min(at.getTime() + HOUR_MS, now - 9 * HOUR_MS)
    return SHOPS.map((shop, place): Made => {
      const isLate = nth === 0 && place === SHOPS.length - 1
      const fate = isLate ? 'to_check' : place % 5 === 3 ? 'wrong' : 'right'
      const due = {
        due_at: iso(when + 8 * HOUR_MS),
        complaint: id,
        ...(isLate && { reminded_at: iso(when + 8 * HOUR_MS) }),
      }
      return { at: when, row: { ...shelfRow(people, chance, { shop, at: when, fate, now, product }), ...due } }
    })
  })
}

const ofProduct = ({ id, name, barcode }: DemoProduct, ours: number): Record_ => ({
  ...{ product: id, product_name: name, barcode, our_price: ours },
})

function byOf(people: readonly Person[], shop: string, chance: Chance): number {
  const staff = people.filter(({ store }) => store === shop).map(({ id }) => id)
  return chance.pick(staff.length > 0 ? staff : [1])
}
