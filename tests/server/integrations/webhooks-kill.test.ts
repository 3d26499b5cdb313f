import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDb } from '../../../src/server/db/db.ts'
import { atTheEnd } from '../../setup/at-the-end.ts'
import { freshDatabase } from '../../setup/database/database.ts'
import { outside } from '../../setup/http/ear.ts'
import { serverProcess } from '../../setup/process/server-process.ts'
import { times } from '../../setup/process/storms.ts'

const KILLS = times({ short: 5, whole: 20 })
const RECORDS = 12

interface Answer<D> {
  ErrorCode: number
  ErrorDescription: string
  Data: D
}

/** S63 for what is told outside: a server that is killed again and again while it tells. */
test(`${KILLS} kills while things happen and are told: each is told, none is lost, and those of a record come in their order`, async () => {
  const shop = await outside()
  // Some of what is heard is answered only after a while, so that kills meet what is under way.
  shop.answers = (response) => void setTimeout(() => response.end('thanks'), Math.random() * 60)
  const url = await freshDatabase()
  const { db, close } = openDb({ url, size: 1, statementTimeout: 20_000, name: 'kills' })
  atTheEnd(close)
  const server = await serverProcess({
    DATABASE_URL: url,
    WEBHOOK_PRIVATE: '1',
    RATE_LIMITS: '100000',
    DEMO: '0',
  })
  await server.start()
  const token = await server.firstPerson()
  const call = async <D>(method: string, path: string, body?: object): Promise<D> => {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'accept-language': 'en',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { ErrorCode, ErrorDescription, Data } = (await answer.json()) as Answer<D> // the product's one shape
    if (ErrorCode !== 0) throw new Error(`${path}: ${ErrorDescription} ${JSON.stringify(Data)}`)
    return Data
  }
  const hook = await call<{ id: number }>('POST', 'webhook', { name: 'Shop', url: shop.url, events: ['tag.*'] })
  /** Each tag's versions, as far as they were acknowledged. */
  const said = new Map<number, number>()
  const write = async (): Promise<void> => {
    if (said.size < RECORDS) {
      const made = await call<{ id: number }>('POST', 'tag', { name: `Thẻ ${said.size} ${Math.random()}` })
      said.set(made.id, 1)
      return
    }
    const [id = 0, version = 0] = [...said][Math.floor(Math.random() * said.size)] ?? []
    await call('PUT', `tag/${id}`, { version, name: `Thẻ ${id} lần ${version} ${Math.random()}` })
    said.set(id, version + 1)
  }
  for (let kill = 0; kill < KILLS; kill++) {
    const until = performance.now() + 150 + Math.random() * 350
    // What a kill cuts off may have been written all the same: the version is asked for anew.
    while (performance.now() < until) await write()
    const under = write().catch(() => undefined)
    await server.kill()
    await under
    // Half a minute of silence tells a server that another is gone; here it is over at once, so that the next kill meets the telling too.
    await sql`update webhooks set claimed_until = now()`.execute(db)
    await server.start()
    for (const id of said.keys()) said.set(id, (await call<{ version: number }>('GET', `tag/${id}`)).version)
  }
  const waiting = async () => (await call<{ waiting: number }>('GET', `webhook/${hook.id}`)).waiting
  while ((await waiting()) > 0) await pause(300)
  // What was written down and is still to be read follows within a moment.
  const heardOf = (id: number) =>
    shop.letters
      .filter(({ data }) => data.data.id === id)
      .map(({ headers }) => Number(headers['webhook-id']?.slice('msg_'.length)))
  await expect
    .poll(() => [...said].filter(([id, version]) => new Set(heardOf(id)).size < version).map(([id]) => id))
    .toEqual([])
  for (const [id, version] of said) {
    const heard = heardOf(id)
    const once = heard.filter((message, at) => heard.indexOf(message) === at)
    expect(once).toHaveLength(version)
    expect(once).toEqual(once.toSorted((one, other) => one - other))
    // Told twice is told again at once: nothing newer of the record came between.
    expect(heard).toEqual(heard.toSorted((one, other) => one - other))
  }
}, 600_000)
