import { sql } from 'kysely'
import { expect } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import type { CheckedDraws, Drawn, GivenBill } from '../../../src/shared/draws/desk.ts'
import type { Answer, Chain, Person } from '../chain.ts'

export interface EventRow {
  id: number
  version: number
  code: string
  name: string
  standing: string
  stage: string
  draws: number
  closing_count: number | null
  closing_code: string | null
}
export interface GiftRow {
  id: number
  version: number
  chance: number
  stock: number
  used_total: number
  left: number
}
export interface PlanVersion {
  version: number
  first: number
  commitment: string
  reason: string | null
}

interface Asking {
  by?: Person
  store?: number
  phone?: string
  card?: string
  key?: string
}

const HOUR = 3_600_000
export const hoursFrom = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString()

/** Events with draws on a small chain: made by marketing, drawn from at a desk. */
export async function drawsOf(chain: Chain, face: 'gift-card-events' | 'events' = 'gift-card-events') {
  const gifts = face === 'events' ? 'event-products' : 'gift-card-event-products'
  const logs = face === 'events' ? 'event-logs' : 'gift-card-event-logs'
  const marketing = await chain.person({ role: 'Marketing' })
  const [here] = chain.stores
  const desk = await chain.person({ role: 'Reception', store: here })
  const today =
    (await row(chain.db, { day: 'string' }, sql`select to_char(now() at time zone chain_zone(), 'YYYY-MM-DD') as day`))
      ?.day ?? ''
  let serial = 0

  const event = async (more: object = {}): Promise<EventRow> => {
    serial++
    const body = {
      ...{
        name: `Vui Tết ${serial}`,
        code: `TET-${face === 'events' ? 'G' : 'E'}${serial}`,
        starts_at: hoursFrom(-48),
        ends_at: hoursFrom(48),
      },
      ...{ applies_to: 'both', ...more },
    }
    const made = await chain.call<EventRow>('POST', face, { by: marketing, body })
    expect(made.status, JSON.stringify(made.data)).toBe(201)
    return made.data
  }
  const gift = async (of: EventRow, more: object = {}): Promise<GiftRow> => {
    const body = { event: of.id, name: `Quà ${++serial}`, chance: 100, stock: 100, colour: '#E4002B', ...more }
    const made = await chain.call<GiftRow>('POST', gifts, { by: marketing, body })
    expect(made.status, JSON.stringify(made.data)).toBe(201)
    return made.data
  }
  const step = async (name: string, of: { id: number }, more: object = {}): Promise<Answer<EventRow>> => {
    const { version } = (await chain.call<EventRow>('GET', `${face}/${of.id}`, { by: marketing })).data
    return chain.call<EventRow>('POST', `${face}/${of.id}/${name}`, { by: marketing, body: { version, ...more } })
  }
  const released = async (
    more: object = {},
    given: readonly object[] = [{}],
  ): Promise<EventRow & { gifts: GiftRow[] }> => {
    const made = await event(more)
    const all: GiftRow[] = []
    for (const one of given) all.push(await gift(made, one))
    const done = await step('release', made, { registration_number: '12/2026/SCT' })
    expect(done.status, JSON.stringify(done.data)).toBe(200)
    return { ...done.data, gifts: all }
  }
  const bill = (number: string, more: Partial<GivenBill> = {}): GivenBill => ({
    number,
    total: 600_000,
    on: today,
    ...more,
  })
  const body = (bills: readonly GivenBill[], { store = here, phone, card }: Asking) => ({
    ...{ store, bills },
    ...(phone && { phone }),
    ...(card && { card }),
  })
  const check = async (of: { id: number }, bills: readonly GivenBill[], asking: Asking = {}): Promise<CheckedDraws> => {
    const { by = desk } = asking
    const said = await chain.call<CheckedDraws>('POST', `${face}/${of.id}/check`, { by, body: body(bills, asking) })
    expect(said.status, JSON.stringify(said.data)).toBe(200)
    return said.data
  }
  const draw = (of: { id: number }, bills: readonly GivenBill[], asking: Asking = {}): Promise<Answer<Drawn>> =>
    chain.call<Drawn>('POST', `${face}/${of.id}/draw`, {
      by: asking.by ?? desk,
      body: body(bills, asking),
      ...(asking.key && { headers: { 'Idempotency-Key': asking.key } }),
    })
  const drawn = async (...asked: Parameters<typeof draw>): Promise<Drawn> => {
    const made = await draw(...asked)
    expect(made.status, made.text).toBe(201)
    return made.data
  }
  const shownGift = async ({ id }: { id: number }): Promise<GiftRow> =>
    (await chain.call<GiftRow>('GET', `${gifts}/${id}`, { by: marketing })).data
  const shown = async ({ id }: { id: number }): Promise<EventRow> =>
    (await chain.call<EventRow>('GET', `${face}/${id}`, { by: marketing })).data
  const plans = async ({ id }: { id: number }): Promise<PlanVersion[]> =>
    (await chain.call<{ data: PlanVersion[] }>('GET', `${face}/${id}/plans`, { by: marketing })).data.data
  return {
    face,
    gifts,
    logs,
    marketing,
    desk,
    today,
    event,
    gift,
    step,
    released,
    bill,
    check,
    draw,
    drawn,
    shown,
    shownGift,
    plans,
  }
}
