import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { changeLog, REDACTED } from '../../../src/server/activity/activity.ts'
import { noteCheckpoint, sealLog, tellOfLog, verifyLog } from '../../../src/server/activity/checkpoints.ts'
import { rotateLogKeys } from '../../../src/server/activity/rotate-log-keys.ts'
import { inTransaction, row, type Sql } from '../../../src/server/db/db.ts'
import { keysOf } from '../../../src/server/private/keys.ts'
import { startChain } from '../../setup/chain.ts'
import { openFresh } from '../../setup/database/database.ts'

const ACTIONS = 5000
const SECRET = 'a secret that the database does not know'

// Of no running server, which would seal beside the test.
const { db } = await openFresh()
const keys = keysOf([SECRET])
const dataDir = mkdtempSync(join(tmpdir(), 'log-'))

/** As whoever rules the database does it. */
const byHand = (change: Sql): Promise<void> =>
  inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await change.execute(tx)
  })
const write = (from: number, to: number): Promise<unknown> =>
  sql`insert into activity (action, module, record_id, record_title, changes)
      select 'update', 'stores', n, 'Siêu thị "số" ' || n, jsonb_build_object('phone', jsonb_build_array(null, n::text)) from generate_series(${from}::int, ${to}::int) n`.execute(
    db,
  )
const faults = (): Promise<string[]> => verifyLog(db, keys, dataDir)
const idOf = async (n: number): Promise<number> => {
  const found = await row(
    db,
    { id: 'number' },
    sql`select id from activity where record_id = ${n} and record_title like 'Siêu thị%'`,
  )
  return found?.id ?? 0
}
const count = async (of: Sql): Promise<number> =>
  (await row(db, { n: 'number' }, sql`select count(*)::int as n from ${of}`))?.n ?? 0

/** What any database of the cluster has open keeps lines from being sealed, and the files beside this one work in others. */
async function sealAll(): Promise<void> {
  const unsealed = async () => {
    await sealLog(db, keys)
    const sealed = await row(
      db,
      { n: 'number' },
      sql`select coalesce(sum(lines), 0)::int as n from activity_checkpoints`,
    )
    return (await count(sql`activity`)) - (sealed?.n ?? 0)
  }
  await vi.waitFor(async () => expect(await unsealed()).toBe(0), { timeout: 120_000 })
}

/** Changes the log by hand, looks, and brings back what was there. */
async function found(change: Sql, back: Sql): Promise<string[]> {
  await byHand(change)
  const told = await faults()
  await byHand(back)
  expect(await faults()).toEqual([])
  return told
}

beforeAll(async () => {
  await write(1, ACTIONS / 2)
  await sealAll()
  await write(ACTIONS / 2 + 1, ACTIONS)
  await sealAll()
})

test('every line is sealed, in the order in which it was committed', async () => {
  expect(await faults()).toEqual([])
  expect(await count(sql`activity`)).toBeGreaterThanOrEqual(ACTIONS)
  expect(await sealLog(db, keys)).toBe(0)
})

test('what is still open when a checkpoint is made comes with the next, though it has an earlier number', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const { promise: written, resolve: tell } = Promise.withResolvers<void>()
  const late = inTransaction(db, async (tx) => {
    await sql`insert into activity (action, module, record_title) values ('update', 'stores', 'Viết chậm')`.execute(tx)
    tell()
    await over
  })
  await written
  await sql`insert into activity (action, module, record_title) values ('update', 'stores', 'Viết nhanh')`.execute(db)
  expect(await sealLog(db, keys)).toBe(0)
  expect(await faults()).toEqual([])
  const ago = (hours: number) =>
    sql`update activity set at = at - ${hours} * interval '1 hour' where record_title = 'Viết nhanh'`
  // Whoever keeps a transaction open for hours keeps all that came since unsealed.
  const told = await found(
    sql`with older as (${ago(2)}) insert into activity (action, module, record_title) values ('update', 'stores', 'Viết sau')`,
    ago(-2),
  )
  expect(told).toEqual([expect.stringMatching(/^The log: 1 lines since .* are not sealed/)])
  end()
  await late
  await sealAll()
  expect(await faults()).toEqual([])
})

test('each line that is changed by hand is found, whatever of it', async () => {
  const id = await idOf(17)
  const other = await idOf(18)
  for (const column of ['actor', 'address', 'action', 'record_title', 'record_id', 'module'] as const) {
    const ref = sql.ref(column)
    const value = column === 'actor' || column === 'record_id' ? sql`99` : sql`'x'`
    await sql`create table kept as select * from activity where id in (${id}, ${other})`.execute(db)
    const told = await found(
      sql`update activity set ${ref} = ${value} where id = ${id}`,
      sql`update activity a set ${ref} = k.${ref} from kept k where k.id = a.id`,
    )
    expect(told, column).toEqual([expect.stringMatching(/checkpoint \d+ .*: its lines are not as they were/)])
    await sql`drop table kept`.execute(db)
  }
  const told = await found(
    sql`update activity set changes = '{"phone": [null, "1"]}', at = at + interval '1 microsecond' where id = ${id}`,
    sql`update activity set changes = '{"phone": [null, "17"]}', at = at - interval '1 microsecond' where id = ${id}`,
  )
  expect(told).toHaveLength(1)
})

test('lines that are taken out, put in or exchanged are found', async () => {
  const [id, other] = [await idOf(20), await idOf(21)]
  await sql`create table kept as select * from activity where id = ${id}`.execute(db)
  const gone = await found(
    sql`delete from activity where id = ${id}`,
    sql`insert into activity overriding system value select * from kept`,
  )
  expect(gone.join('\n')).toMatch(/it has 2\d\d\d lines, 2\d\d\d are there/)
  const more = await found(
    sql`insert into activity (id, xid, action, module, record_title) overriding system value
        select -id, xid, 'update', 'stores', 'Chưa từng có' from kept`,
    sql`delete from activity where id = ${-id}`,
  )
  expect(more).toHaveLength(2)
  await sql`drop table kept`.execute(db)
  const swap = sql`update activity a set record_id = b.record_id, record_title = b.record_title, changes = b.changes from activity b
    where a.id in (${id}, ${other}) and b.id = ${id + other} - a.id`
  expect(await found(swap, swap)).toHaveLength(1)
})

test('a checkpoint that is taken away, changed or made by hand is found', async () => {
  await sql`create table kept as select * from activity_checkpoints`.execute(db)
  const restore = async () => {
    await sql`delete from activity_checkpoints`.execute(db)
    await sql`insert into activity_checkpoints select * from kept`.execute(db)
  }
  for (const change of [
    sql`delete from activity_checkpoints where number = 1`,
    sql`update activity_checkpoints set lines = lines - 1 where number = 2`,
    sql`update activity_checkpoints set upto_id = upto_id - 1 where number = 1`,
    sql`update activity_checkpoints set chain = (select chain from activity_checkpoints where number = 1) where number = 2`,
    sql`update activity_checkpoints set chain = 'x' where number = 2`,
  ]) {
    await change.execute(db)
    expect(await faults()).not.toEqual([])
    await restore()
    expect(await faults()).toEqual([])
  }
  await sql`drop table kept`.execute(db)
})

test('what is taken away from the end with its checkpoints is missed by what was noted beside the database', async () => {
  await noteCheckpoint(db, keys, dataDir)
  await noteCheckpoint(db, keys, dataDir)
  expect(await faults()).toEqual([])
  await sql`create table kept as select * from activity_checkpoints order by number desc limit 1`.execute(db)
  await sql`delete from activity_checkpoints where number = (select number from kept)`.execute(db)
  expect(await faults()).toEqual([
    expect.stringMatching(/checkpoint \d+ is not the one that was noted in log-checkpoints/),
  ])
  await sql`insert into activity_checkpoints select * from kept`.execute(db)
  await sql`drop table kept`.execute(db)
  expect(await faults()).toEqual([])
})

test('an erasure takes words out of lines that are sealed, twice as well, and nobody else may', async () => {
  const [id, waits] = [await idOf(30), ACTIONS + 1]
  await write(waits, waits)
  const fresh = await idOf(waits)
  const forget = (word: string) =>
    inTransaction(db, (tx) =>
      changeLog(
        tx,
        keys,
        sql`update activity set record_title = ${word}, changes = changes - 'phone' where id in (${id}, ${fresh}) returning ${REDACTED}`,
      ),
    )
  await forget('–')
  expect(await faults()).toEqual([])
  await sealAll()
  await forget('Đã xoá')
  await forget('Đã xoá')
  expect(await faults()).toEqual([])
  const told = await found(
    sql`update activity set record_title = 'Siêu thị khác' where id = ${id}`,
    sql`update activity set record_title = 'Đã xoá' where id = ${id}`,
  )
  expect(told).toContain(`The log: line ${id} is not what its erasure left of it`)
  // Whoever writes the proof of an erasure by hand has no key for it.
  const other = await idOf(31)
  const forged = await found(
    sql`insert into activity_redactions select ${other}, hashes from activity_redactions where id = ${id}`,
    sql`delete from activity_redactions where id = ${other}`,
  )
  expect(forged).not.toEqual([])
  // Nor does a later erasure make good what somebody changed.
  await byHand(sql`update activity set record_title = 'Sửa lén' where id = ${id}`)
  await forget('–')
  expect(await faults()).toContain(`The log: line ${id} is not what its erasure left of it`)
  await byHand(sql`update activity set record_title = 'Đã xoá' where id = ${id}`)
  expect(await faults()).toEqual([])
})

test('a newer key seals again what an older one sealed, and then the older one is needed no more', async () => {
  const newest = 'a newer secret, and long enough for a key'
  const both = keysOf([newest, SECRET])
  expect(await verifyLog(db, both, dataDir)).toEqual([])
  expect(await verifyLog(db, keysOf([newest]), dataDir)).not.toEqual([])
  expect(await rotateLogKeys(db, both)).toBeGreaterThan(2)
  expect(await rotateLogKeys(db, both)).toBe(0)
  expect(await verifyLog(db, keysOf([newest]), dataDir)).toEqual([])
  await rotateLogKeys(db, keysOf([SECRET, newest]))
  expect(await faults()).toEqual([])
})

test('those who watch are told once that the log was changed', async () => {
  const chain = await startChain()
  const watcher = await chain.person()
  const bell = async () =>
    (await chain.call<{ data: { title: string }[] }>('GET', 'notification', { by: watcher })).data.data.map(
      ({ title }) => title,
    )
  await tellOfLog(chain.db, 0)
  for (let night = 0; night < 2; night++) await tellOfLog(chain.db, 2)
  await expect.poll(bell).toEqual(['The log of what happens is not as it was written, in 2 places'])
  const lines = await row(
    chain.db,
    { n: 'number' },
    sql`select count(*)::int as n from activity where action = 'log changed'`,
  )
  expect(lines?.n).toBe(1)
})
