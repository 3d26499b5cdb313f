import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { ALL_FLAGS } from '../../../src/shared/users/permissions.ts'
import { bookOf, sent } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
type Said = {
  id: number
  version: number
  fields?: Record<string, string>
  cost_limit: number | null
  lacks_place?: boolean
}

let names = 0
const role = (more: object = {}) =>
  chain.call<Said>('POST', 'role', {
    by: admin,
    body: { name: `Vai trò ${++names}`, scope: 'store', permissions: { complaints: ALL_FLAGS }, ...more },
  })
const user = (of: number, more: object = {}) =>
  chain.call<Said>('POST', 'user', {
    by: admin,
    body: {
      ...{ user_code: `NV${++names}`, user_name: 'Lê Minh Anh', email: `nv${names}@chain.example`, role: of },
      ...{ department: chain.departments[0], position: '1', employee_code: `12345678901${10_000 + names}`, ...more },
    },
  })

describe('what a role may spend', () => {
  test('is nothing unless an amount is given, and anything only where the switch says so', async () => {
    expect((await role()).data.cost_limit).toBe(0)
    expect((await role({ cost_limit: null })).data.cost_limit).toBe(0)
    expect((await role({ cost_limit: 200_000 })).data.cost_limit).toBe(200_000)
    const open = (await role({ no_cost_limit: true })).data
    expect(open.cost_limit).toBeNull()
    const change = (version: number, body: object) =>
      chain.call<Said>('PUT', `role/${open.id}`, { by: admin, body: { version, ...body } })
    // What stands stays as it is …
    expect((await change(1, { description: 'Trưởng ca' })).data.cost_limit).toBeNull()
    const copied = await chain.call<Said>('POST', `role/${open.id}/copy`, { by: admin, body: { name: 'Bản sao' } })
    expect(copied.data.cost_limit).toBeNull()
    // … and an emptied amount never opens it.
    expect((await change(2, { no_cost_limit: false })).data.cost_limit).toBe(0)
    expect((await change(3, { cost_limit: 300_000 })).data.cost_limit).toBe(300_000)
    expect((await change(4, { cost_limit: null })).data.cost_limit).toBe(0)
  })
})

describe('somebody whose role sees one store', () => {
  test('is not saved without one, by the form or by a workbook', async () => {
    const shop = (await role({ name: 'Lễ tân ca tối' })).data.id
    const refused = await user(shop)
    expect([refused.status, refused.data.fields]).toEqual([
      422,
      { store: 'This role sees one store only: please choose it' },
    ])
    const { data } = await user(shop, { store: chain.stores[0] })
    const emptied = await chain.call<Said>('PUT', `user/${data.id}`, { by: admin, body: { version: 1, store: null } })
    expect([emptied.status, emptied.data.fields]).toEqual([422, { store: expect.stringContaining('one store only') }])
    const book = await bookOf(
      ['User code', 'User name', 'E-mail', 'Role', 'Department', 'Position', 'Employee code', 'Store'],
      [
        [
          'NV901',
          'Trần Thị Hoa',
          'hoa@chain.example',
          'Lễ tân ca tối',
          'Dịch vụ khách hàng',
          'Staff',
          '1234567890123901',
          null,
        ],
        [
          'NV902',
          'Trần Thị Mai',
          'mai@chain.example',
          'Lễ tân ca tối',
          'Dịch vụ khách hàng',
          'Staff',
          '1234567890123902',
          'S01',
        ],
      ],
    )
    const { counts, rows } = await sent(chain, 'user', admin, book)
    expect([counts.new, counts.bad]).toEqual([1, 1])
    expect(Object.values(rows[0]?.said ?? {})).toEqual([expect.stringContaining('one store only')])
  })

  test('neither gets such a role, nor does their role become one: it is said who has no store', async () => {
    const [wide, narrow] = [(await role({ scope: 'chain' })).data, (await role()).data]
    const { data } = await user(wide.id, { user_name: 'Đỗ Quốc Bảo' })
    const answers = [
      await chain.call('POST', 'role/update-user-role', { by: admin, body: { user: data.id, role: narrow.id } }),
      await chain.call('POST', 'role/update-role-by-user', { by: admin, body: { users: [data.id], role: narrow.id } }),
      await chain.call('PUT', `role/${wide.id}`, { by: admin, body: { version: 1, scope: 'store' } }),
    ]
    for (const answer of answers) {
      expect([answer.status, answer.code]).toEqual([409, 1457])
      expect(answer.text).toContain('Đỗ Quốc Bảo')
    }
    const kept = await row(
      chain.db,
      sql`select role, (select scope from user_roles where id = ${wide.id}) as scope from users where id = ${data.id}`,
    )
    expect(kept).toEqual({ role: wide.id, scope: 'chain' })
    await chain.call('PUT', `user/${data.id}`, { by: admin, body: { version: 1, store: chain.stores[0] } })
    expect(
      (await chain.call('PUT', `role/${wide.id}`, { by: admin, body: { version: 1, scope: 'store' } })).status,
    ).toBe(200)
  })

  test('who has none from before is marked in the list of users, and can be switched off', async () => {
    const lost = await chain.person({ role: 'Reception' })
    const { data } = await chain.call<Said>('GET', `user/${lost.id}`, { by: admin })
    expect(data.lacks_place).toBe(true)
    const change = (body: object) => chain.call('PUT', `user/${lost.id}`, { by: admin, body: { version: 1, ...body } })
    expect((await change({ user_name: 'Vũ Thị Lan' })).status).toBe(422)
    expect((await change({ status: 'unactivated' })).status).toBe(200)
  })
})
