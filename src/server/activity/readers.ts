import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { inTransaction, row, rows } from '../db/db.ts'
import type { House } from '../house.ts'
import { type Happened, newsSince } from './feed.ts'

export interface Reader {
  name: string
  read: (tx: Tx, happened: readonly Happened[], house: House) => Promise<void>
}

/**
 * Runs readers that must see every activity row once for the whole chain, whichever server reads it: what they write and how
 * far they are is one transaction. A reader's own unique keys make a row that is read twice harmless.
 */
export function startReaders(house: House, readers: readonly Reader[]): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const run = () => {
    running = running.then(async () => {
      for (const reader of readers)
        if (!isStopped)
          await readOn(house, reader).catch((error: unknown) =>
            house.log.warn({ err: error, reader: reader.name }, 'a reader could not go on; trying again'),
          )
    })
  }
  let soon: NodeJS.Timeout | undefined
  const unlisten = house.feed.listen(() => {
    soon ??= setTimeout(() => {
      soon = undefined
      run()
    }, GATHER_MS)
  })
  const timer = setInterval(run, 5000)
  run()
  return async () => {
    isStopped = true
    clearInterval(timer)
    clearTimeout(soon)
    unlisten()
    await running
  }
}

/** Changes that come close together are read together: each reading is a transaction. */
const GATHER_MS = 150

async function readOn(house: House, reader: Reader): Promise<void> {
  await inTransaction(house.db, async (tx) => {
    await sql`insert into feed_cursors (name, mark) values (${reader.name}, pg_snapshot_xmin(pg_current_snapshot())) on conflict do nothing`.execute(
      tx,
    )
    const cursor = await row<{ mark: string }>(
      tx,
      sql`select mark::text as mark from feed_cursors where name = ${reader.name} for update skip locked`,
    )
    if (!cursor) return
    const next = await row<{ mark: string }>(tx, sql`select pg_snapshot_xmin(pg_current_snapshot())::text as mark`)
    const happened = await rows<Happened>(
      tx,
      sql`select a.id, a.at, a.actor, u.user_name as actor_name, a.action, a.module, a.record_id, a.record_title, a.place, a.changes, a.bulk
          from ${newsSince(cursor.mark)} a left join users u on u.id = a.actor order by a.id`,
    )
    if (happened.length > 0) await reader.read(tx, happened, house)
    if (next && next.mark !== cursor.mark)
      await sql`update feed_cursors set mark = ${next.mark}::xid8, at = now() where name = ${reader.name}`.execute(tx)
  })
}
