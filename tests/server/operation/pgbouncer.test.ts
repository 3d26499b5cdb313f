import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { type Db, openDb, rows } from '../../../src/server/db/db.ts'
import { atTheEnd } from '../../setup/at-the-end.ts'
import { type Chain, startChain, type Ticket } from '../../setup/chain.ts'
import { freshDatabase } from '../../setup/database/database.ts'
import { PGBOUNCERS, POOL_SIZE, startPgBouncer, versionOf } from '../../setup/database/pgbouncer.ts'
import { listen } from '../../setup/http/listen.ts'

describe.each(PGBOUNCERS)('behind %s in transaction mode', (program) => {
  const isKeeping = versionOf(program) >= 121

  async function chainBehind() {
    const bouncer = await startPgBouncer(program)
    const direct = await freshDatabase()
    const env = { DATABASE_URL: bouncer.through(direct), DATABASE_DIRECT_URL: direct }
    return { bouncer, direct, env, chain: await startChain(env) }
  }

  test('people work side by side, jobs are done and live events arrive, by a few connections', async () => {
    const { chain, direct } = await chainBehind()
    const people = await Promise.all(Array.from({ length: 8 }, () => chain.person()))
    const ear = await listen(chain.url, people[0]?.token ?? '')
    await Promise.all(people.map((by) => workOf(chain, by.token)))
    const answer = await chain.call<{ total: number }>('GET', 'ticket', { by: people[0] })
    expect(answer.data.total).toBe(8 * 3)
    await expect.poll(() => ear.events.filter(({ name }) => name === 'new-ticket').length).toBe(8 * 3)
    await expect.poll(() => waitingJobs(chain)).toBe(0)
    const used = await rows(
      chain.running.context.db,
      { n: 'number' },
      sql`select count(*)::int as n from pg_stat_activity where datname = ${new URL(direct).pathname.slice(1)} and application_name = 'app'`,
    )
    expect(used[0]?.n).toBeLessThanOrEqual(POOL_SIZE)
    ear.close()
  })

  test('each connection keeps the limits that a direct one has', async () => {
    const { chain } = await chainBehind()
    const found = await rows(
      chain.db,
      { name: 'string', setting: 'string' },
      sql`select name, setting from pg_settings where name in ('TimeZone', 'plan_cache_mode', 'statement_timeout', 'lock_timeout')`,
    )
    expect(Object.fromEntries(found.map(({ name, setting }) => [name, setting]))).toEqual({
      TimeZone: 'UTC',
      plan_cache_mode: 'force_generic_plan',
      statement_timeout: '5000',
      lock_timeout: '2000',
    })
  })

  test('statements are prepared where it carries them on, and only there', async () => {
    const { chain } = await chainBehind()
    const by = await chain.person()
    await workOf(chain, by.token)
    const found = await rows(chain.db, { name: 'string' }, sql`select name from pg_prepared_statements`)
    expect(found.some(({ name }) => /^s\d+$/.test(name))).toBe(false)
    expect(found.length > 0).toBe(isKeeping)
  })

  test('a table that a new version changed is read through connections from before', async () => {
    const bouncer = await startPgBouncer(program)
    const direct = await freshDatabase()
    const version = (era: string) => {
      const pooler = { keepsStatements: isKeeping, era }
      const opened = openDb({ url: bouncer.through(direct), size: 1, statementTimeout: 5000, name: 'era', pooler })
      atTheEnd(opened.close)
      return opened.db
    }
    const read = (db: Db) => rows(db, sql`select * from stored_files where id = ${'none'}`)
    const before = version('1')
    await read(before)
    await sql`alter table stored_files add column another text`.execute(before)
    expect(await read(version('2'))).toEqual([])
  })

  test('without the way to PostgreSQL itself the start says in a sentence what to set', async () => {
    for (const more of [[], ['ignore_startup_parameters = options']]) {
      const bouncer = await startPgBouncer(program, more)
      const url = bouncer.through(await freshDatabase())
      await expect(startChain({ DATABASE_URL: url })).rejects.toThrow(/leads to PgBouncer.*DATABASE_DIRECT_URL\.$/)
    }
  })

  test('connections from before the settings are told of, with what to do', async () => {
    const bouncer = await startPgBouncer(program)
    const direct = await freshDatabase()
    const env = { DATABASE_URL: bouncer.through(direct), DATABASE_DIRECT_URL: direct }
    const early = await openEarly(bouncer.through(direct))
    await expect(startChain(env)).rejects.toThrow(/other settings \(.*statement_timeout.*\): .*RECONNECT/)
    await early()
    await bouncer.command('RECONNECT')
    await startChain(env)
  })
})

async function openEarly(url: string): Promise<() => Promise<void>> {
  const clients = await Promise.all(
    Array.from({ length: POOL_SIZE }, async () => {
      const client = new pg.Client(url)
      await client.connect()
      await client.query('begin')
      return client
    }),
  )
  for (const client of clients) await client.query('commit')
  return async () => void (await Promise.all(clients.map((client) => client.end())))
}

async function workOf(chain: Chain, token: string): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    const made = await chain.call<Ticket>('POST', 'ticket', { by: token, body: chain.complaint() })
    expect(made.status).toBe(201)
    const calls = await Promise.all([
      chain.call('GET', `ticket/${made.data.id}`, { by: token }),
      chain.call('GET', 'ticket?perpage=10', { by: token }),
      chain.call('GET', 'ticket?search=gia', { by: token }),
      chain.call('GET', 'store', { by: token }),
      chain.call('POST', `ticket/${made.data.id}/start`, { by: token, body: { version: made.data.version } }),
    ])
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  }
}

async function waitingJobs(chain: Chain): Promise<number> {
  const [found] = await rows(
    chain.db,
    { n: 'number' },
    sql`select count(*)::int as n from graphile_worker._private_jobs where run_at <= now()`,
  )
  return found?.n ?? -1
}
