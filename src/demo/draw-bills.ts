import { DAY_MS } from '../shared/time/units.ts'
import { atHour, dayOf } from './clock.ts'
import type { Customer, Person } from './people.ts'
import type { Chance } from './random.ts'
import type { EventWords } from './words/draws.ts'
import { STORES } from './words/places.ts'

const SHOPS = STORES.filter(({ code }) => code !== 'HO').map(({ code }) => code)

export interface DrawMaking {
  people: readonly Person[]
  customers: readonly Customer[]
  chance: Chance
  now: number
}

/** A draw that a bill gives. */
export interface DrawMoment {
  at: number
  bill: string
  total: number
  store: string
  staff: number
  customer: Customer
  card: string | null
  isKnown: boolean
}

/** Bills as they come in over the days of an event, each drawn with as often as it gives. */
export function billsDrawn(words: EventWords, { people, customers, chance, now }: DrawMaking): DrawMoment[] {
  const [from, until] = [now + words.days[0] * DAY_MS, Math.min(now - 600_000, now + words.days[1] * DAY_MS)]
  const stores = words.stores.length > 0 ? words.stores : SHOPS
  const moments: DrawMoment[] = []
  for (let bill = 1; moments.length < words.draws; bill += 1) {
    const at = timeIn(from, until, chance)
    const store = chance.pick(stores)
    const desk = people.filter((one) => one.store === store && ['Reception', 'Store manager'].includes(one.role))
    const least = words.minimumTotal ?? 100_000
    const total = Math.round((least * (1 + chance.next() ** 3 * 4)) / 1000) * 1000
    const right = words.billStep ? Math.floor(total / words.billStep) : 1
    const draws = Math.min(right, words.mostPerBill ?? right, words.draws - moments.length)
    const at3 = (n: number, width: number) => String(n).padStart(width, '0')
    const who = chance.whole(0, customers.length - 1)
    const isMember = words.appliesTo === 'membership' || chance.happens(0.55)
    const one: DrawMoment = {
      ...{ at, store, total, staff: desk.length > 0 ? chance.pick(desk).id : 1 },
      bill: `${store.slice(1)}${dayOf(at).slice(2).replaceAll('-', '')}${at3(bill, 5)}`,
      customer: customers[who] ?? { name: '', phone: '', email: null },
      card: isMember ? `8888${at3(who, 6)}${at3(100_000 + who, 6)}` : null,
      isKnown: chance.happens(0.9),
    }
    for (let turn = 0; turn < draws; turn += 1) moments.push({ ...one, at: at + turn * 15_000 })
  }
  return moments.toSorted((a, b) => a.at - b.at)
}

function timeIn(from: number, until: number, chance: Chance): number {
  for (;;) {
    const at = atHour(chance.between(from, until), chance.between(9, 21.5))
    if (at > from && at < until) return at
  }
}
