import { DAY_MS, HOUR_MS } from '../shared/time/units.ts'
import { atHour, dayOf, hourOf } from './clock.ts'
import { type Customer, makeCustomers, type Person } from './people.ts'
import type { Chance } from './random.ts'
import { departmentId, departmentOfGoods } from './registers.ts'
import { dong, fill, html } from './text.ts'
import { TYPES, type TypeWords } from './words/lookups.ts'
import { STORES, type StoreWords } from './words/places.ts'
import { BOXED, COOKED, DURABLE, GREENS, PACKED, PERISHABLE, PRODUCTS, WEIGHED } from './words/products.ts'
import { CLOSINGS, CROSS_CLOSINGS, CROSS_OPENINGS, FRIENDLY, OPENINGS, STORIES } from './words/stories.ts'
import type { Picture, Story } from './words/story.ts'

/** What a customer brought up, before anybody did anything about it. */
export interface Brought {
  at: number
  type: TypeWords
  store: StoreWords
  customer: Customer
  title: string
  content: string
  story: Story
  picture: Picture | null
  department: number
  /** Gaps already filled, for the words of staff. */
  facts: Record<string, string>
  receipt: string | null
}

export class Customers {
  readonly #all: Customer[]
  readonly #chance: Chance
  constructor(chance: Chance) {
    this.#chance = chance
    this.#all = makeCustomers(3300, chance)
  }
  /** A third of the complaints come from few people. */
  next(): Customer {
    return this.#chance.pick(this.#chance.happens(0.33) ? this.#all.slice(0, 260) : this.#all)
  }
}

/** When complaints come: more each month, more at weekends and before Tết, hardly any on its days. */
export function arrivals(count: number, from: number, to: number, chance: Chance): number[] {
  const days = Array.from({ length: Math.floor((to - from) / DAY_MS) }, (_, at) => from + at * DAY_MS)
  // The open ones come on top in the last weeks.
  const weights = days.map(
    (day, at) => weightOf(day) * (0.7 + (0.5 * at) / days.length) * (days.length - at < 20 ? 0.8 : 1),
  )
  const sums: number[] = []
  for (const weight of weights) sums.push((sums.at(-1) ?? 0) + weight)
  return Array.from({ length: count }, () => {
    const wanted = chance.next() * (sums.at(-1) ?? 0)
    const day = days[sums.findIndex((sum) => sum > wanted)] ?? from
    return Math.min(to, atHour(day, openHour(chance)))
  }).toSorted((a, b) => a - b)
}

const TET = [
  '2025-01-28',
  '2025-01-29',
  '2025-01-30',
  '2025-01-31',
  '2026-02-16',
  '2026-02-17',
  '2026-02-18',
  '2026-02-19',
]
const OF_MONTH = [1.25, 1.1, 0.9, 0.95, 1, 1, 0.95, 1, 1.05, 0.95, 1.1, 1.25]

function weightOf(day: number): number {
  if (TET.includes(dayOf(day))) return 0.05
  const weekday = new Date(day + 7 * HOUR_MS).getUTCDay()
  return (weekday === 0 ? 1.35 : weekday === 6 ? 1.3 : 0.92) * (OF_MONTH[new Date(day).getUTCMonth()] ?? 1)
}

/** Most write in the late morning and after work; a few at night. */
const openHour = (chance: Chance): number =>
  chance.happens(0.04)
    ? chance.between(22.1, 23.9)
    : chance.happens(0.45)
      ? chance.between(9, 13)
      : chance.between(15.5, 21.7)

/** An evening or morning rather than the middle of the night. */
export const awake = (at: number): number => (hourOf(at) < 6.5 ? at - 9 * HOUR_MS : at)

/** Makes up one complaint. `like` repeats another's customer, place and story, as worried people do. */
export function bring(at: number, customers: Customers, chance: Chance, like?: Brought): Brought {
  const type = like?.type ?? chance.weighted(TYPES, (one) => one.weight)
  const store = like?.store ?? chance.weighted(STORES, (one) => one.weight)
  const story = like?.story ?? chance.pick(STORIES[type.name] ?? [])
  const group = groupOf(story, chance)
  const facts = like ? { ...like.facts } : factsOf(group, at, chance)
  const title = fill(story.title, facts, chance)
  const isFriendly = FRIENDLY.includes(type.name)
  const opening = joined(chance.pick(isFriendly ? OPENINGS : CROSS_OPENINGS), fill(story.content, facts, chance))
  const content = html(opening, fill(chance.pick(isFriendly ? CLOSINGS : CROSS_CLOSINGS), facts, chance))
  return {
    ...{ at, type, store, story, facts, title, content },
    customer: like?.customer ?? customers.next(),
    picture: story.picture ?? null,
    department: story.department ? departmentId(story.department) : departmentOfGoods(group),
    receipt: `${story.title}${story.content}`.includes('{bill}') ? (facts.bill ?? null) : null,
  }
}

/** 'Chào siêu thị, tôi …': no capital after a comma. */
const joined = (opening: string, story: string): string =>
  opening.endsWith(', ') ? opening + story.charAt(0).toLocaleLowerCase('vi') + story.slice(1) : opening + story

const POOLS = {
  perishable: PERISHABLE,
  cooked: COOKED,
  greens: GREENS,
  weighed: WEIGHED,
  packed: PACKED,
  durable: DURABLE,
  boxed: BOXED,
  any: Object.keys(PRODUCTS),
} as const
const groupOf = (story: Story, chance: Chance): string => chance.pick<string>(POOLS[story.goods ?? 'any'])

function factsOf(group: string, at: number, chance: Chance): Record<string, string> {
  const [product, thousands] = chance.pick(PRODUCTS[group] ?? [])
  const amount = chance.whole(8, 240) * 10 + chance.whole(0, 9)
  const { day, hour } = momentOf(at, chance)
  return {
    product,
    price: dong(thousands),
    shelfPrice: dong(Math.max(5, Math.round(thousands * chance.between(0.7, 0.92)))),
    amount: dong(amount),
    bigAmount: dong(Math.ceil((amount + 1) / 500) * 500),
    bill: String(chance.whole(10_000_000, 99_999_999)),
    counter: String(chance.whole(1, 24)),
    floor: String(chance.whole(1, 3)),
    time: `${hour} giờ${chance.pick(['', ' 15', ' 30', ' 45'])}`,
    day,
    staff: chance.pick(['Hạnh', 'Trang', 'Tuấn', 'Linh', 'Phúc', 'Ngân', 'Hùng', 'Thảo', 'Yến', 'Đạt', 'Mai', 'Khoa']),
  }
}

/** When it happened, in words: a morning is a morning, and today is over already. */
function momentOf(at: number, chance: Chance): { day: string; hour: number } {
  const now = Math.floor(hourOf(at))
  const earlier = Math.max(8, Math.min(21, now) - chance.whole(0, 2))
  const choices: [day: string, hour: number][] = [
    [now >= 9 ? 'hôm nay' : 'hôm qua', now >= 9 ? earlier : chance.whole(9, 20)],
    [now >= 12 ? 'sáng nay' : 'sáng hôm qua', chance.whole(8, 11)],
    ['hôm qua', chance.whole(9, 21)],
    ['chiều qua', chance.whole(13, 17)],
    ['tối qua', chance.whole(18, 21)],
    ['cuối tuần vừa rồi', chance.whole(9, 20)],
    [`ngày ${shortDay(at - DAY_MS * chance.whole(1, 3))}`, chance.whole(9, 21)],
  ]
  const [day, hour] = chance.pick(choices)
  return { day, hour }
}

const shortDay = (at: number) => dayOf(at).slice(5).split('-').toReversed().join('/')

/** Who of the chain handles a complaint of this store and department. */
export function handlerOf(
  brought: Brought,
  people: readonly Person[],
  departmentNames: readonly string[],
  chance: Chance,
): Person {
  const name = departmentNames[brought.department - 1]
  const own = people.filter(
    (one) => one.department === name && ['Customer service', 'Department manager'].includes(one.role),
  )
  const manager = people.find((one) => one.runs === brought.store.code)
  if (own.length > 0 && (!manager || chance.happens(0.45))) return chance.pick(own)
  return manager ?? chance.pick(people.filter((one) => one.role === 'Customer service'))
}
