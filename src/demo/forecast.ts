import { daysOf, goneShare, monthOf, tetDays, yearOf } from '../modules/revenue-forecast/baseline.ts'
import type { Tx } from '../server/db/db.ts'
import { dayOf, iso } from './clock.ts'
import { insertAll, numberOn, type Record_ } from './insert.ts'
import type { Chance } from './random.ts'
import { storeId } from './registers.ts'
import { GROUPS, STORES } from './words/places.ts'

const BACK = 24
const AHEAD = 2
const SHOPS = STORES.filter(({ code }) => code !== 'HO').map(({ code }) => code)
const MILLION = 1_000_000
/** đồng a day of a middling store, of all groups. */
const DAILY = 140 * MILLION
const GROWTH = 1.07
/** January to December, without Tết. */
const SEASON = [1, 0.97, 0.96, 0.98, 1.01, 1.02, 1.03, 1.04, 0.99, 1, 1.02, 1.08]
/** What the chain's customers really do around Tết, which no forecast knows exactly. */
const [EVE, QUIET] = [1.6, 0.45]

/** Two years of targets, forecasts and sales, and the months to come; whoever made the forecasts looked at the calendar of last year. */
export async function keepForecast(tx: Tx, chance: Chance, now: number): Promise<void> {
  const today = dayOf(now)
  const present = monthOf(Number(today.slice(0, 4)), Number(today.slice(5, 7)))
  const places = SHOPS.flatMap((shop, nth) =>
    GROUPS.map(([name], at) => ({
      ...{ shop, group: at + 1, name },
      // Some stores do better than anybody thought, and some worse.
      luck: 0.97 + ((nth * 5) % 12) * 0.008,
      share: ((0.6 + (nth % 5) * 0.2) * (1 + ((at * 7) % 9))) / (5 * GROUPS.length),
    })),
  )
  const records: Record_[] = []
  for (let month = present - BACK; month <= present + AHEAD; month += 1)
    for (const place of places) records.push(rowOf(place, month, { present, today, chance }))
  const born = { created_at: iso(now), updated_at: iso(now), created_by: 1, updated_by: 1 }
  await insertAll(
    tx,
    'revenue_forecast',
    records.map((one, at) => ({ id: at + 1, ...born, ...one })),
  )
  await numberOn(tx, 'revenue_forecast')
}

interface Place {
  shop: string
  group: number
  name: string
  share: number
  luck: number
}
interface Course {
  present: number
  today: string
  chance: Chance
}

function rowOf({ shop, group, name, share, luck }: Place, month: number, { present, today, chance }: Course): Record_ {
  const level = DAILY * share * GROWTH ** ((month - present) / 12) * (SEASON[month % 12] ?? 1)
  const sold = level * luck * soldDays(month) * chance.between(0.95, 1.05)
  const expected = level * (0.55 * soldDays(month) + 0.45 * soldDays(month - 12)) * chance.between(0.92, 1.1)
  const forecast = Math.round(expected / MILLION) * MILLION
  const [year, nth] = [yearOf(month), (month % 12) + 1]
  return {
    ...{ name: `${String(nth).padStart(2, '0')}/${year} · ${shop} · ${name}`, year, month: nth },
    ...{ store: storeId(shop), department_group: group, forecast },
    target: Math.round((forecast * 1.03) / MILLION) * MILLION,
    actual: month > present ? null : Math.round(sold * (month < present ? 1 : goneShare(month, today))),
  }
}

function soldDays(month: number): number {
  const { before, after } = tetDays(month)
  return daysOf(month) + (EVE - 1) * before + (QUIET - 1) * after
}
