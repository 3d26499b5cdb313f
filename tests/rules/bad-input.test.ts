import { describe, expect, test } from 'vitest'
import { startChain, type Ticket } from '../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()

const post = (body: unknown, headers?: Record<string, string>) =>
  chain.call<{ fields?: Record<string, string> }>('POST', 'ticket', { by: admin, body, headers })

describe('exact limits, counted in characters', () => {
  const cases: [string, object, string | null][] = [
    ['a title of 191 characters', { title: 'ạ'.repeat(191) }, null],
    ['a title of 192 characters', { title: 'ạ'.repeat(192) }, 'title'],
    ['a title of 191 emoji', { title: '🛒'.repeat(191) }, null],
    ['no title', { title: '   ' }, 'title'],
    ['a phone of 9 digits', { phone: '091234567' }, 'phone'],
    ['a phone of 11 digits', { phone: '09123456789' }, 'phone'],
    ['a phone that cannot exist', { phone: '0112345678' }, 'phone'],
    ['a phone as people write it', { phone: '+84 912 345 678' }, null],
    ['a phone of letters', { phone: 'abcdefghij' }, 'phone'],
    ['an e-mail without a dot', { email: 'a@b' }, 'email'],
    ['an e-mail with a line break', { email: 'a@b.vn\r\nBcc: c@d.vn' }, 'email'],
    ['an empty e-mail', { email: '' }, null],
    ['a store that is not there', { store: 999_999 }, 'store'],
    ['a store by name', { store: 'S01' }, 'store'],
    ['a method that is none', { feedback_method: 'pigeon' }, 'feedback_method'],
    ['content of tags only', { content: '<p> </p><br>' }, 'content'],
    ['a content of NUL', { content: '<p>a\u0000b</p>' }, 'content'],
    ['negative cost', { cost: -1 }, 'cost'],
    ['a cost with a fraction', { cost: 1.5 }, 'cost'],
    ['a file that is not there', { attachments: ['x'.repeat(32)] }, 'attachments'],
    ['a name in decomposed letters', { customer_name: 'Hà'.normalize('NFD') }, null],
  ]
  test.each(cases)('%s', async (_name, more, field) => {
    const answer = await post(chain.complaint(more))
    if (field === null) expect(answer.status).toBe(201)
    else {
      expect(answer.status).toBe(422)
      expect(answer.text).not.toBe('')
      if (field) expect(answer.data.fields).toHaveProperty(field)
    }
  })

  test('every missing field is named, in the caller’s language', async () => {
    const answer = await post({}, { 'accept-language': 'vi' })
    expect(Object.keys(answer.data.fields ?? {}).toSorted()).toEqual([
      'content',
      'customer_name',
      'feedback_method',
      'feedback_type',
      'phone',
      'store',
      'title',
    ])
    expect(answer.data.fields?.store).toMatch(/cửa hàng|siêu thị/i)
  })
})

describe('what cannot be read is refused with its own answer', () => {
  const cases: [string, string, Record<string, string>, number][] = [
    ['broken JSON', '{"title":', {}, 400],
    ['an array', '[]', {}, 400],
    ['a bare word', '"x"', {}, 400],
    ['nothing', '', {}, 400],
    ['__proto__', '{"__proto__":{"admin":true}}', {}, 400],
    ['constructor', '{"constructor":{"prototype":{"admin":true}}}', {}, 400],
    ['a form', 'title=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['XML', '<x/>', { 'content-type': 'text/xml' }, 415],
    ['text', 'x', { 'content-type': 'text/plain' }, 415],
    ['300 kB', JSON.stringify({ title: 'x'.repeat(300_000) }), {}, 413],
  ]
  test.each(cases)('%s', async (_name, body, headers, status) => {
    const answer = await post(body, headers)
    expect(answer.status).toBe(status)
    expect(answer.code).toBeGreaterThan(0)
  })

  test('paging beyond reason', async () => {
    for (const query of [
      'perpage=0',
      'perpage=-1',
      'perpage=1001',
      'perpage=1e9',
      'perpage=1000;',
      'perpage=1&perpage=x',
      'page=0',
      'page=99999999',
      'page=x',
      'sort=password_hash',
      'sort=(select 1)',
      'sort=title;drop table users',
      'status=unknown',
      'store=x',
      'store=1 or 1=1',
      'created_at[]=x&created_at[]=y',
      'created_at[]=2026-01-01',
    ]) {
      const answer = await chain.call('GET', `ticket?${query}`, { by: admin })
      if (query === 'perpage=1&perpage=x') expect(answer.status).toBe(200)
      else expect(answer.status, query).toBe(422)
    }
  })

  test('an unknown path', async () => {
    for (const path of ['nope', 'ticket/abc', 'ticket/1/nope', 'ticket/-1', 'ticket/99999999999999999999'])
      expect((await chain.call('GET', path, { by: admin })).status, path).toBe(404)
  })
})

describe('only what a route takes can be set', () => {
  const names = [
    'id',
    'created_at',
    'updated_at',
    'created_by',
    'updated_by',
    'deleted_at',
    'issue_number',
    'state',
    'source',
    'due_at',
    'handle_date',
    'wait_minutes',
    'solved_by',
    'completed_at',
    'closed_at',
    'reopened_count',
    'breached_at',
    'rating',
    'rating_note',
    'follow_token',
    'search_text',
    'state_before',
    'status',
    'is_breached',
    'password',
    'password_hash',
    'permissions',
    'route_access',
    'is_admin',
    'admin',
    'blocked',
    'email_verified',
    'xid',
    'actor',
    'owner',
    'constructor',
    'prototype',
  ]
  test.each(names)('%s of a complaint', async (name) => {
    const ticket = await chain.ticket(admin)
    const before = await chain.call<Record<string, unknown>>('GET', `ticket/${ticket.id}`, { by: admin })
    const made = await post({ ...chain.complaint(), [name]: 1 })
    expect(made.status).toBe(400)
    const changed = await chain.call('PUT', `ticket/${ticket.id}`, { by: admin, body: { version: 1, [name]: 1 } })
    expect(changed.status).toBe(400)
    const after = await chain.call<Record<string, unknown>>('GET', `ticket/${ticket.id}`, { by: admin })
    expect(after.data[name]).toEqual(before.data[name])
    expect(after.data.version).toBe(1)
  })

  test('names nobody knows are refused, each by itself', async () => {
    const made = await post(chain.complaint({ surprise: 1, 'nested.name': 2 }))
    expect(made.status).toBe(422)
    expect(Object.keys(made.data.fields ?? {})).toEqual(['surprise', 'nested.name'])
  })
})

test('hostile words are stored as words and answered unharmed', async () => {
  const words = [
    `'; drop table complaints; --`,
    '<script>alert(1)</script>',
    '${7*7}',
    '{{7*7}}',
    '=1+1',
    '%00',
    '\\',
    'a\\',
    '%',
    '_',
    "' or '1'='1",
    '🛒'.repeat(20),
  ]
  for (const title of words) {
    const made = await chain.call<Ticket>('POST', 'ticket', { by: admin, body: chain.complaint({ title }) })
    expect(made.data.title).toBe(title)
    const found = await chain.call<{ data: Ticket[] }>(
      'GET',
      `ticket?perpage=100&search=${encodeURIComponent(title)}`,
      { by: admin },
    )
    expect(found.status, title).toBe(200)
  }
  const content = await chain.call<{ content: string }>('POST', 'ticket', {
    by: admin,
    body: chain.complaint({
      content: '<p onclick="x()">a<img src=x onerror=alert(1)><script>b</script><a href="javascript:x()">c</a></p>',
    }),
  })
  expect(content.data.content).not.toMatch(/script|onerror|onclick|javascript|<img/i)
})
