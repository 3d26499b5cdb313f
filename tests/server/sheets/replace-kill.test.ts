import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rows } from '../../../src/server/db/db.ts'
import type { ImportView } from '../../../src/shared/api.ts'
import { bookOf } from '../../setup/books.ts'
import { openFresh } from '../../setup/database/database.ts'
import { serverProcess } from '../../setup/process/server-process.ts'

const GROUPS = 250
const { db, url } = await openFresh(2)
const server = await serverProcess({ DATABASE_URL: url, APP_SECRET: 'a secret for tests that is long enough' })
await server.start()
const token = await server.firstPerson()
await ask('POST', 'store', { code: 'S01', name: 'Siêu thị Cầu Giấy', manager: 1 })
await sql`insert into supplier_groups (name) select 'Nhóm ' || n from generate_series(1, ${GROUPS}::int) n`.execute(db)
await sql`insert into revenue_forecast (year, month, store, department_group, target, forecast)
  select 2026, m, s.id, g.id, 1, 1 from generate_series(1, 12) m, stores s, supplier_groups g where s.code = 'S01' and g.name like 'Nhóm %'`.execute(
  db,
)

test('an import that replaces months is killed half-way again and again: every month is the old one or the new one, never a part of both', async () => {
  const head = ['Year', 'Month', 'Store', 'Department group', 'Target', 'Forecast']
  // A group less than there were, so that some go as well.
  const lines = Array.from({ length: 12 * (GROUPS - 1) }, (_, at) => [
    ...[2026, (at % 12) + 1, 'S01', `Nhóm ${Math.floor(at / 12) + 1}`],
    ...[2, 2],
  ])
  const form = new FormData()
  form.append('file', new Blob([(await bookOf(head, lines)) as Uint8Array<ArrayBuffer>]), 'kill.xlsx')
  const id = (await ask<{ id: number }>('POST', 'revenue-forecast/import', form))?.id ?? 0
  await until('all are read', async () => (await state(id)).state === 'ready')
  await ask('POST', `revenue-forecast/import/${id}/start`, {})
  for (const ms of [0, 60, 150, 400]) {
    await pause(ms)
    await server.kill()
    expect(await parts()).toEqual(1)
    await server.start()
  }
  await until('all is written', async () => (await state(id)).state === 'done')
  expect(await months()).toEqual(
    Array.from({ length: 12 }, (_, at) => ({ month: at + 1, n: GROUPS - 1, least: 2, most: 2 })),
  )
  const told = await rows(
    db,
    { action: 'string', n: 'number' },
    sql`select action, count(*)::int as n from activity where module = 'revenue-forecast' group by 1 order by 1`,
  )
  expect(told).toEqual([
    { action: 'import', n: 12 * (GROUPS - 1) },
    { action: 'import file', n: 1 },
    { action: 'replace', n: 12 },
  ])
})

const months = () =>
  rows(
    db,
    { month: 'number', n: 'number', least: 'number', most: 'number' },
    sql`select month, count(*)::int as n, min(forecast) as least, max(forecast) as most from revenue_forecast where deleted_at is null group by 1 order by 1`,
  )

/** How many states the months are in: whole ones of one kind are one. */
const parts = async () => new Set((await months()).map(({ n, least, most }) => `${n} ${least} ${most}`)).size

const state = async (id: number): Promise<Pick<ImportView, 'state'>> =>
  (await ask<ImportView>('GET', `revenue-forecast/import/${id}`)) ?? { state: 'reading' }

async function ask<D>(method: string, path: string, body?: object): Promise<D | undefined> {
  const isForm = body instanceof FormData
  try {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    return ((await answer.json()) as { Data: D }).Data // the one shape of every answer
  } catch {
    return undefined
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 600; turn += 1) {
    if (await isSo()) return
    await pause(100)
  }
  throw new Error(`It never came to this: ${what}`)
}
