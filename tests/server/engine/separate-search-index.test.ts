import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { complaints } from '../../../src/modules/complaints/complaints.ts'
import { openDb, rows, type Tx } from '../../../src/server/db/db.ts'
import {
  INDEX_LATER,
  indexPending,
  indexSearch,
  rebuildSearchIndex,
  wrongSearchIndex,
} from '../../../src/server/search/search.ts'
import { openFresh } from '../../setup/database/database.ts'

const { db, url } = await openFresh()

/** Complaints as an import brings them, a chunk in each transaction; their words wait. */
async function bring(n: number, chunks = 1): Promise<void> {
  for (let chunk = 0; chunk < chunks; chunk++)
    await db.transaction().execute(async (tx) => {
      await sql`select ${INDEX_LATER}`.execute(tx)
      await sql`insert into complaints (title, state, store, feedback_type, feedback_method, customer_name, phone, content)
        select 'Nồi cơm điện hỏng', 'new', 1, 1, 'email', 'Khách', '0912345678', 'x' from generate_series(1, ${n}::int)`.execute(
        tx,
      )
    })
}

const fileAll = async () => {
  while (await indexPending(db, complaints));
}
const found = async (...words: string[]) =>
  (await rows(db, sql`select r.id from complaints r where ${indexSearch(complaints, words).where}`)).length
/** Until the other connection waits for a lock. */
async function isHeldUp(query: string): Promise<void> {
  for (;;) {
    const held = await rows(
      db,
      sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike ${`%${query}%`}`,
    )
    if (held.length > 0) return
  }
}

beforeEach(() => sql`truncate complaints`.execute(db))

test('what is brought in pieces is found once its words are written, however many pieces that takes', async () => {
  await bring(1700, 2)
  expect(await found('com', 'dien')).toBe(0)
  expect(await indexPending(db, complaints, true)).toBe(false)
  expect(await found('com', 'dien')).toBe(0)
  await fileAll()
  expect(await found('com', 'dien')).toBe(3400)
  expect(await wrongSearchIndex(db, complaints)).toBe(0)
})

test('what waits is not wrong, but what is missing without waiting is, and is written anew', async () => {
  await bring(3)
  expect(await wrongSearchIndex(db, complaints)).toBe(0)
  await sql`delete from complaints_words_waiting`.execute(db)
  expect(await wrongSearchIndex(db, complaints)).toBe(3)
  await rebuildSearchIndex(db, complaints)
  expect(await wrongSearchIndex(db, complaints)).toBe(0)
})

test('nothing brought leaves nothing to wait for', async () => {
  await bring(0)
  expect(await rows(db, sql`select * from complaints_words_waiting`)).toEqual([])
})

test('a record changed or gone before its words are written has the right ones, or none', async () => {
  await bring(4)
  await sql`update complaints set title = 'Máy xay' where id % 2 = 0`.execute(db)
  await sql`delete from complaints where id % 4 = 1`.execute(db)
  expect(await found('may', 'xay')).toBe(2)
  await fileAll()
  expect([await found('may', 'xay'), await found('com', 'dien')]).toEqual([2, 1])
  expect(await wrongSearchIndex(db, complaints)).toBe(0)
})

test.each([
  ['changed', `update complaints set title = 'Máy xay' where id % 2 = 0`],
  ['taken away', 'delete from complaints where id % 2 = 0'],
])('a record %s while its words are being written keeps none of the old ones', async (_, change) => {
  const other = openDb({ url, size: 2, statementTimeout: 20_000, name: 'other' })
  const both = async (first: (tx: Tx) => Promise<unknown>, second: () => Promise<unknown>, held: string) => {
    await bring(6)
    const waiting = await other.db.transaction().execute(async (tx) => {
      await first(tx)
      const later = second()
      await Promise.race([isHeldUp(held), later])
      return { later }
    })
    await waiting.later
    await fileAll()
    expect(await wrongSearchIndex(db, complaints)).toBe(0)
  }
  await both(
    (tx) => indexPending(tx, complaints),
    () => sql.raw(change).execute(db),
    change.slice(0, 20),
  )
  await both(
    (tx) => sql.raw(change).execute(tx),
    () => indexPending(db, complaints),
    'written as',
  )
  await other.close()
})
