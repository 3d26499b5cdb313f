import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyDraws } from '../../../src/modules/gift-card-events/engine/verify.server.ts'
import { openDb, rows } from '../../../src/server/db/db.ts'
import type { Drawn } from '../../../src/shared/draws/desk.ts'
import { commitmentOf, rowCode } from '../../../src/shared/draws/plan.ts'
import type { Published, PublishedDraw } from '../../../src/shared/draws/published.ts'
import { Verifier } from '../../../src/shared/draws/verify.ts'
import { hoursFrom } from '../../setup/draws/draws.ts'
import { serverProcess } from '../../setup/process/server-process.ts'
import { times } from '../../setup/process/storms.ts'
import { dayFromToday } from '../../setup/suppliers.ts'

const ROUNDS = times({ short: 45, whole: 200 })
const KILLS = times({ short: 4, whole: 15 })
const COOKERS = 5
const RIGHT = 2
/** Rounds that are played at the same time, each with an event of its own: a server that is killed falls on the draws of five. */
const AT_ONCE = 5
/** A desk without an answer. Twenty that ask more often take a starting server the processor it needs. */
const AGAIN_MS = 200
/** Twenty desks, in a round of each kill and now and then else; a few in the others. */
const FULL = { presses: 20, bills: 8 }
const FEW = { presses: 7, bills: 3 }

const server = await serverProcess({ DATABASE_URL: '' })
await server.start()
const token = await server.firstPerson()

interface Sent<D> {
  status: number
  data: D
}

async function ask<D>(method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<Sent<D> | null> {
  try {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    })
    const { Data } = (await answer.json()) as { Data: D } // the product's one shape
    return { status: answer.status, data: Data }
  } catch {
    return null
  }
}

async function told<D = { id: number; version: number }>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<D> {
  const answer = await ask<D>(method, path, body)
  if (!answer || answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer.data
}

const store = await told('POST', 'store', { code: 'S01', name: 'Siêu thị Cầu Giấy', manager: 1 })

/** An event with the last five rice cookers, of which every draw gives one. */
async function lastCookers(round: number): Promise<{ id: number; code: string; version: number; cooker: number }> {
  const code = `TET-${round}`
  const dates = { starts_at: hoursFrom(-48), ends_at: hoursFrom(48) }
  const { id, version } = await told('POST', 'gift-card-events', {
    ...{ name: `Vui Tết ${round}`, code, applies_to: 'both', bill_step: 100_000, most_per_bill: RIGHT, ...dates },
  })
  const gift = { event: id, name: 'Nồi cơm điện', chance: 100, stock: COOKERS, colour: '#D9480F' }
  const cooker = await told('POST', 'gift-card-event-products', gift)
  const released = await told('POST', `gift-card-events/${id}/release`, { version, registration_number: '1' })
  return { id, code, version: released.version, cooker: cooker.id }
}

/** A press, sent again with its key until it is answered, as the desk does. */
async function press(event: number, bill: string, key: string): Promise<Sent<Drawn>> {
  const body = { store: store.id, bills: [{ number: bill, total: 300_000, on: dayFromToday(-1) }] }
  for (;;) {
    const answer = await ask<Drawn>('POST', `gift-card-events/${event}/draw`, body, key)
    if (answer && answer.status < 500) return answer
    breaks += 1
    await pause(AGAIN_MS)
  }
}

const LOG = {
  id: 'number',
  n: 'number',
  version: 'number',
  store: 'string',
  day: 'string',
  digest: 'string',
  bill: 'string',
  total: 'number',
  random: 'number',
  drawn: 'number',
  given: 'number',
  code: 'string',
  commitment: 'string',
} as const

/** What a round left in the tables: no press lost or doubled, no gift or bill beyond what there is, numbers and codes without a gap. */
async function checked(
  { id, cooker }: { id: number; cooker: number },
  { bills }: typeof FULL,
  answers: readonly Sent<Drawn>[],
): Promise<void> {
  const log = await rows(
    base.db,
    LOG,
    sql`select l.id, l.n, l.plan_version as version, l.store_code as store, to_char(l.day, 'YYYY-MM-DD') as day, l.bill_digest as digest,
          l.bill_key as bill, l.bill_total as total, l.random::bigint as random, coalesce(l.drawn, 0) as drawn, coalesce(l.gift, 0) as given, l.code, p.commitment
        from gift_card_event_logs l join draw_plans p on p.event = l.event and p.plan_version = l.plan_version
        where l.event = ${id} order by l.n`,
  )
  expect(log.map(({ n }) => n)).toEqual(Array.from({ length: bills * RIGHT }, (_, at) => at + 1))
  const drawn = answers.filter(({ status }) => status === 201).map(({ data }) => data.result.id)
  expect(drawn.toSorted((a, b) => a - b)).toEqual(log.map((one) => one.id).toSorted((a, b) => a - b))
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
  const ofBill = Map.groupBy(log, ({ bill }) => bill)
  expect([...ofBill.values()].map((uses) => uses.length)).toEqual(Array.from({ length: bills }, () => RIGHT))
  const used = await rows(
    base.db,
    { n: 'number' },
    sql`select n from draw_given where gift = ${cooker} and store = 0 and day = '-infinity'`,
  )
  expect([log.filter(({ given }) => given === cooker).length, used]).toEqual([COOKERS, [{ n: COOKERS }]])
  let last = log[0]?.commitment ?? ''
  for (const { code, commitment, ...row } of log) {
    last = rowCode(last, commitment, row)
    expect(code).toBe(last)
  }
}

/** Whoever checks the ended event with its seeds finds nothing. */
async function published({ id, code, version }: { id: number; code: string; version: number }): Promise<void> {
  await told('POST', `gift-card-events/${id}/end`, { version })
  const of = await told<Published>('GET', `draws/${code}/fairness`)
  const { rows: all } = await told<{ rows: PublishedDraw[] }>('GET', `draws/${code}/fairness/rows?after=0`)
  const verifier = new Verifier(of)
  for (const one of all) verifier.add(one)
  expect([verifier.end(), of.closing?.count]).toEqual([[], all.length])
  expect(of.plans.map(({ seed, text }) => commitmentOf(seed ?? '', text ?? ''))).toEqual([of.plans[0]?.commitment])
}

/** In the middle of what is drawn; it is there again when this ends. */
async function kill(): Promise<void> {
  await pause(20 + Math.random() * 120)
  await base.close()
  await server.kill()
  await server.start()
  base = open()
}

type Cookers = Awaited<ReturnType<typeof lastCookers>>

/** Desks press at once, some of them twice and once more when all is answered; `meanwhile` something happens to the server. */
async function play(event: Cookers, size: typeof FULL, meanwhile?: Promise<void>): Promise<void> {
  const presses = Array.from({ length: size.presses }, (_, at) => ({
    bill: `${event.code}-${at % size.bills}`,
    key: randomBytes(16).toString('hex'),
  }))
  const repeated = presses.filter((_, at) => at % 3 === 0)
  const sent = (some: typeof presses) => Promise.all(some.map(({ bill, key }) => press(event.id, bill, key)))
  const [answers, twice] = await Promise.all([sent(presses), sent(repeated), meanwhile])
  const ofRepeated = answers.filter((_, at) => at % 3 === 0)
  expect(twice).toEqual(ofRepeated)
  expect(await sent(repeated)).toEqual(ofRepeated)
  await checked(event, size, answers)
  if (size === FULL) await published(event)
}

let base = open()
let breaks = 0

test(`${ROUNDS} rounds for the last ${COOKERS} rice cookers, the server killed ${KILLS} times in the middle of five: never one more or less is given`, async () => {
  for (let from = 0; from < ROUNDS; from += AT_ONCE) {
    const isKilled = from < KILLS * AT_ONCE
    const isFull = isKilled || from % 15 === 0
    const together = Array.from({ length: AT_ONCE }, (_, at) => from + at)
    const sizeOf = (round: number) => (round === from && isFull ? FULL : FEW)
    const events = await Promise.all(together.map((round) => lastCookers(round)))
    const killed = isKilled ? kill() : undefined
    await Promise.all(events.map((event, at) => play(event, sizeOf(from + at), killed)))
    expect(await verifyDraws(base.db, false)).toEqual([])
  }
  expect(breaks).toBeGreaterThan(KILLS)
  await base.close()
}, 600_000)

function open(): ReturnType<typeof openDb> {
  return openDb({ url: server.databaseUrl(), size: 2, statementTimeout: 20_000, name: 'storm' })
}
