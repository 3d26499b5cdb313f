import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Notification, Page } from '../../../src/shared/api.ts'
import { type Chain, type Person, startChain } from '../../setup/chain.ts'

const bellOf = async (chain: Chain, by: Person) =>
  (await chain.call<Page<Notification>>('GET', 'notification', { by })).data.data.map(({ title }) => title)

/** A zone in which it is this hour now. */
const zoneAt = (hour: number) => {
  const ahead = (hour - new Date().getUTCHours() + 24) % 24
  return ahead === 0 ? 'Etc/GMT' : ahead > 12 ? `Etc/GMT+${24 - ahead}` : `Etc/GMT-${ahead}`
}

test('twenty failed sign-ins in a row to one account ring the bell of those who watch, once', async () => {
  const chain = await startChain({ RATE_LIMITS: '1' })
  const [watcher, victim, reader] = [
    await chain.person(),
    await chain.person(),
    await chain.person({ permissions: { system: { read: true } } }),
  ]
  const key = `sign-in account ${victim.email}`
  await sql`insert into limits (key, n) values (${key}, 18)`.execute(chain.db)
  const guess = async () => {
    await sql`update limits set blocked_until = null where key = ${key}`.execute(chain.db)
    await chain.call('POST', 'login', { body: { email: victim.email, password: 'Wrong-horse-88' } })
  }
  await guess()
  expect(await bellOf(chain, watcher)).toEqual([])
  for (let time = 0; time < 2; time++) await guess()
  const told = `Failed sign-ins in a row to the account of ${victim.name}: 20`
  await expect.poll(() => bellOf(chain, watcher), { interval: 300 }).toEqual([told])
  expect(await bellOf(chain, reader)).toEqual([])
})

test.each([
  [23, true],
  [12, false],
])('at %i o’clock changed rights ring the bell of those who watch: %s', async (hour, isTold) => {
  const chain = await startChain({ APP_TIMEZONE: zoneAt(hour) })
  const [watcher, changer, person] = [await chain.person(), await chain.person(), await chain.person()]
  const role = await chain.call<{ id: number; version: number }>('POST', 'role', {
    by: changer,
    body: { name: 'Trưởng ca', scope: 'chain', permissions: {} },
  })
  expect(role.status, role.text).toBe(201)
  const update = await chain.call('PUT', `role/${role.data.id}`, {
    by: changer,
    body: { version: role.data.version, permissions: { stores: { read: true } } },
  })
  expect(update.status, update.text).toBe(200)
  await expect
    .poll(() => bellOf(chain, watcher))
    .toEqual(isTold ? [`${changer.name} changed rights at night: Trưởng ca`] : [])
  const moved = await chain.call('POST', 'role/update-user-role', {
    by: changer,
    body: { user: person.id, role: role.data.id },
  })
  expect(moved.status, moved.text).toBe(200)
  if (isTold) await expect.poll(async () => (await bellOf(chain, watcher))[0]).toContain(person.name)
  else expect(await bellOf(chain, watcher)).toEqual([])
  expect(await bellOf(chain, changer)).toEqual([])
})
