import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { record } from '../../../src/server/activity/activity.ts'
import { FeedReader } from '../../../src/server/activity/feed.ts'
import { verifyFigures } from '../../../src/server/counters/counters.ts'
import { DatabaseClock } from '../../../src/server/db/clock.ts'
import { type Db, inTransaction, openDb, row, rows } from '../../../src/server/db/db.ts'
import { startEmbedded } from '../../../src/server/db/embedded.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { queueJob } from '../../../src/server/jobs/jobs.ts'
import { queueMail } from '../../../src/server/mail/outbox.ts'
import { start } from '../../../src/server/main.ts'
import { loadModules } from '../../../src/server/module-registry.ts'
import { atTheEnd, newFolder } from '../../setup/at-the-end.ts'
import { configOf, type Person, startChain, type Ticket } from '../../setup/chain.ts'
import { freshCluster, restoredElsewhere } from '../../setup/database/restored.ts'
import { listen } from '../../setup/http/listen.ts'
import { mailboxSettings, setUpMailbox } from '../../setup/mail/mail-chain.ts'
import { startMailServers } from '../../setup/mail/mail-servers.ts'
import { arrived } from '../../setup/mail/real-servers.ts'

const LAN = 'lan@customer.example'
const OLD_ROWS = Number(process.env.RESTORED_ROWS ?? 60_000)

/** A cluster that has lived: so many transactions, each with its row of activity that is read already. */
async function lived(db: Db, transactions: number): Promise<void> {
  await sql`create table spent (n int)`.execute(db)
  await sql
    .raw(
      `do $$ begin for n in 1..${transactions} loop begin insert into spent values (n); exception when others then null; end; end loop; end $$`,
    )
    .execute(db)
  await sql`drop table spent`.execute(db)
  const now = await row(db, { xid: 'number' }, sql`select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as xid`)
  // What writes the words of the log moves on with news alone, and may have filed before these transactions came.
  await sql`insert into activity (action, module, record_id, record_title) values ('update', 'stores', 1, 'S01')`.execute(
    db,
  )
  const read = async () =>
    (await row(db, { xid: 'number' }, sql`select min(mark::text::bigint) as xid from feed_cursors`))?.xid ?? 0
  await expect.poll(read).toBeGreaterThanOrEqual(now?.xid ?? 0)
  await pause(500)
  await sql`insert into activity (xid, at, action, module, record_id, record_title)
    select ((${now?.xid}::bigint - n)::text)::xid8, now() - interval '2 days', 'update', 'stores', 1, 'S01'
    from generate_series(1, ${transactions}::int) n`.execute(db)
}

test('after a restore into another cluster every event, notification, mail and job goes on, none twice', async () => {
  const servers = await startMailServers()
  const env = { MAIL_INTERNAL_HOSTS: servers.internal }
  // A cluster of its own: what is open in another database of a shared one holds the marks of the readers back.
  const { url: databaseUrl } = await freshCluster()
  const chain = await startChain(env, { databaseUrl })
  const [, department] = chain.departments
  const admin = await chain.person()
  const handler = await chain.person({ role: 'Department manager', department })
  await setUpMailbox(chain, admin, mailboxSettings({ smtp: servers.smtpPort }))
  const assign = async (at: string, ticket: Ticket) => {
    const body = { version: ticket.version, department, assignee: handler.id }
    expect((await chain.call('POST', `ticket/${ticket.id}/assign`, { by: admin, body, at })).status).toBe(200)
  }
  const told = async (at: string, who: Person) =>
    (await chain.call<{ data: { ticket_id: number }[] }>('GET', 'notification?perpage=100', { by: who, at })).data.data
      .map(({ ticket_id }) => ticket_id)
      .toSorted((a, b) => a - b)

  const patient = openDb({ url: chain.running.context.databaseUrl, size: 2, statementTimeout: 0, name: 'old' })
  atTheEnd(patient.close)
  await lived(patient.db, OLD_ROWS)
  const ear = await listen(chain.url, admin.token)
  const first = await chain.ticket(admin)
  await assign(chain.url, first)
  await expect.poll(() => told(chain.url, handler)).toEqual([first.id])
  const second = await chain.ticket(admin)
  await expect.poll(() => ear.events.some(({ data }) => data.ticket?.id === second.id)).toBe(true)
  const lastHeard = ear.events.findLast(({ id }) => id)?.id
  await chain.running.stop()

  // What the old servers had no time for.
  await inTransaction(patient.db, async (tx) => {
    await sql`update complaints set department = ${department}, assignee = ${handler.id} where id = ${second.id}`.execute(
      tx,
    )
    await sql`insert into activity (actor, action, module, record_id, record_title, place, changes)
      select actor, action, module, ${second.id}, ${second.title}, place, changes from activity where action = 'assign'`.execute(
      tx,
    )
    await queueMail(tx, { key: 'left', to: LAN, subject: 'Còn trong hàng', text: 'Chào chị' })
    await sql`update complaints set due_at = due_at + interval '30 days' where id = ${first.id}`.execute(tx)
    await queueJob(tx, 'recount-deadlines', {}, { key: 'recount-deadlines', isAlone: true })
  })

  const url = await restoredElsewhere(chain.running.context.databaseUrl)
  const again = await start(configOf(url, newFolder('restored'), env))
  atTheEnd(() => again.stop())
  const { db } = again.context

  await expect.poll(() => told(again.url, handler)).toEqual([first.id, second.id])
  expect(await arrived(servers, LAN)).toHaveLength(1)
  const moved = () =>
    rows(
      db,
      sql`select id from activity where action = 'deadline' and module = 'complaints' and record_id = ${first.id}`,
    )
  await expect.poll(moved).toHaveLength(1)

  const [back, fresh] = [await listen(again.url, admin.token, lastHeard), await listen(again.url, handler.token)]
  const made: Ticket[] = []
  for (let n = 0; n < 5; n++) {
    const body = chain.complaint({ department })
    const { data } = await chain.call<Ticket>('POST', 'ticket', { by: admin, body, at: again.url })
    await assign(again.url, data)
    made.push(data)
  }
  const ids = made.map(({ id }) => id)
  for (const one of [back, fresh])
    await expect
      .poll(() => one.events.filter(({ name }) => name === 'new-ticket').map(({ data }) => data.ticket?.id))
      .toEqual(ids)
  await expect.poll(() => told(again.url, handler)).toEqual([first.id, second.id, ...ids])

  // Nothing of the old cluster's is read again and again.
  const kept = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from activity where xid >= (select min(mark) from feed_cursors)`,
  )
  expect(kept?.n).toBeLessThan(100)
  expect(await moved()).toHaveLength(1)
  expect(await servers.inbox(LAN)).toHaveLength(1)
  expect(await told(again.url, handler)).toEqual([first.id, second.id, ...ids])
  const { servers: modules } = await loadModules()
  const checks = modules.flatMap(({ server }) => server.verify ?? [])
  expect(await verifyFigures(db, { checks, isRepairing: false, print: () => {} })).toBe(true)
  for (const one of [ear, back, fresh]) one.close()
})

test('a server that runs on while its database is taken back to an earlier moment hears all that happens from then on', async () => {
  const dataDir = newFolder('taken-back')
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const embedded = () => startEmbedded({ dataDir, log, settings: { fsync: 'off', full_page_writes: 'off' } })
  const [cluster, copy] = [join(dataDir, 'postgres'), join(dataDir, 'copy')]
  let running = await embedded()
  atTheEnd(() => running.stop())
  const { url } = running
  await migrate(url)
  await running.stop()
  execFileSync('cp', ['-a', cluster, copy])
  running = await embedded()

  const { db, close } = openDb({ url, size: 2, statementTimeout: 5000, name: 'runs on' })
  atTheEnd(close)
  const feed = new FeedReader(db, pino({ level: 'silent' }), new DatabaseClock())
  atTheEnd(() => feed.stop())
  const heard: string[] = []
  feed.listen((happened) => heard.push(...happened.map(({ record_title }) => String(record_title))))
  await feed.start()
  const write = async (title: string) =>
    record(db, { id: null, address: null } as Parameters<typeof record>[1], {
      action: 'update',
      module: 'stores',
      title,
    })
  for (let n = 0; n < 300; n++) await write(`lost ${n}`)
  await expect.poll(() => heard.length).toBe(300)

  await running.stop()
  rmSync(cluster, { recursive: true })
  execFileSync('cp', ['-a', copy, cluster])
  writeFileSync(join(cluster, 'recovery.signal'), '')
  writeFileSync(join(cluster, 'postgresql.auto.conf'), "restore_command = 'false'\n")
  running = await embedded()
  const anew = Array.from({ length: 10 }, (_, n) => `anew ${n}`)
  for (const title of anew)
    await expect
      .poll(() =>
        write(title).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  await expect.poll(() => heard.slice(300).toSorted()).toEqual(anew)
})
