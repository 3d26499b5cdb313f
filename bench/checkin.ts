import { setTimeout as pause } from 'node:timers/promises'
import { send } from './http.ts'
import type { Line } from './table.ts'

const DESKS = 20
const A_MINUTE = 60
const MOST_MS = 150
const PEOPLE_A_DESK = 10
/** A server that has just started is not what desks meet. */
const WARM_MS = 4000
const DAY = 86_400_000
const ACTS = ['scan', 'in', 'out'] as const

/** Twenty desks, each a person a second: the card is scanned, then they come in, or go out. */
export async function measureCheckIn(url: string, token: string, seconds: number): Promise<Line[]> {
  const call = <D>(path: string, body: object) =>
    send(url, token, { method: 'POST', path: `/api/${path}`, body }) as Promise<D>
  const mark = Date.now() % 1_000_000
  const { id: store } = await call<{ id: number }>('store', { code: `B${mark}`, name: `Quầy ${mark}`, manager: 1 })
  const { id: supplier } = await call<{ id: number }>('supplier', { name: `Nhà cung cấp ${mark}` })
  const day = (ahead: number) => new Date(Date.now() + ahead * DAY).toISOString().slice(0, 10)
  const staff: number[] = []
  for (let at = 0; at < DESKS * PEOPLE_A_DESK; at += 1) {
    const made = await call<{ id: number }>('supplier-staffs', {
      ...{ full_name: `Người ${at}`, supplier, valid_from: day(-10), valid_until: day(10) },
      identity_number: `0${String(mark).padStart(6, '0')}${String(at).padStart(5, '0')}`,
    })
    staff.push(made.id)
  }
  const { data: cards } = await call<{ data: { code: string }[] }>('supplier-staffs/cards', { staff })
  const times: Record<(typeof ACTS)[number], number[]> = { scan: [], in: [], out: [] }
  const timed = async (act: (typeof ACTS)[number], body: object) => {
    const began = performance.now()
    await call(`supplier-staffs-checking/${act}`, { store, ...body })
    if (began > warm) times[act].push(performance.now() - began)
  }
  const warm = performance.now() + WARM_MS
  const until = warm + seconds * 1000
  const desk = async (at: number) => {
    const mine = cards.slice(at * PEOPLE_A_DESK, (at + 1) * PEOPLE_A_DESK)
    await pause((at / DESKS) * 1000)
    for (let turn = 0; performance.now() < until; turn += 1) {
      const began = performance.now()
      const code = mine[turn % mine.length]?.code
      const isIn = Math.floor(turn / mine.length) % 2 === 0
      await timed('scan', { code })
      await timed(isIn ? 'in' : 'out', { code, ...(isIn ? { bag_quantity: 1 } : { bags_out: 1 }) })
      await pause(Math.max(0, (60 / A_MINUTE) * 1000 - (performance.now() - began)))
    }
  }
  await Promise.all(Array.from({ length: DESKS }, (_, at) => desk(at)))
  return ACTS.filter((act) => times[act].length > 0).map((act) => {
    const sorted = times[act].toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    return {
      what: `check-in, ${act}`,
      at: `${DESKS} desks at ${A_MINUTE} a minute, ${seconds} s, ${sorted.length} calls`,
      measured: `p50 ${at(0.5).toFixed(0)}, p95 ${at(0.95).toFixed(0)}, p99 ${at(0.99).toFixed(0)} ms`,
      goal: `p99 ≤ ${MOST_MS} ms`,
      isMet: at(0.99) <= MOST_MS,
    }
  })
}
