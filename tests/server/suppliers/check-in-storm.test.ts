import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { supplierStaffsChecking } from '../../../src/modules/supplier-staffs-checking/supplier-staffs-checking.ts'
import { wrongCounts } from '../../../src/server/counters/recount.ts'
import { openDb, rows } from '../../../src/server/db/db.ts'
import { serverProcess } from '../../setup/process/server-process.ts'
import { times } from '../../setup/process/storms.ts'
import { dayFromToday } from '../../setup/suppliers.ts'

const KILLS = times({ short: 5, whole: 20 })
const BREAKS = times({ short: 15, whole: 50 })
/** So many must have come for a storm to say anything. */
const LEAST = 50
const DESKS = 6
const PEOPLE_A_DESK = 4

const server = await serverProcess({ DATABASE_URL: '' })
await server.start()
const token = await server.firstPerson()

interface Sent<D> {
  status: number
  data: D
  said: string
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
      signal: AbortSignal.timeout(breakAfter ?? 15_000),
    })
    const { Data, ErrorDescription } = (await answer.json()) as { Data: D; ErrorDescription: string } // the product's one shape
    return { status: answer.status, data: Data, said: ErrorDescription }
  } catch {
    return null
  }
}

const made = async <D = { id: number }>(path: string, body: object): Promise<D> => {
  const answer = await ask<D>(path, body)
  if (!answer || answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer.data
}

const store = await made('store', { code: 'S01', name: 'Siêu thị Cầu Giấy', manager: 1 })
const supplier = await made('supplier', { name: 'Công ty Sữa Ba Vì' })
const codes: string[] = []
for (let at = 0; at < DESKS * PEOPLE_A_DESK; at += 1) {
  const one = await made('supplier-staffs', {
    full_name: `Người ${at}`,
    identity_number: `00109${String(1_000_000 + at)}`,
    supplier: supplier.id,
    valid_from: dayFromToday(-10),
    valid_until: dayFromToday(10),
  })
  const cards = await made<{ data: { code: string }[] }>('supplier-staffs/cards', { staff: [one.id] })
  codes.push(cards.data[0]?.code ?? '')
}

const acknowledged = { in: [] as number[], out: [] as number[] }
let breaks = 0

/** A desk: in and out again and again; whoever gets no answer asks again with the same key, as the outbox does. */
async function desk(mine: readonly string[], isOn: () => boolean): Promise<void> {
  for (let turn = 0; isOn(); turn += 1) {
    const code = mine[turn % mine.length]
    for (const what of ['in', 'out'] as const) {
      const key = randomUUID()
      const body = { code, store: store.id, ...(what === 'in' ? { bag_quantity: 1 } : { bags_out: 1 }) }
      for (let tries = 0; ; tries += 1) {
        const isBroken = tries === 0 && Math.random() < 0.3
        const answer = await ask<{ id: number }>(
          `supplier-staffs-checking/${what}`,
          body,
          key,
          isBroken ? 2 + Math.random() * 20 : undefined,
        )
        if (isBroken && !answer) breaks += 1
        if (answer?.status === 201) {
          acknowledged[what].push(answer.data.id)
          break
        }
        if (answer && answer.status < 500)
          throw new Error(`${what}: ${answer.status} ${answer.said} ${JSON.stringify(answer.data)}`)
        await pause(30)
      }
    }
  }
}

test(`${KILLS} kills of the server and ${BREAKS} breaks of the line: no visit is doubled, none is lost`, async () => {
  let isOn = true
  const desks = Promise.all(
    Array.from({ length: DESKS }, (_, at) =>
      desk(codes.slice(at * PEOPLE_A_DESK, (at + 1) * PEOPLE_A_DESK), () => isOn),
    ),
  )
  for (let turn = 0; turn < KILLS; turn += 1) {
    await pause(150 + Math.random() * 250)
    await server.kill()
    await server.start()
  }
  while (breaks < BREAKS || acknowledged.out.length <= LEAST) await pause(100)
  isOn = false
  await desks
  const { db, close } = openDb({ url: server.databaseUrl(), size: 2, statementTimeout: 20_000, name: 'storm' })
  const found = await rows(
    db,
    { id: 'number', status: 'string', told: 'number' },
    sql`select v.id, v.status, (select count(*)::int from activity a where a.module = 'supplier-staffs-checking' and a.record_id = v.id) as told
        from supplier_staffs_checking v order by v.id`,
  )
  const ids = found.map(({ id }) => id)
  expect(ids).toEqual(acknowledged.in.toSorted((a, b) => a - b))
  expect(acknowledged.out.toSorted((a, b) => a - b)).toEqual(ids)
  expect(found.every(({ status, told }) => status === 'left' && told === 2)).toBe(true)
  expect(ids.length).toBeGreaterThan(LEAST)
  expect(await wrongCounts(db, supplierStaffsChecking)).toEqual([])
  await close()
}, 600_000)
