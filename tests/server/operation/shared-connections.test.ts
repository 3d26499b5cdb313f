import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDb, quickRow, row, type Sql } from '../../../src/server/db/db.ts'
import { atTheEnd } from '../../setup/at-the-end.ts'
import { openFresh } from '../../setup/database/database.ts'

const SHARED = 2
const other = await openFresh(2)
const open = openDb({ url: other.url, size: 2, shared: SHARED, statementTimeout: 2000, name: 'sharing' })
atTheEnd(open.close)

const ask = (statement: Sql) => quickRow(open.db, { n: 'number', pid: 'number' }, statement)
const numbered = (n: number) => sql`select ${n}::int as n, pg_backend_pid() as pid`
const failing = sql`select ${1}::int / ${0}::int as n, pg_backend_pid() as pid`

describe('Short readings that share connections', () => {
  test('are each answered with their own, however many ask at once, on as many connections as there are', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => ask(numbered(n))))
    expect(answers.map((answer) => answer?.n)).toEqual(Array.from({ length: 300 }, (_, n) => n))
    expect(new Set(answers.map((answer) => answer?.pid)).size).toBe(SHARED)
  })

  test('fail alone: what stands before and behind a failing one is answered', async () => {
    const asked = Array.from({ length: 30 }, (_, n) => (n % 3 === 1 ? ask(failing) : ask(numbered(n))))
    const answers = await Promise.allSettled(asked)
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, n) => (n % 3 === 1 ? 'rejected' : 'fulfilled')))
  })

  test('are answered all the same when their connection breaks, and the next ones on a new one', async () => {
    const before = await ask(numbered(1))
    const waiting = Promise.all([ask(sql`select 9 as n, pg_backend_pid() as pid, pg_sleep(0.5)`), ask(numbered(2))])
    const kill = sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sharing'`
    await kill.execute(other.db)
    expect((await waiting).map((answer) => answer?.n)).toEqual([9, 2])
    const after = await ask(numbered(3))
    expect(after?.n).toBe(3)
    expect(after?.pid).not.toBe(before?.pid)
  })

  const lasting = (what: string, seconds: number) =>
    ask(sql`select ${sql.lit(what)}::text, 7 as n, pg_backend_pid() as pid, pg_sleep(${seconds})`)
  const sharedPids = async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(numbered(n))))
    return answers.map((answer) => answer?.pid)
  }

  test('a slow one goes by the pool after a few times, a very slow one after the first, so that nobody waits behind it', async () => {
    for (const [what, seconds, times] of [
      ['slow', 0.2, 8],
      ['very slow', 1.2, 1],
    ] as const) {
      const first = await lasting(what, seconds)
      for (let n = 1; n < times; n += 1) await lasting(what, seconds)
      const shared = await sharedPids()
      expect(shared).toContain(first?.pid)
      const next = await lasting(what, 0)
      expect(next?.n).toBe(7)
      expect(shared).not.toContain(next?.pid)
    }
  })

  test('one that ran into the time a statement has was slow, too', async () => {
    await expect(lasting('hopeless', 3)).rejects.toThrow('statement timeout')
    expect(await sharedPids()).not.toContain((await lasting('hopeless', 0))?.pid)
  })

  test('one that was slow once, as the first of a cold minute is, stays', async () => {
    await lasting('hiccup', 0.2)
    expect(await sharedPids()).toContain((await lasting('hiccup', 0))?.pid)
  })

  test('within a transaction they belong to it', async () => {
    await open.db.transaction().execute(async (tx) => {
      await sql`create temporary table only_here on commit drop as select 5 as n`.execute(tx)
      const mine = await row(tx, { pid: 'number' }, sql`select pg_backend_pid() as pid`)
      expect(
        await quickRow(tx, { n: 'number', pid: 'number' }, sql`select n, pg_backend_pid() as pid from only_here`),
      ).toEqual({
        n: 5,
        pid: mine?.pid,
      })
    })
  })
})
