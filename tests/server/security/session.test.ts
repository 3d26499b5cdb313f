import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openSession } from '../../../src/server/auth/sessions.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { listen } from '../../setup/http/listen.ts'
import { PASSWORD } from '../../setup/password.ts'
import { stopWatch } from '../../setup/process/stop-watch.ts'
import { saveSettings } from '../../setup/settings.ts'

const chain = await startChain({ RATE_LIMITS: '1' })
const admin = await chain.person()
const otherServer = (await chain.another()).url

const me = (token: string, at = chain.url) => chain.call('POST', 'me', { by: token, at })
const signIn = (email: string, password: string, device?: string) =>
  chain.call<{ access_token: string; device: string; user: { email: string } }>('POST', 'login', {
    body: { email, password, device },
  })

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a forged or malformed token opens nothing', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const key = createHash('sha256').update('access token a secret for tests that is long enough').digest()
  const signed = (header: object, claims: object, secret: Buffer | string = key) => {
    const words = `${part(header)}.${part(claims)}`
    return `${words}.${createHmac('sha256', secret).update(words).digest('base64url')}`
  }
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  const headerOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as Record<string, unknown>

  test('whatever is changed in it', async () => {
    const good = admin.token
    const [header, claims] = [headerOf(good), claimsOf(good)]
    const [h = '', c = '', s = ''] = good.split('.')
    expect((await me(signed(header, claims))).status).toBe(200)
    const forged: string[] = [
      ...['none', 'None', 'NONE', 'nOnE', 'HS384', 'HS512', 'RS256', 'ES256', 'EdDSA', ''].flatMap((alg) => [
        `${part({ ...header, alg })}.${c}.`,
        `${part({ ...header, alg })}.${c}.${s}`,
        signed({ ...header, alg }, claims),
      ]),
      ...['../../etc/passwd', "' or 1=1 --", '', 'other'].map((kid) => signed({ ...header, kid }, claims)),
      ...[
        { jku: 'https://evil.example/k' },
        { jwk: { kty: 'oct', k: 'AA' } },
        { x5u: 'https://evil.example/x' },
        { x5c: ['AA'] },
        { crit: ['exp'] },
      ].map((more) => signed({ ...header, ...more }, claims)),
      ...['JWT', 'file', 'rt+jwt', ''].map((typ) => signed({ ...header, typ }, claims)),
      ...[
        { iss: 'other' },
        { aud: 'other' },
        { aud: [] },
        { iss: undefined },
        { sub: undefined },
        { sid: undefined },
        { jti: undefined },
        { exp: undefined },
        { iat: undefined },
        { nbf: undefined },
      ].map((more) => signed(header, { ...claims, ...more })),
      ...[
        { exp: now() - 60 },
        { exp: String(now() + 600) },
        { nbf: now() + 600 },
        { sid: 'unknown' },
        { sid: 1 },
        { sub: '999999' },
        { sub: 1 },
        { exp: -1 },
      ].map((more) => signed(header, { ...claims, ...more })),
      signed(header, claims, 'secret'),
      signed(header, claims, ''),
      signed(header, claims, Buffer.alloc(32)),
      `${h}.${c}`,
      `${h}.${c}.`,
      `.${c}.${s}`,
      `${h}..${s}`,
      `${h}.${c}.${s}=`,
      `${h}.${c}.${s}.${s}`,
      `${h}.${c}.${s.slice(0, -1)}`,
      `${h} .${c}.${s}`,
      `${h}.${c}.${s.slice(0, -1)}${s.endsWith('A') ? 'B' : 'A'}`,
      `${good}A`,
      'null',
      'undefined',
      '{}',
      'a.b.c',
      'x'.repeat(5000),
      signed(header, { ...claims, sub: String(Number(claims.sub) + 1) }),
    ]
    expect(forged.length).toBeGreaterThan(70)
    for (const token of forged) if (token !== good) expect((await me(token)).status, token.slice(0, 80)).toBe(401)
  })
})

describe('a new password', () => {
  const commonOrKnown: [string, string][] = [
    ['1q2w3e4r5t6y', 'This password is too easy to guess'],
    ['1Q2W3E4R5T6Y', 'This password is too easy to guess'],
    ...['CauGiay-sieuthi', 'Xin-chao-AnNhien', 'Back-office-4711'].map((known): [string, string] => [
      known,
      'The password must not hold your name, e-mail, store, chain or “back office”',
    ]),
  ]
  test.each(commonOrKnown)('%s is refused, by whichever way it is chosen', async (password, said) => {
    await saveSettings(chain, 'chain', { by: admin, body: { name: 'An Nhiên' } })
    const person = await chain.person({ store: chain.stores[0] })
    const invited = await chain.call<{ invitation: string }>('POST', `user/${person.id}/invite`, { by: admin })
    const path = `public/invitation/${invited.data.invitation.split('/').at(-1)}`
    expect((await chain.call('GET', path)).data).toMatchObject({ store: 'Siêu thị Cầu Giấy' })
    const ways = [
      await chain.call<{ fields: object }>('POST', path, { body: { password } }),
      await chain.call<{ fields: object }>('POST', 'change-password', {
        by: person,
        body: { current_password: PASSWORD, new_password: password },
      }),
    ]
    for (const { data } of ways) expect(data.fields).toMatchObject({ password: said })
  })
})

describe('a session ends within a second on every server', () => {
  const ways: Record<string, (person: Person) => Promise<unknown>> = {
    'by signing out': (person) => chain.call('POST', 'logout', { by: person }),
    'by a block': (person) => chain.call('POST', `user/${person.id}/block`, { by: admin }),
    'by signing out everywhere': (person) => chain.call('POST', `user/${person.id}/sign-out`, { by: admin }),
    'by deactivation': (person) =>
      chain.call('PUT', `user/${person.id}`, { by: admin, body: { version: 1, status: 'unactivated' } }),
    'by removal': (person) => chain.call('DELETE', `user/${person.id}`, { by: admin }),
    'by a new password': async (person) =>
      chain.call('POST', 'change-password', {
        by: await anotherSession(person),
        body: { current_password: PASSWORD, new_password: 'Quite-another-99' },
      }),
    'by a password set by invitation': async (person) => {
      const { data } = await chain.call<{ invitation: string }>('POST', `user/${person.id}/invite`, { by: admin })
      const body = { password: 'Quite-another-99' }
      return chain.call('POST', `public/invitation/${data.invitation.split('/').at(-1)}`, { body })
    },
    'by its end in the own list': async (person) => {
      const { data } = await chain.call<{ data: { id: string; is_current: boolean }[] }>('GET', 'session', {
        by: person,
      })
      return chain.call('DELETE', `session/${data.data.find((one) => one.is_current)?.id}`, {
        by: await anotherSession(person),
      })
    },
    'by the end of all others': async (person) =>
      chain.call('POST', 'session/end-others', { by: await anotherSession(person) }),
    'by five younger ones': async (person) => {
      for (let n = 0; n < 4; n++) await anotherSession(person)
      return chain.call('POST', 'login', { body: { email: person.email, password: PASSWORD } })
    },
  }
  const anotherSession = async (person: Person): Promise<string> =>
    (await openSession(chain.db, chain.running.context.sessions.tokens, person.id, { address: null, device: null }))
      .token

  for (const [how, end] of Object.entries(ways))
    test(how, async () => {
      const person = await chain.person()
      for (const at of [chain.url, otherServer]) expect((await me(person.token, at)).status).toBe(200)
      const ears = [await listen(chain.url, person.token), await listen(otherServer, person.token)]
      expect(await end(person)).toMatchObject({ status: 200 })
      const passed = stopWatch()
      for (const at of [chain.url, otherServer])
        await expect.poll(async () => (await me(person.token, at)).status, { interval: 25 }).toBe(401)
      expect(passed()).toBeLessThan(1000)
      await expect.poll(() => ears.map(({ isOpen }) => isOpen), { interval: 25 }).toEqual([false, false])
      expect(passed()).toBeLessThan(1200)
    })

  test('and whoever gave way to younger sessions of their own is told so, by a call and by an open stream', async () => {
    const person = await chain.person()
    const [ear, other] = [await listen(chain.url, person.token), await chain.person()]
    for (let n = 0; n < 4; n++) await anotherSession(person)
    await chain.call('POST', 'login', { body: { email: person.email, password: PASSWORD } })
    await expect.poll(async () => (await me(person.token)).code, { interval: 25 }).toBe(1107)
    expect((await me(person.token)).text).toBe(
      'You have signed in on other devices since, and 5 at once are the most. Please sign in again.',
    )
    await expect.poll(() => ear.events.at(-1)?.data, { interval: 25 }).toMatchObject({ displaced: true })
    await chain.call('POST', 'logout', { by: other })
    expect((await me(other.token)).code).toBe(1100)
  })

  test('and a right that is taken away is gone as fast', async () => {
    const person = await chain.person({ role: 'Customer service' })
    const role = await chain.call<{ user: { role: { id: number } } }>('POST', 'me', { by: person })
    expect((await chain.call('GET', 'ticket', { by: person, at: otherServer })).status).toBe(200)
    const shown = await chain.call<{ version: number; permissions: object }>('GET', `role/${role.data.user.role.id}`, {
      by: admin,
    })
    const changed = await chain.call('PUT', `role/${role.data.user.role.id}`, {
      by: admin,
      body: { version: shown.data.version, permissions: {} },
      headers: {},
    })
    expect(changed.status).toBe(200)
    const passed = stopWatch()
    await expect
      .poll(async () => (await chain.call('GET', 'ticket', { by: person, at: otherServer })).status, { interval: 25 })
      .toBe(403)
    expect(passed()).toBeLessThan(1000)
  })
})

describe('signing in', () => {
  test('answers the user and a token, and the same sentence for every failure', async () => {
    const person = await chain.person()
    const good = await signIn(person.email, PASSWORD)
    expect(good.data.user.email).toBe(person.email)
    expect((await me(good.data.access_token)).status).toBe(200)
    const failures = await Promise.all([
      signIn(person.email, 'wrong password'),
      signIn('nobody@chain.example', PASSWORD),
    ])
    for (const failure of failures)
      expect([failure.status, failure.code, failure.text]).toEqual([
        200,
        1101,
        'The e-mail or the password is not right.',
      ])
  })

  test('is slowed after five failures, and never locks the owner’s own device out', async () => {
    const person = await chain.person()
    const known = await signIn(person.email, PASSWORD)
    for (let guess = 0; guess < 5; guess++) await signIn(person.email, `guess number ${guess}`)
    const held = await signIn(person.email, PASSWORD)
    expect(held.code).toBe(1102)
    const owner = await signIn(person.email, PASSWORD, known.data.device)
    expect(owner.code).toBe(0)
  })
})

describe('rights cannot be raised', () => {
  test('nobody changes their own role, gives what they do not hold, or takes the last administrator away', async () => {
    const keeper = await chain.person({
      permissions: {
        'user-roles': { read: true, edit: true, add: true },
        users: { read: true, edit: true, add: true, delete: true },
      },
    })
    const left = await chain.person()
    const gone = await chain.call('DELETE', `user/${left.id}`, { by: admin, body: { version: 1 } })
    expect(gone.status, gone.text).toBe(200)
    const me = await chain.call<{ user: { role: { id: number } } }>('POST', 'me', { by: keeper })
    const own = me.data.user.role.id
    const adminRole = 1
    const tries: [string, string, object][] = [
      ['PUT', `role/${own}`, { version: 1, permissions: { users: { delete: true } } }],
      ['POST', 'role/update-user-role', { user: keeper.id, role: adminRole }],
      ['POST', 'role/update-role-by-user', { users: [keeper.id], role: adminRole }],
      ['PUT', `user/${keeper.id}`, { version: 1, role: adminRole }],
      ['POST', 'role', { name: 'Stronger', scope: 'chain', permissions: { complaints: { read: true } } }],
      ['POST', `role/${adminRole}/copy`, { name: 'Copy of all' }],
      [
        'POST',
        'user',
        {
          user_code: 'X9',
          user_name: 'X',
          email: 'x9@chain.example',
          role: adminRole,
          department: chain.departments[0],
          position: '1',
          employee_code: '2026000000000009',
        },
      ],
      ['POST', `user/${admin.id}/block`, {}],
      ['POST', `user/${admin.id}/invite`, {}],
      ['DELETE', `user/${admin.id}`, { version: 1 }],
      ['POST', `user/${left.id}/restore`, {}],
      ['PUT', `user/${admin.id}`, { version: 1, email: 'stolen@chain.example' }],
    ]
    for (const [method, path, body] of tries)
      expect((await chain.call(method, path, { by: keeper, body })).status, `${method} ${path}`).toBe(403)
  })
})

test('before somebody is blocked, what waits for them is told, as far as the asker sees it', async () => {
  const leaver = await chain.person()
  const { id } = await chain.ticket(admin)
  await sql`update complaints set assignee = ${leaver.id} where id = ${id}`.execute(chain.db)
  await sql`update stores set manager = ${leaver.id} where id = ${chain.stores[0]}`.execute(chain.db)
  const task = await chain.call<{ id: number }>('POST', 'task', {
    by: leaver,
    body: { title: 'Kiểm kho', processors: [leaver.id], date_end: '2036-12-01T03:00:00Z' },
  })
  await chain.call('POST', `task/${task.data.id}/repetition`, { by: leaver, body: { rule: 'FREQ=DAILY' } })
  await chain.call('POST', 'task', {
    by: admin,
    body: { title: 'Kiểm quầy', processors: [admin.id], approver: leaver.id },
  })
  await chain.call('POST', 'report/schedule', {
    by: leaver,
    body: { report: 'by-stores', filters: '', rhythm: 'daily', hour: 7, people: [admin.id] },
  })
  const waits = async (by: Person) =>
    (await chain.call<{ data: { words: string; link: string | null }[] }>('GET', `user/${leaver.id}/open-work`, { by }))
      .data.data
  const found = await waits(admin)
  expect(found.map(({ words }) => words)).toEqual([
    '1 complaint assigned and open',
    '1 task open',
    '1 task to approve',
    '1 task made again and again',
    '1 store managed',
    '1 report by e-mail set up',
  ])
  expect(found[1]?.link).toBe(`/task-management?processors=${leaver.id}&status=pending`)
  for (const { link } of found.filter((one) => one.link?.startsWith('/complaints') || one.link?.startsWith('/task')))
    expect(
      (
        await chain.call<{ total: number }>(
          'GET',
          String(link).replace('/complaints', 'ticket').replace('/task-management', 'task'),
          {
            by: admin,
          },
        )
      ).data.total,
      String(link),
    ).toBe(1)
  const narrow = await chain.person({ permissions: { users: { read: true, edit: true }, stores: { read: true } } })
  expect((await waits(narrow)).map(({ words }) => words)).toEqual(['1 store managed'])
  const stranger = await chain.person({ permissions: { stores: { read: true } } })
  expect((await chain.call('GET', `user/${leaver.id}/open-work`, { by: stranger })).status).toBe(403)
})
