import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { modules } from '../../../src/modules/index.ts'
import { wrongCounts } from '../../../src/server/counters/recount.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import { narrowed } from '../../../src/server/db/shape.ts'
import type { ImportView } from '../../../src/shared/api.ts'
import { bookOf } from '../../setup/books.ts'
import { openFresh } from '../../setup/database/database.ts'
import { serverProcess } from '../../setup/process/server-process.ts'
import { inPieces } from '../../setup/records/in-pieces.ts'

/** F01 and F03: the server is killed with -9 while it reads, while it writes, and while it sends. */

const ROWS = 3000
const { db, url } = await openFresh(2)
const server = await serverProcess({ DATABASE_URL: url, APP_SECRET: 'a secret for tests that is long enough' })
await server.start()
const token = await server.firstPerson()
await ask('POST', 'store', { code: 'S01', name: 'Siêu thị Cầu Giấy', manager: 1 })
await ask('POST', 'ticket-type', { name: 'Sai giá' })

test('an import that is killed at any point goes on within a minute, and doubles no row and no number', async () => {
  const head = ['title', 'store', 'feedback_type', 'feedback_method', 'customer_name', 'phone', 'content']
  const book = await bookOf(
    head,
    Array.from({ length: ROWS }, (_, at) => [
      `Dòng ${at}`,
      'S01',
      'Sai giá',
      'hotline',
      'A',
      '0912345678',
      `Nội dung ${at}`,
    ]),
  )
  const form = new FormData()
  form.append('file', new Blob([book as Uint8Array<ArrayBuffer>]), 'kill.xlsx')
  const begun = await ask<{ id: number }>('POST', 'ticket/import', form)
  const id = begun?.id ?? 0
  await until('some rows are read', async () => (await state(id)).rows_read > 0)
  await restart()
  await until('all are read', async () => (await state(id)).state === 'ready')
  expect((await state(id)).rows_read).toBe(ROWS)
  await ask('POST', `ticket/import/${id}/start`, { changes: false })
  for (const share of [0, 0.5]) {
    await until(
      `${share} is written`,
      async () => (await state(id)).done > ROWS * share || (await state(id)).state === 'done',
    )
    await restart()
  }
  await until('all is written', async () => (await state(id)).state === 'done')
  const counted = await row(
    db,
    { n: 'number', titles: 'number', numbers: 'number', last: 'string', told: 'number' },
    sql`select count(*)::int as n, count(distinct title)::int as titles, count(distinct issue_number)::int as numbers, max(right(issue_number, 6)) as last,
      (select count(*)::int from activity where module = 'complaints' and action = 'import') as told from complaints`,
  )
  expect(counted).toEqual({ n: ROWS, titles: ROWS, numbers: ROWS, last: String(ROWS).padStart(6, '0'), told: ROWS })
  expect((await state(id)).done).toBe(ROWS)
  const lines = await rows(db, sql`select 1 from activity where action = 'import file'`)
  expect(lines).toHaveLength(1)
  for (const module of modules.filter((one) => one.counters)) expect(await wrongCounts(db, module)).toEqual([])
})

test('an export whose server is killed is no file, and lets go of the database', async () => {
  await inPieces(
    db,
    200_000,
    (from, to) => sql`insert into tags (name) select 'Nhãn ' || n from generate_series(${from}::int, ${to}::int) n`,
  )
  const answer = await fetch(`${server.url}/api/tag/export?columns=*`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const id = answer.headers.get('x-export')
  await server.kill()
  await expect(answer.arrayBuffer()).rejects.toThrow()
  await until(
    'its process is gone',
    async () =>
      (
        await rows(
          db,
          sql`select 1 from pg_stat_activity where application_name = 'export' and datname = current_database()`,
        )
      ).length === 0,
  )
  await server.start()
  await sql`update exports set seen_at = now() - interval '1 minute' where id = ${id}::bigint and state = 'running'`.execute(
    db,
  )
  expect((await ask<{ state: string }>('GET', `export/${id}`))?.state).toBe('broken')
})

const state = async (id: number): Promise<Pick<ImportView, 'state' | 'rows_read' | 'done'>> =>
  (await row(
    db,
    {
      state: narrowed<'done' | 'reading' | 'ready' | 'importing' | 'failed' | 'cancelled'>('string'),
      rows_read: 'number',
      done: 'number',
    },
    sql`select state, rows_read, done from imports where id = ${id}`,
  )) ?? {
    state: 'failed',
    rows_read: 0,
    done: 0,
  }

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`A minute passed before ${what}`)
    await pause(20)
  }
}

async function restart(): Promise<void> {
  await server.kill()
  await server.start()
}

async function ask<D>(method: string, path: string, body?: object): Promise<D | undefined> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${server.url}/api/${path}`, {
    method,
    headers: {
      ...(body && !isForm && { 'content-type': 'application/json' }),
      authorization: `Bearer ${token}`,
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const envelope = (await answer.json()) as { ErrorCode: number; ErrorDescription: string; Data: D } // the one shape of every answer
  if (envelope.ErrorCode !== 0) throw new Error(`${method} ${path}: ${envelope.ErrorDescription}`)
  return envelope.Data
}
