import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { startChain } from '../../setup/chain.ts'

const SECONDS = 12

test('a server at which nothing happens asks little of its database', async () => {
  const { db } = await startChain()
  const asked = async () =>
    (
      await row(
        db,
        { n: 'number' },
        sql`select xact_commit::int as n from pg_stat_database where datname = current_database()`,
      )
    )?.n ?? 0
  // What a connection did is told within ten seconds.
  await pause(10_000)
  const before = await asked()
  await pause(SECONDS * 1000)
  expect(((await asked()) - before) / SECONDS).toBeLessThan(32)
})
