import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orders } from '../../../src/modules/orders/orders.ts'
import type { ScanAnswer } from '../../../src/modules/orders/scan.ts'
import { wrongCounts } from '../../../src/server/counters/recount.ts'
import { openDb, rows } from '../../../src/server/db/db.ts'
import { ADDRESS } from '../../setup/orders.ts'
import { serverProcess } from '../../setup/process/server-process.ts'
import { times } from '../../setup/process/storms.ts'

const KILLS = times({ short: 5, whole: 20 })
const BREAKS = times({ short: 15, whole: 50 })
/** So many must have been read for a storm to say anything. */
const LEAST = 100
const DESKS = 6
const AT_ONCE = 100

const server = await serverProcess({ DATABASE_URL: '' })
await server.start()
const token = await server.firstPerson()

interface Sent<D> {
  status: number
  data: D
}

/** `breakAfter`: the line breaks so many ms after the request has begun. */
async function ask<D>(path: string, body: object, key?: string, breakAfter?: number): Promise<Sent<D> | null> {
  try {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...(key && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(breakAfter ?? 60_000),
    })
    const { Data } = (await answer.json()) as { Data: D } // the product's one shape
    return { status: answer.status, data: Data }
  } catch {
    return null
  }
}

const store = (await ask<{ id: number }>('store', { code: 'S01', name: 'Siêu thị Cầu Giấy', manager: 1 }))?.data
const codes = Array.from({ length: 10 * AT_ONCE }, (_, at) => `DH${String(at).padStart(5, '0')}`)
/** One in five has two parcels. */
const parcelsOf = (code: string, at: number) => (at % 5 === 0 ? [`${code}-1`, `${code}-2`] : [])
for (let from = 0; from < codes.length; from += AT_ONCE) {
  const records = codes.slice(from, from + AT_ONCE).map((code, at) => ({
    ...{
      external_id: code,
      code,
      ordered_at: '2026-11-01T03:00:00Z',
      store: store?.id,
      total: 9500,
      phone: '0912345678',
    },
    lines: [{ product: 'Trà xanh', quantity: 1, price: 9500 }],
    parcels: parcelsOf(code, from + at).map((parcel) => ({ code: parcel })),
    ...{ customer_name: 'Trần Thu Hà', address: ADDRESS },
  }))
  const pushed = await ask<{ created: number }>('order/batch', { records })
  if (pushed?.data.created !== AT_ONCE) throw new Error(JSON.stringify(pushed).slice(0, 500))
}
const labels = codes.flatMap((code, at) => (at % 5 === 0 ? parcelsOf(code, at) : [code]))

const done: string[] = []
let breaks = 0
let next = 0

/** Reads a code until there is an answer: whoever gets none asks again with the same key, as the outbox does. */
async function read(label: string): Promise<void> {
  const key = randomUUID()
  for (let tries = 0; ; tries += 1) {
    const isBroken = tries === 0 && Math.random() < 0.3
    const path = 'order/scan-order-success'
    const answer = await ask<ScanAnswer>(path, { code: label }, key, isBroken ? 2 + Math.random() * 20 : undefined)
    if (isBroken && !answer) breaks += 1
    if (answer?.status === 201) {
      if (answer.data.outcome === 'done') done.push(label)
      return
    }
    if (answer && answer.status < 500) throw new Error(`${label}: ${answer.status} ${JSON.stringify(answer.data)}`)
    await pause(50)
  }
}

/** A desk: code after code; every seventh is read at another desk at the same moment. */
async function desk(isOn: () => boolean): Promise<void> {
  while (isOn() && next < labels.length) {
    const at = next++
    const label = labels[at] ?? ''
    await Promise.all(at % 7 === 0 ? [read(label), read(label)] : [read(label)])
    await pause(15)
  }
}

test(`${KILLS} kills of the server and ${BREAKS} breaks of the line: no code is counted twice, none is lost`, async () => {
  let isOn = true
  const desks = Promise.all(Array.from({ length: DESKS }, () => desk(() => isOn)))
  for (let turn = 0; turn < KILLS; turn += 1) {
    await pause(150 + Math.random() * 250)
    await server.kill()
    await server.start()
  }
  while ((breaks < BREAKS || done.length <= LEAST) && next < labels.length) await pause(100)
  isOn = false
  await desks
  expect(breaks).toBeGreaterThanOrEqual(BREAKS)
  const { db, close } = openDb({ url: server.databaseUrl(), size: 2, statementTimeout: 20_000, name: 'storm' })
  const scans = await rows(db, { code: 'string' }, sql`select code from order_scans order by code`)
  const kept = scans.map(({ code }) => code)
  expect(new Set(done).size).toBe(done.length)
  expect(kept).toEqual(done.toSorted())
  expect(kept.length).toBeGreaterThan(LEAST)
  const wrong = await rows(
    db,
    { code: 'string' },
    sql`select r.code from orders r where (r.status = 'scanned') is distinct from
          ((select count(*) from order_scans s where s.order_id = r.id) = greatest(1, jsonb_array_length(r.parcels)))`,
  )
  expect(wrong).toEqual([])
  const told = await rows(
    db,
    { id: 'number' },
    sql`select record_id as id from activity where module = 'orders' and action = 'scan' group by record_id having count(*) > 1`,
  )
  expect(told).toEqual([])
  expect(await wrongCounts(db, orders)).toEqual([])
  await close()
}, 600_000)
