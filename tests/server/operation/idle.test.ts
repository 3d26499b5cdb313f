import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { startChain } from '../../setup/chain.ts'

const SECONDS = 12
const LINES = 20_000

test('a server at which nothing happens asks little of its database, and reads nothing of what happened before', async () => {
  const { db } = await startChain()
  await sql`insert into activity (action, module, record_id, record_title)
    select 'update', 'stores', 1, 'S01' from generate_series(1, ${LINES}::int)`.execute(db)
  await sql`analyze activity`.execute(db)
  const asked = async () =>
    (
      await row(
        db,
        { n: 'number' },
        sql`select xact_commit::int as n from pg_stat_database where datname = current_database()`,
      )
    )?.n ?? 0
  const readThrough = async () =>
    (
      await row(
        db,
        { n: 'number' },
        sql`select seq_tup_read::int as n from pg_stat_user_tables where relname = 'activity'`,
      )
    )?.n ?? 0
  // What a connection did is told within ten seconds.
  await pause(10_000)
  const before = [await asked(), await readThrough()] as const
  await pause(SECONDS * 1000)
  expect(((await asked()) - before[0]) / SECONDS).toBeLessThan(32)
  expect((await readThrough()) - before[1]).toBeLessThan(LINES)
})
