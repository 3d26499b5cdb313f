import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { modules } from '../../../src/modules/index.ts'
import { wrongCounts } from '../../../src/server/counters/recount.ts'
import { openDb, rows } from '../../../src/server/db/db.ts'
import { complaintBody } from '../../setup/complaint.ts'
import { isReady, serverProcess } from '../../setup/process/server-process.ts'
import { times } from '../../setup/process/storms.ts'

/** S60 and S61 of design/security.md: kills at random moments under load. */
const APP_KILLS = times({ short: 6, whole: 200 })
const DATABASE_KILLS = times({ short: 3, whole: 100 })

const server = await serverProcess({ DATABASE_URL: '' })
const acknowledged = new Map<string, { id: number; title: string }>()
let wrote = 0
const strange: string[] = []

await server.start()
const token = await server.firstPerson()
await ask('POST', 'store', { code: 'S01', name: 'Siêu thị Cầu Giấy', manager: 1 })
await ask('POST', 'ticket-type', { name: 'Sai giá' })

async function ask<D>(
  method: string,
  path: string,
  body: object,
  key?: string,
): Promise<{ status: number; data: D } | null> {
  try {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...(key && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    })
    if (answer.status === 500) strange.push(`${method} ${path}: 500`)
    const envelope = (await answer.json()) as { Data: D } // the product's one shape
    return { status: answer.status, data: envelope.Data }
  } catch {
    return null
  }
}

/** Writes without end; whoever gets no answer asks again with the same key, as a browser would. */
async function writer(isOn: () => boolean): Promise<void> {
  while (isOn()) {
    const key = randomUUID()
    const title = `Góp ý ${key}`
    const body = complaintBody(title)
    for (let tries = 0; tries < 200 && isOn(); tries++) {
      const answer = await ask<{ id: number }>('POST', 'ticket', body, key)
      if (answer?.status === 201) {
        acknowledged.set(key, { id: answer.data.id, title })
        wrote++
        break
      }
      await pause(30)
    }
  }
}

/** So many must have been written for a storm to say anything. */
const LEAST = 20

async function storm(kills: number, kill: () => Promise<void>): Promise<void> {
  let isOn = true
  const writers = Promise.all(Array.from({ length: 6 }, () => writer(() => isOn)))
  for (let turn = 0; turn < kills; turn++) {
    await pause(100 + Math.random() * 300)
    await kill()
  }
  await pause(300)
  while (wrote <= LEAST) await pause(100)
  isOn = false
  await writers
}

test(`${APP_KILLS} kills of the application under load: nothing acknowledged is lost or doubled`, async () => {
  await storm(APP_KILLS, async () => {
    await server.kill()
    await server.start()
  })
  await checkLedger()
}, 3_600_000)

test(`${DATABASE_KILLS} kills of the database under load: nothing acknowledged is lost or doubled, and nobody sees a 500`, async () => {
  strange.length = 0
  await storm(DATABASE_KILLS, async () => {
    const pid = Number(readFileSync(join(server.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGKILL')
    const since = performance.now()
    do await pause(50)
    while (!(await isReady(server.url)) && performance.now() - since < 45_000)
    expect(performance.now() - since).toBeLessThan(45_000)
  })
  expect(strange).toEqual([])
  await checkLedger()
}, 3_600_000)

async function checkLedger(): Promise<void> {
  expect(wrote).toBeGreaterThan(LEAST)
  const { db, close } = openDb({ url: server.databaseUrl(), size: 2, statementTimeout: 20_000, name: 'storm' })
  const found = await rows(
    db,
    { id: 'number', title: 'string', issue_number: 'string', told: 'number' },
    sql`select c.id, c.title, c.issue_number, (select count(*)::int from activity a where a.module = 'complaints' and a.record_id = c.id and a.action = 'create') as told from complaints c`,
  )
  const byTitle = Map.groupBy(found, (one) => one.title)
  for (const { title, id } of acknowledged.values())
    expect(
      byTitle.get(title)?.map((one) => one.id),
      title,
    ).toEqual([id])
  for (const [title, twins] of byTitle) expect(twins, title).toHaveLength(1)
  expect(found.every((one) => one.told === 1)).toBe(true)
  const numbers = found.map((one) => Number(one.issue_number.split('-')[1])).toSorted((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  for (const module of modules) expect(await wrongCounts(db, module)).toEqual([])
  await close()
}
