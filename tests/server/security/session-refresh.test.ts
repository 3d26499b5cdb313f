import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openSession } from '../../../src/server/auth/sessions.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { type Ear, listen } from '../../setup/http/listen.ts'
import { stopWatch } from '../../setup/process/stop-watch.ts'

/** Somebody is away after three seconds. */
const IDLE_SECONDS = 3
const chain = await startChain()
const admin = await chain.person()
const servers = [chain.url, (await chain.another()).url] as const
const hasty = await startChain({}, { sessionIdleMinutes: IDLE_SECONDS / 60 })
const hastyServers = [hasty.url, (await hasty.another()).url] as const

const me = async (token: string, at: string) => (await chain.call('POST', 'me', { by: token, at })).status
const everywhere = (token: string) => Promise.all(servers.map((at) => me(token, at)))
const refresh = (token: string, at: string = chain.url) =>
  chain.call<{ access_token: string }>('POST', 'refresh', { by: token, at })
const anotherSession = async ({ id }: Person) =>
  (await openSession(chain.db, chain.running.context.sessions.tokens, id, { address: null, device: null })).token
const areOpen = (ears: Ear[]) => ears.map(({ isOpen }) => isOpen)

describe('an exchanged session', () => {
  test('works ten seconds more and no longer, on every server, its open streams included', async () => {
    const { token } = await chain.person()
    expect(await everywhere(token)).toEqual([200, 200])
    const ears = [await listen(servers[0], token), await listen(servers[1], token)]
    const fresh = (await refresh(token)).data.access_token
    const exchanged = performance.now()
    const left = () => 10_000 - (performance.now() - exchanged)
    while (left() > 2000) {
      expect(await everywhere(token)).toEqual([200, 200])
      await pause(300)
    }
    expect(areOpen(ears)).toEqual([true, true])
    await pause(left() + 250)
    expect(await everywhere(token)).toEqual([401, 401])
    const passed = stopWatch()
    await expect.poll(() => areOpen(ears), { interval: 25 }).toEqual([false, false])
    expect(passed()).toBeLessThan(750)
    expect(await everywhere(fresh)).toEqual([200, 200])
  })

  test('exchanged again within the ten seconds gives the same new one, and later it has been copied: all of that person ends', async () => {
    const person = await chain.person()
    const apart = await anotherSession(person)
    const many = await Promise.all(Array.from({ length: 8 }, (_, n) => refresh(person.token, servers[n % 2 ? 1 : 0])))
    expect(many.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const fresh = many[0]?.data.access_token ?? ''
    expect(await everywhere(fresh)).toEqual([200, 200])
    const open = await sql`select 1 from sessions where user_id = ${person.id} and ended_at is null`.execute(chain.db)
    expect(open.rows).toHaveLength(2)
    await sql`update sessions set ended_at = now() - interval '1 second' where user_id = ${person.id} and successor is not null`.execute(
      chain.db,
    )
    expect((await refresh(person.token, servers[1])).status).toBe(401)
    const passed = stopWatch()
    for (const token of [fresh, apart]) await expect.poll(() => everywhere(token), { interval: 25 }).toEqual([401, 401])
    expect(passed()).toBeLessThan(2000)
  })

  test('ends at once with a sign-out by either token', async () => {
    for (const by of ['old', 'new'] as const) {
      const { token } = await chain.person()
      const fresh = (await refresh(token)).data.access_token
      expect((await chain.call('POST', 'logout', { by: by === 'old' ? token : fresh })).status).toBe(200)
      const passed = stopWatch()
      for (const one of [token, fresh]) await expect.poll(() => everywhere(one), { interval: 25 }).toEqual([401, 401])
      expect(passed()).toBeLessThan(2000)
    }
  })

  test('takes no other session’s place', async () => {
    const person = await chain.person()
    const others: string[] = []
    for (let n = 0; n < 4; n++) others.push(await anotherSession(person))
    const fresh = (await refresh(others[3] ?? '')).data.access_token
    for (const token of [person.token, ...others.slice(0, 3), fresh])
      expect(await everywhere(token)).toEqual([200, 200])
  })
})

describe('a session at which nobody is for too long', () => {
  test('ends on every server and cannot be exchanged, whatever is held in memory and though a stream stays open', async () => {
    const { token } = await hasty.person()
    for (const at of hastyServers) expect(await me(token, at)).toBe(200)
    const ears = [await listen(hastyServers[0], token), await listen(hastyServers[1], token)]
    await pause(IDLE_SECONDS * 1000 + 100)
    expect((await refresh(token, hastyServers[0])).status).toBe(401)
    for (const at of hastyServers) expect(await me(token, at)).toBe(401)
    const passed = stopWatch()
    await expect.poll(() => areOpen(ears), { interval: 25 }).toEqual([false, false])
    expect(passed()).toBeLessThan(1000)
  })

  test('goes on where somebody works, on whichever server', async () => {
    const { token } = await hasty.person()
    const began = performance.now()
    expect(await me(token, hastyServers[1])).toBe(200)
    while (performance.now() - began < 2 * IDLE_SECONDS * 1000) {
      expect(await me(token, hastyServers[0])).toBe(200)
      await pause(500)
    }
    expect(await me(token, hastyServers[1])).toBe(200)
    expect((await refresh(token, hastyServers[1])).status).toBe(200)
  })

  test('ends though its page goes on asking by itself', async () => {
    const { token } = await hasty.person()
    const began = performance.now()
    const asked = async () => {
      const headers = { authorization: `Bearer ${token}`, unattended: 'true' }
      return (await fetch(`${hastyServers[0]}/api/me`, { method: 'POST', headers })).status
    }
    expect(await me(token, hastyServers[0])).toBe(200)
    expect(await asked()).toBe(200)
    while (performance.now() - began < IDLE_SECONDS * 1000 + 100) {
      await asked()
      await pause(250)
    }
    expect(await asked()).toBe(401)
  })

  test('is not exchanged either by a server that has not seen it before', async () => {
    const { id, token } = await chain.person()
    await sql`update sessions set last_seen_at = now() - interval '9 hours' where user_id = ${id}`.execute(chain.db)
    expect(await everywhere(token)).toEqual([401, 401])
    for (const at of servers) expect((await refresh(token, at)).status).toBe(401)
    expect(await everywhere(admin.token)).toEqual([200, 200])
  })
})
