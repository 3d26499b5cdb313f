import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import type { Pointing } from '../../../src/server/resource/merging.ts'
import { startChain } from '../../setup/chain.ts'
import { atTheEntrance } from '../../setup/suppliers.ts'

const chain = await startChain()
const admin = await chain.person()
const { staff, comesIn } = await atTheEntrance(chain, admin)

interface Supplier {
  id: number
  version: number
  name: string
}
const supplier = async (name: string) =>
  (await chain.call<Supplier>('POST', 'supplier', { by: admin, body: { name } })).data
const preview = (one: Supplier, into: Supplier, by = admin) =>
  chain.call<{ from: string; into: string; data: Pointing[] }>('POST', `supplier/${one.id}/merge-preview`, {
    by,
    body: { into: into.id },
  })
const merge = (one: Supplier, into: Supplier, by = admin) =>
  chain.call<Supplier>('POST', `supplier/${one.id}/merge`, { by, body: { into: into.id, version: one.version } })
const product = async (of: Supplier) =>
  (
    await chain.call<{ id: number }>('POST', 'product', {
      by: admin,
      body: { name: `Sữa của ${of.name}`, supplier: of.id },
    })
  ).data

test('two suppliers that are one become one: people, visits and products follow, and both histories say so', async () => {
  const [twice, stays] = [await supplier('Cty Sữa Mộc'), await supplier('Công ty CP Sữa Mộc')]
  const [mine, theirs] = [await staff({ supplier: twice.id }), await staff({ supplier: stays.id })]
  await comesIn({ staff: mine.id })
  await product(twice)
  const told = await preview(twice, stays)
  expect(told.data).toMatchObject({ from: 'Cty Sữa Mộc', into: 'Công ty CP Sữa Mộc' })
  expect(told.data.data.map(({ label, n }) => [label, n]).toSorted()).toEqual([
    ['Products', 1],
    ['Supplier staff', 1],
    ['Visits', 1],
  ])
  const done = await merge(twice, stays)
  expect([done.status, done.data.id]).toEqual([200, stays.id])
  const left = await row(
    chain.db,
    { n: 'number' },
    sql`select (select count(*) from supplier_staffs where supplier = ${twice.id})::int + (select count(*) from supplier_staffs_checking where supplier = ${twice.id})::int
        + (select count(*) from products where supplier = ${twice.id})::int as n`,
  )
  expect(left?.n).toBe(0)
  for (const { id } of [mine, theirs]) {
    const shown = await chain.call<{ supplier: { id: number } }>('GET', `supplier-staffs/${id}`, { by: admin })
    expect(shown.data.supplier.id).toBe(stays.id)
  }
  expect((await chain.call('GET', `supplier/${twice.id}`, { by: admin })).data).toMatchObject({
    deleted_at: expect.any(String),
  })
  for (const { id } of [twice, stays]) {
    const history = await chain.call('GET', `supplier/${id}/history`, { by: admin })
    expect(JSON.stringify(history.data)).toMatch(/Sữa Mộc/)
    expect(JSON.stringify(history.data)).toContain('Supplier staff: 1, Visits: 1, Products: 1')
  }
})

test('nothing is merged into itself, into what is gone, on an older version, or by who may not', async () => {
  const [one, other] = [await supplier('Nhà cung cấp A'), await supplier('Nhà cung cấp B')]
  expect((await merge(one, one)).status).toBe(422)
  expect((await merge(one, { ...other, id: 999_999 })).status).toBe(422)
  expect((await merge({ ...one, version: 7 }, other)).status).toBe(409)
  const editor = await chain.person({ permissions: { system: { read: true, edit: true } } })
  expect((await merge(one, other, editor)).status).toBe(403)
  expect((await preview(one, other, editor)).status).toBe(403)
})

test('of two merges that cross one is done, and nobody is left pointing at what is gone', async () => {
  const [one, other] = [await supplier('Chéo A'), await supplier('Chéo B')]
  await staff({ supplier: one.id })
  await staff({ supplier: other.id })
  const answers = await Promise.all([merge(one, other), merge(other, one)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const dangling = await row(
    chain.db,
    { n: 'number' },
    sql`select count(*)::int as n from supplier_staffs s join suppliers x on x.id = s.supplier where x.deleted_at is not null`,
  )
  expect(dangling?.n).toBe(0)
})
