import { describe, expect, test } from 'vitest'
import { modules } from '../../../src/modules/index.ts'
import { rowsOf } from '../../../src/server/sheets/xlsx/read-book.ts'
import { REF_TARGETS } from '../../../src/shared/definition/ref-targets.ts'
import { type Definition, isMadeByHand } from '../../../src/shared/resource.ts'
import { ALL_FLAGS, IDENTIFIERS, SCOPES } from '../../../src/shared/users/permissions.ts'
import { startChain } from '../../setup/chain.ts'
import { listen } from '../../setup/http/listen.ts'
import { type Made, validRecords } from '../../setup/records/valid-records.ts'

const chain = await startChain()
const admin = await chain.person()
const { valid, madeElsewhere } = validRecords(chain, admin)

// Holds every permission, but belongs to another store and another department than the records below.
const permissions = Object.fromEntries(IDENTIFIERS.map((identifier) => [identifier, ALL_FLAGS]))
const narrow = SCOPES.filter((scope) => scope !== 'chain')
const strangers = await Promise.all(
  narrow.map(async (scope) => ({
    scope,
    by: await chain.person({ permissions, scope, store: chain.stores[1], department: chain.departments[1] }),
  })),
)
const ears = await Promise.all(strangers.map(({ by }) => listen(chain.url, by.token)))

const shown = modules.filter(({ internal, sheets }) => !internal && !sheets.isOnly)
const owned = shown.filter(({ ownership }) => Object.keys(ownership).length > 0)
/** What is everybody's, and pointed at by what is not. */
const pointedAt: readonly string[] = REF_TARGETS
const records = new Map<string, { body: Record<string, unknown>; made: Made }>()
for (const module of shown.filter((one) => owned.includes(one) || pointedAt.includes(one.name))) {
  const body = valid(module)
  if (!isMadeByHand(module)) {
    records.set(module.name, { body, made: await madeElsewhere(module) })
    continue
  }
  const { status, data } = await chain.call<Made>('POST', module.wire, { by: admin, body })
  if (status !== 201) throw new Error(`${module.name}: ${JSON.stringify(data)}`)
  records.set(module.name, { body, made: data })
}
const recordOf = ({ name }: Definition) => records.get(name) ?? expect.unreachable(name)

describe.each(owned.map((module) => [module.name, module] as const))('A record of %s', (_name, module) => {
  const { wire, title } = module
  const { body, made } = recordOf(module)
  const { id } = made

  test.each(strangers)('is found nowhere by a stranger of the scope $scope', async ({ by }) => {
    const idsOf = async (path: string) =>
      (await chain.call<{ data: Made[] }>('GET', path, { by })).data.data.map((one) => one.id)
    expect(await idsOf(`${wire}?perpage=1000`)).not.toContain(id)
    expect(await idsOf(`${wire}?id=${id}`)).toEqual([])
    if (module.visibility === 'read') expect(await idsOf(`${wire}/get-name?id=${id}`)).toEqual([])
    const found = await chain.call<{ groups: { module: string; items: Made[] }[] }>(
      'GET',
      `search?q=${encodeURIComponent(String(body[title]))}`,
      { by },
    )
    const group = found.data.groups.find((one) => one.module === module.name)
    expect(group?.items.map((one) => one.id) ?? []).not.toContain(id)
    if (module.sheets.export === true) expect(await exported(`${wire}/export?id=${id}`, by.token)).toBe(0)
  })

  test.each(strangers)('is not there for a stranger of the scope $scope', async ({ by }) => {
    const calls: [string, string, object?][] = [
      ['GET', `${wire}/${id}`],
      ['GET', `${wire}/${id}/history`],
      ['PUT', `${wire}/${id}`, { version: made.version, [title]: body[title] }],
      ['DELETE', `${wire}/${id}`],
      ['POST', `${wire}/${id}/restore`, { version: made.version }],
    ]
    for (const [method, path, given] of calls) {
      const { status } = await chain.call(method, path, { by, body: given })
      expect(status, `${method} ${path}`).toBe(404)
    }
    const act = `${wire}/bulk/${module.flow?.steps.trash ? 'trash' : 'delete'}`
    for (const chosen of [{ rows: [[id, made.version]] }, { query: `id=${id}` }]) {
      const bulk = await chain.call<{ done: number }>('POST', act, { by, body: chosen })
      // Of a log that nothing is deleted from there is no such act for anybody.
      if (bulk.status !== 404) expect(bulk.data.done, JSON.stringify(bulk)).toBe(0)
    }
    const still = await chain.call<Made>('GET', `${wire}/${id}`, { by: admin })
    expect(still.data).toMatchObject({ id, version: made.version, deleted_at: null })
  })
})

test('no live event tells a stranger of it, and no count or report holds it', async () => {
  // Events come in order: who hears of what is everybody's was not told of the others.
  const { data } = await chain.call<Made>('POST', 'tag', { by: admin, body: { name: 'Ai cũng thấy' } })
  for (const [at, ear] of ears.entries()) {
    const heard = () => ear.events.map((event) => `${event.data.module} ${event.data.id}`)
    await expect.poll(heard).toContain(`tags ${data.id}`)
    for (const module of owned) expect(heard()).not.toContain(`${module.name} ${recordOf(module).made.id}`)
    expect(ear.events.map((event) => event.data.ticket?.id)).not.toContain(records.get('complaints')?.made.id)
    const by = strangers[at]?.by
    const tiles = await chain.call<{ counts: Record<string, number> }>('GET', 'modules', { by })
    expect(Object.values(tiles.data.counts).every((n) => n === 0)).toBe(true)
    const year = new Date().getFullYear()
    for (const report of [`by-year?year=${year}`, `by-stores?from=${year}-01-01&to=${year}-12-31`]) {
      const answer = await chain.call<{ totals: { n: number } }>('GET', `report/${report}`, { by })
      expect(answer.data.totals.n, report).toBe(0)
    }
    ear.close()
  }
})

/** Rows of an exported workbook below its head. */
async function exported(path: string, token: string): Promise<number> {
  const answer = await fetch(`${chain.url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status, path).toBe(200)
  let rows = -1
  for await (const batch of rowsOf(Buffer.from(await answer.arrayBuffer()))) rows += batch.length
  return rows
}
