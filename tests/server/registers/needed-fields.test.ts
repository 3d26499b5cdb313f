import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { bookOf, imported, sent } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
type Said = { id: number; version: number; fields?: Record<string, string> }

const NEW = {
  store: { code: 'S77', name: 'Siêu thị Mỹ Đình' },
  dept: { name: 'Bảo vệ' },
  user: {
    ...{ user_code: 'NV77', user_name: 'Lê Minh Anh', email: 'nv77@chain.example' },
    ...{ role: 1, department: chain.departments[0], store: chain.stores[0] },
  },
}

test.each([
  ['store', { manager: 'Manager is required' }, { manager: admin.id }],
  ['dept', { manager: 'Manager is required' }, { manager: admin.id }],
  [
    'user',
    { position: 'Position is required', employee_code: 'Employee code is required' },
    { position: '1', employee_code: '2026000000000001' },
  ],
] as const)('a %s is not made without what the specification asks for, told at once', async (wire, fields, given) => {
  const ask = (body: object) => chain.call<Said>('POST', wire, { by: admin, body })
  const refused = await ask(NEW[wire])
  expect([refused.status, refused.data.fields]).toEqual([422, fields])
  expect((await ask({ ...NEW[wire], ...given })).status).toBe(201)
})

test('what is there without it changes as ever, and does not lose it again once it has it', async () => {
  const [id] = chain.stores
  const change = (version: number, body: object) =>
    chain.call<Said>('PUT', `store/${id}`, { by: admin, body: { version, ...body } })
  expect((await change(1, { opening_hours: '08:00–22:00' })).status).toBe(200)
  expect((await change(2, { manager: admin.id })).status).toBe(200)
  expect((await change(3, { manager: null })).data.fields).toEqual({ manager: 'Manager is required' })
  // Who sets the chain up has neither position nor code yet.
  const person = await chain.call<Said>('PUT', `user/${admin.id}`, { by: admin, body: { version: 1, locale: 'vi' } })
  expect(person.status).toBe(200)
})

test('the stores of a new chain come in from a workbook before the people who will run them', async () => {
  const read = await sent(
    chain,
    'store',
    admin,
    await bookOf(['Store code', 'Store name'], [['S78', 'Siêu thị Hà Đông']]),
  )
  expect(read.counts).toMatchObject({ new: 1, bad: 0 })
  await imported(chain, 'store', admin, read)
  expect(await row(chain.db, sql`select manager from stores where code = 'S78'`)).toEqual({ manager: null })
})
