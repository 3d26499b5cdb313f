import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { rows } from '../../../src/server/db/db.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { mailboxSettings } from '../../setup/mail/mail-chain.ts'
import { PASSWORD } from '../../setup/password.ts'

const chain = await startChain()
const UNPROVEN = 1106

/** Somebody whose password was typed so many minutes ago. */
async function signedIn(minutes: number, role?: string): Promise<Person> {
  const person = await chain.person(role ? { role } : {})
  await sql`update sessions set proven_at = now() - make_interval(mins => ${minutes}) where user_id = ${person.id}`.execute(
    chain.db,
  )
  return person
}
const prove = (by: Person, password: string) => chain.call('POST', 'session/prove', { by, body: { password } })
const block = (by: Person, id: number) => chain.call('POST', `user/${id}/block`, { by })

describe('whoever typed their password more than ten minutes ago', () => {
  test('is asked for it before they change people, roles, keys, webhooks and the mailbox', async () => {
    const admin = await signedIn(11)
    const other = await chain.person()
    const [{ role }] = (await rows(
      chain.db,
      { role: 'number' },
      sql`select role from users where id = ${other.id}`,
    )) as [{ role: number }]
    const acts: [method: string, path: string, body?: object][] = [
      [
        'POST',
        'user',
        {
          user_code: 'N1',
          user_name: 'Người mới',
          email: 'moi@chain.example',
          role,
          department: chain.departments[0],
          position: '1',
          employee_code: '1234567890123456',
        },
      ],
      ['PUT', `user/${other.id}`, { version: 1, user_name: 'Tên mới' }],
      ['DELETE', `user/${other.id}`, { version: 1 }],
      ['POST', `user/${other.id}/block`],
      ['POST', `user/${other.id}/invite`],
      ['POST', 'user/bulk/delete', { rows: [[other.id, 1]] }],
      ['POST', 'role', { name: 'Vai mới', scope: 'store', permissions: {} }],
      ['POST', 'role/update-user-role', { user: other.id, role }],
      ['POST', 'role/update-role-by-user', { users: [other.id], role }],
      ['POST', `role/${role}/copy`, { name: 'Bản sao' }],
      ['POST', 'webhook', { name: 'Kho', url: 'https://kho.example/tin', events: ['ticket.created'] }],
      ['PUT', 'mailbox', { ...mailboxSettings({ smtp: 25 }, { from_name: 'Siêu thị' }), version: 0 }],
      ['POST', 'api-key', { name: 'Khóa mới', purpose: 'Máy tính tiền', permissions: {} }],
    ]
    for (const [method, path, body] of acts) {
      const answer = await chain.call(method, path, { by: admin, body })
      expect([answer.status, answer.code], `${method} ${path}: ${answer.text} ${JSON.stringify(answer.data)}`).toEqual([
        403,
        UNPROVEN,
      ])
    }
    expect((await chain.call('GET', `user/${other.id}`, { by: admin })).status).toBe(200)
    expect((await chain.call('POST', 'me', { by: other })).status).toBe(200)
  })

  test('hears what else is wrong before that', async () => {
    const admin = await signedIn(11)
    const answer = await chain.call('POST', 'role', { by: admin, body: { name: '' } })
    expect(answer.status).toBe(422)
    const checked = await chain.call('POST', 'role?check=1', {
      by: admin,
      body: { name: 'Vai thử', scope: 'store', permissions: {} },
    })
    expect(checked.status).toBe(200)
  })

  test('goes on for ten minutes once it is given, and not with a wrong one', async () => {
    const admin = await signedIn(11)
    const [first, second] = [await chain.person(), await chain.person()]
    const wrong = await prove(admin, 'Wrong-horse-88')
    expect([wrong.status, wrong.data]).toEqual([422, { fields: { password: 'The current password is not right.' } }])
    expect((await block(admin, first.id)).code).toBe(UNPROVEN)
    expect((await prove(admin, PASSWORD)).status).toBe(200)
    expect((await block(admin, first.id)).status).toBe(200)
    await sql`update sessions set proven_at = now() - interval '11 minutes' where user_id = ${admin.id}`.execute(
      chain.db,
    )
    expect((await block(admin, second.id)).code).toBe(UNPROVEN)
  })

  test('is asked again after a session was exchanged, which proves nothing', async () => {
    const admin = await signedIn(11)
    const other = await chain.person()
    const refreshed = await chain.call<{ access_token: string }>('POST', 'refresh', { by: admin })
    expect(refreshed.status).toBe(200)
    const by = { ...admin, token: refreshed.data.access_token }
    expect((await block(by, other.id)).code).toBe(UNPROVEN)
  })

  test('does everything else as before, and whoever signed in just now all of it', async () => {
    const admin = await signedIn(11)
    const made = await chain.call('POST', 'dept', { by: admin, body: { name: 'Quầy mới', manager: admin.id } })
    expect(made.status, made.text).toBe(201)
    const fresh = await signedIn(9)
    expect((await block(fresh, (await chain.person()).id)).status).toBe(200)
  })
})

test('a password is tried five times in fifteen minutes, and no more', async () => {
  const limited = await startChain({ RATE_LIMITS: '1' })
  const admin = await limited.person()
  const statuses: number[] = []
  for (let time = 0; time < 6; time++)
    statuses.push(
      (await limited.call('POST', 'session/prove', { by: admin, body: { password: `Wrong-${time}` } })).status,
    )
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
})
