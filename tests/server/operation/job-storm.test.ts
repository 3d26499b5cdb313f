import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openDb, row } from '../../../src/server/db/db.ts'
import { Jobs, queueJob } from '../../../src/server/jobs/jobs.ts'
import { atTheEnd } from '../../setup/at-the-end.ts'
import { openFresh } from '../../setup/database/database.ts'
import { times } from '../../setup/process/storms.ts'

/** S63 of design/security.md: two workers, killed again and again at random moments. */
const JOBS = times({ short: 300, whole: 10_000 })
const KILLS = times({ short: 15, whole: 200 })
const workers: ChildProcess[] = []
const { db, pool, url } = await openFresh()
atTheEnd(() => {
  for (const worker of workers) worker.kill('SIGKILL')
})
await runMigrations({ pgPool: pool })
await sql`create table job_marks (n integer primary key, at timestamptz not null default now())`.execute(db)
await sql`create table job_runs (n integer not null, at timestamptz not null default now())`.execute(db)

test(`${JOBS} jobs and ${KILLS} kills of workers: every job is done, none is lost with whoever held it`, async () => {
  workers.push(work(), work())
  for (let n = 0; n < JOBS; n++) await queueJob(db, 'mark', { n })
  for (let turn = 0; turn < KILLS; turn++) {
    await pause(100 + Math.random() * 250)
    const at = turn % 2
    workers[at]?.kill('SIGKILL')
    workers[at] = work()
  }
  await until(async () => (await count('job_marks')) === JOBS)
  await until(async () => (await waiting()) === 0)
  expect(await count('job_runs')).toBeGreaterThanOrEqual(JOBS)
}, 600_000)

const FROZEN = times({ short: 3, whole: 50 })
const EACH = 60

test(`${FROZEN} workers that freeze with a job in their hands: others take it up, and when they thaw each is still done once`, async () => {
  await sql`truncate job_marks, job_runs`.execute(db)
  for (const worker of workers.splice(0)) worker.kill('SIGKILL')
  const zombies: ChildProcess[] = []
  for (let turn = 0; turn < FROZEN; turn++) {
    for (let n = 0; n < EACH; n++) await queueJob(db, 'mark', { n: turn * EACH + n })
    const before = (await count('job_runs')) ?? 0
    const zombie = work()
    workers.push(zombie)
    zombies.push(zombie)
    await until(async () => ((await count('job_runs')) ?? 0) > before)
    zombie.kill('SIGSTOP')
  }
  workers.push(work())
  await until(async () => (await count('job_marks')) === FROZEN * EACH)
  await until(async () => (await waiting()) === 0)
  for (const zombie of zombies) zombie.kill('SIGCONT')
  for (let n = 0; n < EACH; n++) await queueJob(db, 'mark', { n: FROZEN * EACH + n })
  await until(async () => (await count('job_marks')) === (FROZEN + 1) * EACH)
  await until(async () => (await waiting()) === 0)
  expect(await count('job_runs')).toBeGreaterThanOrEqual((FROZEN + 1) * EACH)
})

test('a job that takes long is left to the server that runs it, however often others look for what nobody holds any more', async () => {
  await sql`truncate job_marks, job_runs`.execute(db)
  for (const worker of workers.splice(0)) worker.kill('SIGKILL')
  const long = async ({ n }: Record<string, unknown>) => {
    await sql`insert into job_runs (n) values (${n})`.execute(db)
    await pause(9000)
    await sql`insert into job_marks (n) values (${n})`.execute(db)
  }
  const servers = await Promise.all(
    [1, 2].map(async () => {
      const open = openDb({ url, size: 3, statementTimeout: 20_000, name: 'long' })
      const jobs = new Jobs(pino({ level: 'silent' }), { beatMs: 300, silentSeconds: 3 })
      await jobs.start(open, { long }, [])
      return { open, jobs }
    }),
  )
  await queueJob(db, 'long', { n: 1 }, { key: 'long', isAlone: true })
  await queueJob(db, 'long', { n: 2 })
  await until(async () => (await count('job_marks')) === 2)
  await until(async () => (await waiting()) === 0)
  expect(await count('job_runs')).toBe(2)
  for (const { open, jobs } of servers) {
    await jobs.stop()
    await open.close()
  }
}, 600_000)

test('a server whose database lets it wait too long at the end of a job starts its jobs again by itself', async () => {
  await sql`truncate job_marks, job_runs`.execute(db)
  for (const worker of workers.splice(0)) worker.kill('SIGKILL')
  const narrow = openDb({ url, size: 3, statementTimeout: 20_000, name: 'narrow' })
  const jobs = new Jobs(pino({ level: 'silent' }), { beatMs: 500, silentSeconds: 2 })
  let isHeld = false
  // All connections, for longer than anyone waits for one.
  const hog = async () => {
    const held: { release(): void }[] = []
    while (narrow.pool.totalCount < 3 || narrow.pool.idleCount > 0) held.push(await narrow.pool.connect())
    isHeld = true
    setTimeout(() => {
      for (const one of held) one.release()
      isHeld = false
    }, 7000)
  }
  const mark = async ({ n }: Record<string, unknown>) =>
    void (await sql`insert into job_marks (n) values (${n})`.execute(db))
  await jobs.start(narrow, { hog, mark }, [])
  await queueJob(db, 'hog', {})
  await until(async () => isHeld)
  await until(async () => !isHeld)
  await queueJob(db, 'mark', { n: 1 })
  await until(async () => (await count('job_marks')) === 1)
  await until(async () => (await waiting()) === 0)
  expect(jobs.isRunning).toBe(true)
  await jobs.stop()
  await narrow.close()
})

test('work that is to be alone runs one at a time on all servers together, and takes no other work’s place', async () => {
  for (const worker of workers.splice(0)) worker.kill('SIGKILL')
  const servers = [1, 2].map(() => ({
    jobs: new Jobs(pino({ level: 'silent' }), { beatMs: 500, silentSeconds: 2 }),
    open: openDb({ url, size: 4, statementTimeout: 20_000, name: 'alone' }),
  }))
  let running = 0
  let mostAtOnce = 0
  let done = 0
  let letGo = () => {}
  const other = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const slow = async () => {
    running += 1
    mostAtOnce = Math.max(mostAtOnce, running)
    await other
    await pause(200)
    running -= 1
    done += 1
  }
  const times = 6
  for (let n = 0; n < times; n++) await queueJob(db, 'slow', {}, { isAlone: true })
  for (const { jobs, open } of servers) await jobs.start(open, { slow, other: async () => letGo() }, [])
  await until(async () => running === 1)
  await queueJob(db, 'other', {})
  await until(async () => (await waiting()) === 0)
  expect({ done, mostAtOnce }).toEqual({ done: times, mostAtOnce: 1 })
  for (const { jobs, open } of servers) {
    await jobs.stop()
    await open.close()
  }
}, 600_000)

const work = () =>
  spawn(process.execPath, ['tests/setup/process/job-worker.ts'], {
    env: { ...process.env, WORKER_DATABASE: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const since = performance.now()
  while (!(await isSo())) {
    if (performance.now() - since > 120_000) throw new Error('Not within two minutes')
    await pause(100)
  }
}

const count = async (table: 'job_marks' | 'job_runs') =>
  (await row(db, { n: 'number' }, sql`select count(*)::int as n from ${sql.table(table)}`))?.n
const waiting = async () =>
  (await row(db, { n: 'number' }, sql`select count(*)::int as n from graphile_worker._private_jobs`))?.n
