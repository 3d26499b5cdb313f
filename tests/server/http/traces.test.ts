import { expect, test } from 'vitest'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain({ RATE_LIMITS: '1' })
const lines: { event?: string; user?: number | null; route?: string }[] = []
for (const level of ['warn', 'info'] as const)
  chain.running.context.log[level] = ((facts: object) => void lines.push(facts)) as never // what the log is given, line by line
const admin = await chain.person()

test('a refusal by right leaves a trace', async () => {
  const reader = await chain.person({ permissions: { stores: { read: true } } })
  expect((await chain.call('GET', 'user', { by: reader })).status).toBe(403)
  expect(lines.filter(({ user }) => user === reader.id)).toMatchObject([{ event: 'authz_fail', route: '/api/user' }])
})

test('the fifth call within five minutes for what is not there, or not open to the caller, leaves one trace', async () => {
  const manager = await chain.person({ role: 'Store manager', store: chain.stores[0] })
  const foreign = await chain.ticket(admin, { store: chain.stores[1] })
  for (let n = 0; n < 7; n += 1)
    expect((await chain.call('GET', `ticket/${foreign.id}`, { by: manager })).status).toBe(404)
  expect(lines.filter(({ user }) => user === manager.id)).toMatchObject([{ event: 'malicious_direct_reference' }])
})

test('the name of the token’s scheme is written as anybody likes', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    expect((await chain.call('GET', 'ticket', { headers: { authorization: `${scheme} ${admin.token}` } })).status).toBe(
      200,
    )
  expect((await chain.call('GET', 'ticket', { headers: { authorization: `Basic ${admin.token}` } })).status).toBe(401)
})

test('who tries address after address without a session is slowed down; who knows one is not', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 90; n += 1) statuses.push((await fetch(`${chain.url}/api/file/guess${n}?key=guess`)).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429])
  const late = await fetch(`${chain.url}/nowhere`)
  expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await fetch(`${chain.url}/feedback`)).status).toBe(200)
  expect((await chain.call('GET', 'ticket', { by: admin })).status).toBe(200)
  expect(lines.some(({ event }) => event === 'excess_rate_limit_exceeded')).toBe(true)
})

test('a token is not exchanged without end', async () => {
  let last = 0
  for (let n = 0; n < 121 && last !== 429; n += 1) last = (await chain.call('POST', 'refresh', { by: 'x.y.z' })).status
  expect(last).toBe(429)
})

test('a person sends thirty uploads a minute', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 31; n += 1) statuses.push((await chain.call('POST', 'upload', { by: admin, body: {} })).status)
  expect([statuses.slice(0, 30).includes(429), statuses.at(-1)]).toEqual([false, 429])
})

test('the reference says of a lookup which rights open it', async () => {
  const { paths } = (await (
    await fetch(`${chain.url}/api/openapi.json`, {
      headers: { authorization: `Bearer ${(await chain.person()).token}` },
    })
  ).json()) as {
    paths: Record<string, { get?: { summary: string; responses: object } }>
  } // the document's own shape
  const stranger = await chain.person({ permissions: { stores: { read: true } } })
  for (const [name, rights] of [
    ['master-company/suggest-company', 'master-company.read or vat-info.read'],
    ['master-company/find-company', 'master-company.read or vat-info.read'],
    ['vat-detail/get-vat-amount', 'vat-get-info.read or vat-info.read'],
  ]) {
    expect(paths[`/api/${name}`]?.get?.summary).toContain(`Needs ${rights}.`)
    expect(paths[`/api/${name}`]?.get?.responses).toHaveProperty('403')
    expect((await chain.call('GET', String(name), { by: stranger })).status).toBe(403)
  }
})
