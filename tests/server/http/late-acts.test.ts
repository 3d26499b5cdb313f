import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ASYNC_COMMIT, row, rows } from '../../../src/server/db/db.ts'
import { once } from '../../../src/server/http/idempotency.ts'
import { startChain } from '../../setup/chain.ts'
import { riderOf, stopFor } from '../../setup/shippers.ts'

const chain = await startChain()
const admin = await chain.person()
const rider = await riderOf(chain, 'SH1')
let made = 0
const stop = () => stopFor(chain, admin, rider, `00${++made}`)

const MINUTE = 60_000
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
const out = (id: number, headers: Record<string, string>, by: { token: string } = rider) =>
  chain.call('POST', `goods-delivery/${id}/out`, { by: by.token, body: { shipper: rider.shipper }, headers })
const stepsOf = (id: number) =>
  rows(
    chain.db,
    { action: 'string', doneAt: 'date?' },
    sql`select action, done_at as "doneAt" from activity where module = 'goods-delivery' and record_id = ${id} and action <> 'create' order by id`,
  )
const leftAt = async (id: number): Promise<number> =>
  Date.parse(
    String(
      (
        await row(
          chain.db,
          { at: 'string' },
          sql`select to_json(out_at) #>> '{}' as at from goods_delivery where id = ${id}`,
        )
      )?.at,
    ),
  )

describe('An act that is sent later', () => {
  test('bears the time it was done at, in its record and in its history, which says that it came later', async () => {
    const id = await stop()
    const at = ago(150 * MINUTE)
    expect((await out(id, { 'done-at': at, 'idempotency-key': randomUUID() })).status).toBe(200)
    expect(await leftAt(id)).toBe(Date.parse(at))
    expect((await stepsOf(id)).map(({ action, doneAt }) => [action, doneAt?.toISOString()])).toEqual([['out', at]])
    const { data } = await chain.call<{ data: { action: string; done_at: string | null; at: string }[] }>(
      'GET',
      `goods-delivery/${id}/history`,
      { by: admin },
    )
    const [first, second] = data.data
    expect(Date.parse(first?.done_at ?? '')).toBe(Date.parse(at))
    expect(Date.now() - Date.parse(first?.at ?? '')).toBeLessThan(MINUTE)
    expect(second?.done_at).toBeNull()
  })

  test('is sent at once where it was done within the last minute, or says nothing', async () => {
    const [soon, plain] = [await stop(), await stop()]
    await out(soon, { 'done-at': ago(40_000) })
    await out(plain, {})
    for (const id of [soon, plain]) {
      expect((await stepsOf(id)).map(({ doneAt }) => doneAt)).toEqual([null])
      expect(Date.now() - (await leftAt(id))).toBeLessThan(30_000)
    }
  })

  test.each([
    ['an hour ahead', -60 * MINUTE, 'done in the future', 1605],
    ['six minutes ahead', -6 * MINUTE, 'done in the future', 1605],
    ['three days and a minute ago', 3 * 24 * 60 * MINUTE + MINUTE, 'done too long ago', 1606],
  ])('is refused %s, with a sentence, and nothing is written', async (_, ms, _name, code) => {
    const id = await stop()
    const answer = await out(id, { 'done-at': ago(ms), 'idempotency-key': randomUUID() })
    expect([answer.status, answer.code]).toEqual([422, code])
    expect(answer.text).toMatch(/^This (is said|was done)/)
    expect(await stepsOf(id)).toEqual([])
  })

  test.each([
    ['four minutes ahead, as clocks differ', -4 * MINUTE],
    ['almost three days ago', 3 * 24 * 60 * MINUTE - 5 * MINUTE],
  ])('is taken %s', async (_, ms) => {
    expect((await out(await stop(), { 'done-at': ago(ms) })).status).toBe(200)
  })

  test.each(['yesterday', '2026-11-24', '1763942400', '2026-02-31T25:00:00Z'])(
    'is refused with no time in it: %s',
    async (at) => {
      const answer = await out(await stop(), { 'done-at': at })
      expect([answer.status, answer.code]).toEqual([422, 1600])
    },
  )

  test('counts once however often it is sent, at the same moment too, and answers the same', async () => {
    const id = await stop()
    const headers = { 'done-at': ago(10 * MINUTE), 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => out(id, headers)))
    answers.push(await out(id, headers))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await stepsOf(id)).toHaveLength(1)
    // Without the key it is another act, which is not possible any more.
    expect((await out(id, {})).status).toBe(409)
  })

  test('that has arrived is answered again when it has grown too old to be taken', async () => {
    const id = await stop()
    const key = { 'idempotency-key': randomUUID() }
    await out(id, { 'done-at': ago(10 * MINUTE), ...key })
    expect((await out(id, { 'done-at': ago(4 * 24 * 60 * MINUTE), ...key })).status).toBe(200)
    expect(await stepsOf(id)).toHaveLength(1)
  })

  test('with another content under its key is refused, and somebody else finds nothing under it', async () => {
    const [id, other] = [await stop(), await riderOf(chain, 'SH2')]
    const headers = { 'idempotency-key': randomUUID() }
    await out(id, headers)
    const changed = await chain.call('POST', `goods-delivery/${id}/out`, {
      by: rider,
      body: { shipper: other.shipper },
      headers,
    })
    expect([changed.status, changed.code]).toEqual([422, 1408])
    expect((await out(id, headers, other)).status).toBe(404)
  })

  test('needs no version, but one that is told must be right', async () => {
    const id = await stop()
    const told = await chain.call('POST', `goods-delivery/${id}/out`, {
      by: rider,
      body: { shipper: rider.shipper, version: 7 },
    })
    expect([told.status, told.code]).toEqual([409, 1400])
    expect((await out(id, {})).status).toBe(200)
  })

  test('is not what other routes take: the time of a change is that of the server', async () => {
    const id = await stop()
    const { data } = await chain.call<{ version: number }>('GET', `goods-delivery/${id}`, { by: admin })
    const answer = await chain.call('PUT', `goods-delivery/${id}`, {
      by: admin,
      body: { version: data.version, notes: 'Gọi trước' },
      headers: { 'done-at': ago(60 * MINUTE) },
    })
    expect(answer.status).toBe(200)
    expect((await stepsOf(id)).map(({ doneAt }) => doneAt)).toEqual([null])
  })

  test('is described where the API is', async () => {
    const document = (await (
      await fetch(`${chain.url}/api/openapi.json`, {
        headers: { authorization: `Bearer ${(await chain.person()).token}` },
      })
    ).json()) as {
      paths: Record<string, Record<string, { parameters?: { name: string }[] }>>
    } // the standard's shape
    const namesOf = (path: string) => document.paths[path]?.post?.parameters?.map(({ name }) => name)
    expect(namesOf('/api/goods-delivery/{id}/delivered')).toEqual(
      expect.arrayContaining(['Done-At', 'Idempotency-Key']),
    )
    expect(namesOf('/api/goods-delivery')).not.toContain('Done-At')
  })
})

test('a repeat hears of the first answer only once the disk has it, while the first caller still waits for that', async () => {
  for (let at = 0; at < 10; at += 1) {
    const key = { key: randomUUID(), route: 'POST /api/x', owner: 'user 1', fingerprint: 'same', status: 201 }
    await chain.db.transaction().execute(async (tx) => {
      await sql`select ${ASYNC_COMMIT}`.execute(tx)
      await sql`insert into idempotency_keys (key, route, owner, fingerprint, status, answer)
                values (${key.key}, ${key.route}, ${key.owner}, ${key.fingerprint}, ${key.status}, '{}')`.execute(tx)
    })
    const written = await row(chain.db, { at: 'string' }, sql`select pg_current_wal_insert_lsn()::text as at`)
    expect(await once(chain.db, key, () => Promise.reject(new Error('done twice')))).toEqual({
      status: 201,
      data: '{}',
    })
    const kept = await row(
      chain.db,
      { safe: 'boolean' },
      sql`select pg_current_wal_flush_lsn() >= ${written?.at}::pg_lsn as safe`,
    )
    expect(kept?.safe).toBe(true)
  }
})
