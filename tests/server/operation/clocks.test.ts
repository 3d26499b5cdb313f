import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startChain } from '../../setup/chain.ts'
import { uploaded } from '../../setup/media.ts'
import { type ServerProcess, serverProcess } from '../../setup/process/server-process.ts'

/** From Debian, by `npm test`. */
const FAKETIME = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path))
const SECRET = 'a secret for tests that is long enough'
const chain = await startChain()
const { config, databaseUrl } = chain.running.context

/** A server of the same chain whose own clock is wrong by `offset`. */
async function serverWithClock(offset: string): Promise<ServerProcess> {
  if (!FAKETIME) throw new Error('libfaketime is missing: apt-get install faketime')
  const server = await serverProcess({
    DATABASE_URL: databaseUrl,
    APP_SECRET: SECRET,
    DATA_DIR: config.dataDir,
    LOG_LEVEL: 'warn',
    LD_PRELOAD: FAKETIME,
    FAKETIME: offset,
    DONT_FAKE_MONOTONIC: '1',
  })
  await server.start()
  return server
}

const me = async (token: string, at: string) => (await chain.call('POST', 'me', { by: token, at })).status
const clockOf = async (at: string) => ((await (await fetch(`${at}/readyz`)).json()) as { clock?: string }).clock

test('a server whose clock is days ahead or behind takes part in the chain, and says that its clock is wrong', async () => {
  const [ahead, behind] = await Promise.all([serverWithClock('+3d'), serverWithClock('-3d')])
  const places = [chain.url, ahead.url, behind.url]
  const person = await chain.person()
  for (const from of places) {
    const someone = await chain.person()
    const fresh = await chain.call<{ access_token: string }>('POST', 'refresh', { by: someone, at: from })
    const by = fresh.data.access_token
    const [file] = await uploaded(chain, by)
    const { key } = (await chain.call<{ key: string }>('POST', 'file-key', { by, at: from })).data
    for (const at of places) {
      expect(await me(by, at), `${from} to ${at}`).toBe(200)
      expect((await fetch(`${at}/api/file/${file}?key=${key}`)).status, `${from} to ${at}`).toBe(200)
    }
  }
  expect(await clockOf(chain.url)).toBeUndefined()
  expect(await clockOf(ahead.url)).toContain('3 days ahead of the database')
  expect(await clockOf(behind.url)).toContain('3 days behind the database')
  for (const [server, said] of [
    [ahead, '3 days ahead of the database'],
    [behind, '3 days behind the database'],
  ] as const) {
    await expect.poll(() => server.printed()).toContain(said)
    expect(server.printed().split(said)).toHaveLength(2)
  }
  await sql`update sessions set expires_at = now() + interval '1 second' where user_id = ${person.id}`.execute(chain.db)
  for (const at of places) await expect.poll(() => me(person.token, at)).toBe(401)
})
