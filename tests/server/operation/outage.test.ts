import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { localStore } from '../../../src/server/files/store.ts'
import { watchFiles } from '../../../src/server/files/watch.ts'
import { openLog } from '../../../src/server/log.ts'
import { VERSION } from '../../../src/server/version.ts'
import { atTheEnd } from '../../setup/at-the-end.ts'
import { startChain } from '../../setup/chain.ts'
import { freshDatabase } from '../../setup/database/database.ts'
import { freePort } from '../../setup/mail/real-servers.ts'
import { Relay } from '../../setup/mail/relay.ts'
import { serverProcess } from '../../setup/process/server-process.ts'

interface Line {
  level: number
  msg: string
  cause?: string
  err?: { code?: string; stack?: string }
}

test('a database that is away is told once, with the cause of every refusal, and so is its return', async () => {
  const relay = new Relay(await freePort())
  await relay.give()
  const server = await serverProcess({
    DATABASE_URL: relay.through(await freshDatabase()),
    APP_SECRET: 'a secret for tests that is long enough',
    LOG_LEVEL: 'info',
  })
  await server.start()
  await expect.poll(() => server.printed()).toContain('is open')
  const before = server.printed().length
  const lines = () =>
    server
      .printed()
      .slice(before)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line) // our own log
  relay.cut()
  await pause(5000)
  const refused = await fetch(`${server.url}/api/public/invitation/none`)
  expect(refused.status).toBe(503)
  expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({
    status: 'fail',
    database: 'fail',
    files: 'ok',
  })
  await pause(1000)
  const loud = lines().filter(({ level }) => level >= 40)
  const told = loud.filter(({ msg }) => /^the database does not answer; trying again/.test(msg))
  // A transaction that stood between two statements hears of its connection by the driver's own words.
  expect(told.map(({ cause }) => cause)).toEqual([
    expect.stringMatching(/ECONNREFUSED|ECONNRESET|terminated|connection error/i),
  ])
  // Beside it, each once: a job that was under way, and that the jobs begin again.
  expect(loud.length).toBeLessThanOrEqual(4)
  expect(new Set(loud.map(({ msg }) => msg)).size).toBe(loud.length)
  expect(loud.filter(({ err }) => err?.stack)).toEqual([])
  await relay.give()
  await expect
    .poll(() =>
      lines()
        .map(({ msg }) => msg)
        .join('\n'),
    )
    .toMatch(/the database answers again, after \d+ seconds/)
})

test('lines that a hundred callers would cause are one a minute, with how many were held back', () => {
  const said: { msg: string; repeated?: number }[] = []
  const log = openLog('info', { write: (line) => void said.push(JSON.parse(line) as Line) }) // our own log
  const timeout = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  vi.useFakeTimers({ toFake: ['performance'] })
  for (let n = 0; n < 100; n += 1) log.warn({ err: timeout }, 'a request was refused')
  log.error({ err: new Error('our mistake') }, 'unexpected error')
  log.error({ err: new Error('our mistake') }, 'unexpected error')
  vi.advanceTimersByTime(61_000)
  log.warn({ err: timeout }, 'a request was refused')
  vi.useRealTimers()
  expect(said.map(({ msg }) => msg)).toEqual([
    'a request was refused',
    'unexpected error',
    'unexpected error',
    'a request was refused',
  ])
  expect(said[3]?.repeated).toBe(99)
})

test('a folder of files that takes none is seen by /readyz and told in the log, until it takes them again', async () => {
  const chain = await startChain()
  const folder = join(chain.running.context.config.dataDir, 'files')
  const ready = async () => (await fetch(`${chain.url}/readyz`)).json()
  await expect.poll(ready).toEqual({ status: 'ok', database: 'ok', jobs: 'ok', files: 'ok' })
  const said: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void said.push((JSON.parse(line) as Line).msg) }) // our own log
  atTheEnd(watchFiles(localStore(folder), log, 50))
  renameSync(folder, `${folder}-away`)
  writeFileSync(folder, '')
  chmodSync(folder, 0o400)
  expect(await ready()).toEqual({ status: 'fail', database: 'ok', jobs: 'ok', files: 'fail' })
  await expect.poll(() => said.at(-1)).toMatch(/^no file can be kept: .*files cannot be written \(E/)
  renameSync(folder, `${folder}-odd`)
  renameSync(`${folder}-away`, folder)
  expect(await ready()).toMatchObject({ status: 'ok' })
  await expect.poll(() => said).toHaveLength(2)
  expect(said[1]).toBe('files can be kept again')
})

test('the version is told by /healthz', async () => {
  const chain = await startChain()
  expect(await (await fetch(`${chain.url}/healthz`)).json()).toEqual({ status: 'ok', version: VERSION })
})
