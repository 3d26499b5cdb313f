import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDb, quickRow, row } from '../../src/server/db/db.ts'
import { atTheEnd } from '../setup/at-the-end.ts'
import { freshDatabase } from '../setup/database.ts'

const { db, close } = openDb({
  url: await freshDatabase(),
  size: 4,
  shared: 1,
  statementTimeout: 20_000,
  name: 'short readings',
})
atTheEnd(close)

/** The process of PostgreSQL that answered, after as many seconds. */
const servedBy = async (seconds: number, what: string): Promise<number | undefined> => {
  const found = await quickRow<{ pid: number }>(
    db,
    sql`select pg_backend_pid() as pid, pg_sleep(${seconds}), ${sql.lit(what)}::text`,
  )
  return found?.pid
}
const shared = await servedBy(0, 'first')

describe('Short readings share a connection', () => {
  test('also after one of them hiccuped once', async () => {
    await servedBy(0.15, 'hiccup')
    expect(await servedBy(0, 'hiccup')).toBe(shared)
  })

  test('until one of them took a second: it goes by the pool then, and the others stay', async () => {
    expect(await servedBy(1.2, 'slow')).toBe(shared)
    expect(await servedBy(0, 'slow')).not.toBe(shared)
    expect(await servedBy(0, 'other')).toBe(shared)
  })

  test('until one of them is slow again and again', async () => {
    const pids: (number | undefined)[] = []
    for (let turn = 0; turn < 40; turn += 1) pids.push(await servedBy(0.09, 'sluggish'))
    expect(pids.slice(0, 3)).toEqual([shared, shared, shared])
    expect(pids.at(-1)).not.toBe(shared)
  })

  test('and one that breaks is asked again elsewhere, and shared anew', async () => {
    await row(db, sql`select pg_terminate_backend(${shared})`)
    const pid = await servedBy(0, 'first')
    expect(pid).not.toBe(shared)
    expect(pid).toBeGreaterThan(0)
  })
})
