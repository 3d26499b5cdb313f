import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { htmlOfText } from '../../../src/shared/html.ts'
import { chatWith } from '../../setup/assistant.ts'
import { type Chain, startChain } from '../../setup/chain.ts'
import { hostileReplies } from '../../setup/http/hostile-replies.ts'
import { lookedIn, looks, PROVIDER_KEY, providerEnv, providerServer, says } from '../../setup/http/provider.ts'

const provider = await providerServer()
const chain = await startChain(providerEnv('chat', provider))
const asShape = { chat: chain, generative: await startChain(providerEnv('generative', provider)) }
const admin = await chain.person()
const people = { chat: admin, generative: await asShape.generative.person() }
const last = () => provider.asked.at(-1) ?? Promise.reject(new Error('Nothing was asked'))

describe.each(['chat', 'generative'] as const)('a service that speaks %s', (shape) => {
  const ask = (words: Parameters<typeof chatWith>[2]) => chatWith(asShape[shape], people[shape], words)

  test('gets the words in its own shape, with the key in a header, and is heard piece by piece', async () => {
    provider.answers = (response, asked) => says(response, asked, 'Xin ', 'chào', ' chị')
    const told = await ask('Chào em')
    expect(told.events.map(({ kind }) => kind)).toEqual(['text', 'text', 'text', 'end'])
    expect(told.text).toBe('Xin chào chị')
    const { path, headers, json } = await last()
    if (shape === 'chat') {
      expect([path, headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${PROVIDER_KEY}`])
      expect(json).toMatchObject({ model: 'a-model', stream: true })
      expect((json.messages as object[]).at(-1)).toEqual({ role: 'user', content: 'Chào em' })
    } else {
      expect([path, headers['x-goog-api-key']]).toEqual([
        '/v1/models/a-model:streamGenerateContent?alt=sse',
        PROVIDER_KEY,
      ])
      expect(json.contents).toEqual([{ role: 'user', parts: [{ text: 'Chào em' }] }])
    }
  })

  test('may answer all at once', async () => {
    provider.answers = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify(
          shape === 'chat'
            ? { choices: [{ message: { role: 'assistant', content: 'Một\nhai' } }] }
            : { candidates: [{ content: { parts: [{ text: 'Một\nhai' }] } }] },
        ),
      )
    }
    expect((await ask('?')).text).toBe('Một\nhai')
  })

  test('looks by our tools, and hears what they answer', async () => {
    const ticket = await asShape[shape].ticket(people[shape], { title: 'Giao hàng trễ hai ngày' })
    let turn = 0
    provider.answers = (response, asked) => {
      turn += 1
      if (turn === 1) looks(response, asked, ['search', { words: 'giao hang', register: 'complaints' }])
      else if (turn === 2) looks(response, asked, ['open', { register: 'complaints', id: ticket.id }])
      else says(response, asked, 'Trễ hai ngày')
    }
    const told = await ask('Có gì về giao hàng?')
    expect(told.looks).toEqual(['Searched for “giao hang”', `Read Complaint ${ticket.issue_number}`])
    expect(told.text).toBe('Trễ hai ngày')
    expect(lookedIn(await last())).toContain('Giao hàng trễ hai ngày')
  })

  test.each([
    ['status 500', 'refused', (r: Parameters<typeof says>[0]) => void r.writeHead(500).end('{"error":"boom"}')],
    ['status 429', 'refused', (r: Parameters<typeof says>[0]) => void r.writeHead(429).end()],
    ['a page instead of JSON', 'answered nothing', (r: Parameters<typeof says>[0]) => void r.end('<html>hello</html>')],
    ['nothing at all', 'answered nothing', (r: Parameters<typeof says>[0]) => void r.end()],
    [
      'a redirect',
      'refused',
      (r: Parameters<typeof says>[0]) => void r.writeHead(302, { location: provider.url }).end(),
    ],
    ['a cut line', 'cannot be reached', (r: Parameters<typeof says>[0]) => void r.destroy()],
    ['silence', 'takes too long', () => undefined],
    [
      'other JSON',
      'answered nothing',
      (r: Parameters<typeof says>[0]) => {
        r.writeHead(200, { 'content-type': 'application/json' })
        r.end('[1,null,{"choices":7,"candidates":{"0":{"content":[]}}},"x"]')
      },
    ],
  ])('that answers %s is told kindly', async (_, words, answers) => {
    // A few failures in a row would make it rest, which has a test of its own.
    provider.answers = (response, asked) => says(response, asked, 'gut')
    await ask('?')
    const before = provider.asked.length
    provider.answers = answers
    const told = await ask('?')
    expect([told.status, told.trouble]).toEqual([200, expect.stringContaining(words)])
    expect(provider.asked.length - before).toBe(1)
  })

  test('that sends 10 MB is cut at 64,000 characters, and the line ended', async () => {
    let isEnded = false
    provider.answers = (response, asked) => {
      response.on('close', () => {
        isEnded = true
      })
      says(response, asked, ...Array.from({ length: 160 }, () => 'a'.repeat(65_536)))
    }
    const told = await ask('?')
    expect(told.text.length).toBe(64_000)
    expect(told.events.at(-1)).toMatchObject({ kind: 'end', isCut: true })
    await expect.poll(() => isEnded).toBe(true)
    // The same as one JSON text is none that is read to its end.
    provider.answers = (response) => void response.end(`"${'a'.repeat(10 * 2 ** 20)}"`)
    expect((await ask('?')).trouble).toContain('answered nothing')
  })

  test('that asks to look for ever is given eight looks, and then has to answer', async () => {
    provider.answers = (response, asked) => looks(response, asked, ['describe', {}], ['describe', {}], ['describe', {}])
    const before = provider.asked.length
    const told = await ask('?')
    expect(told.looks).toHaveLength(8)
    expect(told.trouble).toContain('had no answer')
    const asked = provider.asked.slice(before)
    expect(asked.map(({ tools }) => tools > 0)).toEqual([true, true, true, false])
  })
})

test('five failures in a row, and for half a minute nobody waits for it', async () => {
  const own = await startChain(providerEnv('chat', provider))
  const person = await own.person()
  provider.answers = (response) => void response.writeHead(500).end()
  for (let n = 0; n < 5; n += 1) await chatWith(own, person, '?')
  const before = provider.asked.length
  expect((await chatWith(own, person, '?')).trouble).toContain('several times')
  expect(provider.asked.length).toBe(before)
})

describe('without a service', () => {
  test('the session says so, and a conversation is refused', async () => {
    const own = await startChain()
    const person = await own.person()
    const me = await own.call<{ user: { has_provider: boolean } }>('POST', 'me', { by: person })
    expect(me.data.user.has_provider).toBe(false)
    expect((await chatWith(own, person, '?')).status).toBe(409)
  })
})

describe('what leaves the house', () => {
  const sentSince = (before: number) =>
    provider.asked
      .slice(before)
      .map(({ body }) => body)
      .join('\n')

  test('holds no phone, address, number of a paper or name of a customer, and what comes back has them again', async () => {
    const ticket = await chain.ticket(admin, {
      customer_name: 'Nguyễn Thị Bí Mật',
      phone: '0912345678',
      email: 'bi.mat@khach.example',
      content:
        '<p>Chị Nguyễn Thị Bí Mật, CCCD 001204012345, gọi lại 0987 654 321 hoặc viết cho nguoi.nha@khach.example</p>',
    })
    const before = provider.asked.length
    let turn = 0
    provider.answers = (response, asked) => {
      turn += 1
      if (turn === 1) looks(response, asked, ['open', { register: 'complaints', id: ticket.id }])
      else {
        const [name] = /\[name \d+\]/.exec(lookedIn(asked)) ?? ['none']
        const [phone] = /\[phone \d+\]/.exec(lookedIn(asked)) ?? ['none']
        says(response, asked, `Gọi ${name.slice(0, 4)}`, `${name.slice(4)}, số ${phone}`)
      }
    }
    const told = await chatWith(chain, admin, 'Khách 0912345678 là ai?')
    expect(sentSince(before)).not.toMatch(/Bí Mật|0912345678|0987 654 321|khach\.example|001204012345/)
    expect(told.text).toBe('Gọi Nguyễn Thị Bí Mật, số 0987 654 321')
    // The next turn tells what was said before, the name still under its mark.
    const end = told.events.at(-1)
    const marks = end?.kind === 'end' ? end.marks : []
    provider.answers = (response, asked) => says(response, asked, 'Vâng')
    await chatWith(
      chain,
      admin,
      [
        { from: 'me', text: 'Khách là ai?' },
        { from: 'bot', text: told.text },
        { from: 'me', text: 'Nhắc lại' },
      ],
      { marks },
    )
    expect(sentSince(before)).not.toMatch(/Bí Mật|0987 654 321/)
  })

  test('is nothing that the asker may not see: each tool, and foreign records', async () => {
    const [own, other] = chain.stores
    const foreign = await chain.ticket(admin, { store: other, title: 'Chuyện riêng của Long Biên' })
    const manager = await chain.person({
      permissions: { complaints: { read: true } },
      scope: 'store',
      store: own,
    })
    const results: string[] = []
    const calls: [string, unknown][] = [
      ['open', { register: 'complaints', id: foreign.id }],
      ['search', { words: 'Long Biên', register: 'complaints' }],
      ['search', { words: 'Long Biên' }],
      ['open', { register: 'users', id: admin.id }],
      ['describe', { address: '/user-roles' }],
      ['search', { words: 'a', register: 'audit' }],
      ['open', { register: '__proto__', id: 1 }],
      ['delete', { register: 'complaints', id: foreign.id }],
    ]
    let turn = 0
    provider.answers = (response, asked) => {
      if (turn > 0) results.push(lookedIn(asked))
      const call = calls[turn]
      turn += 1
      if (call) looks(response, asked, call)
      else says(response, asked, 'Hết')
    }
    const told = await chatWith(chain, manager, 'Có gì ở Long Biên?')
    expect(results.join('\n')).not.toContain('Chuyện riêng')
    expect(results).toHaveLength(8)
    for (const at of [0, 3, 4, 5, 6, 7]) expect(results[at]).toContain('not there, or not open')
    expect(told.looks.every((one) => one.startsWith('Searched'))).toBe(true)
  })

  test('is counted: twenty calls a minute a person, and the month of all', async () => {
    provider.answers = (response, asked) => says(response, asked, 'ok')
    const own = await startChain({
      ...providerEnv('chat', provider),
      RATE_LIMITS: 'default',
      ASSISTANT_CALLS_A_MONTH: '22',
    })
    const [one, two] = [await own.person(), await own.person()]
    for (let n = 0; n < 20; n += 1) expect((await chatWith(own, one, '?')).status).toBe(200)
    expect((await chatWith(own, one, '?')).status).toBe(429)
    expect((await chatWith(own, two, '?')).status).toBe(200)
    expect((await chatWith(own, two, '?')).status).toBe(200)
    expect((await chatWith(own, two, '?')).status).toBe(429)
  })
})

test('who leaves ends the call to the service', async () => {
  let isEnded = false
  let isThere = false
  provider.answers = (response) => {
    isThere = true
    response.on('close', () => {
      isEnded = true
    })
  }
  const leaving = new AbortController()
  const call = fetch(`${chain.url}/api/assistant/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({ messages: [{ from: 'me', text: '?' }] }),
    signal: leaving.signal,
  }).then((response) => response.text())
  await expect.poll(() => isThere).toBe(true)
  leaving.abort()
  await expect(call).rejects.toThrow()
  await expect.poll(() => isEnded).toBe(true)
})

/** What people did: what the clock does each day is nobody's. */
const countOf = async ({ db }: Pick<Chain, 'db'>) =>
  (await row(db, { n: 'number' }, sql`select count(*)::int as n from activity where actor is not null`))?.n

/** What a complaint may talk a service into, one look after the other. */
const OBEYED: ((own: number, foreign: number) => [string, unknown])[] = [
  (id) => ['open', { register: 'complaints', id }],
  (_, id) => ['open', { register: 'complaints', id }],
  () => ['export', { register: 'member-register' }],
  () => ['search', { words: 'a', register: 'member-register' }],
  (id) => ['destroy', { register: 'complaints', id }],
  () => ['call', { method: 'POST', path: '/api/user/1/destroy' }],
]

test('100 complaints that give orders are read as data, and a service that obeys them gets and changes nothing', async () => {
  const [own, other] = chain.stores
  const foreign = await chain.ticket(admin, { store: other, title: 'Chuyện riêng của Long Biên' })
  const manager = await chain.person({ permissions: { complaints: { read: true } }, scope: 'store', store: own })
  const texts = hostileReplies().slice(0, 100)
  expect(texts).toHaveLength(100)
  const tickets: number[] = []
  const rules = new Set<string>()
  for (const text of texts) {
    const body = chain.complaint({ content: `<p>Order: ${text}</p>` })
    const made = await chain.call<{ id: number }>('POST', 'ticket', { by: admin, body })
    // What the house refuses as no HTML comes as the plain words that it is.
    tickets.push(made.data.id ?? (await chain.ticket(admin, { content: htmlOfText(text.replaceAll('\x00', ' ')) })).id)
  }
  const before = await countOf(chain)
  for (const id of tickets) {
    let turn = 0
    const got: string[] = []
    provider.answers = (response, asked) => {
      const call = OBEYED[turn]?.(id, foreign.id)
      if (turn > 0) got.push(lookedIn(asked))
      turn += 1
      if (call) looks(response, asked, call)
      else says(response, asked, 'Hết')
    }
    const told = await chatWith(chain, manager, 'Đọc khiếu nại này')
    expect(told.text).toBe('Hết')
    expect(got).toHaveLength(OBEYED.length)
    expect(got.slice(1).join('')).not.toContain('Chuyện riêng')
    for (const refused of got.slice(1)) expect(refused).toContain('not there, or not open')
    const said = (await last()).json.messages as { role: string; content: string }[] // what our client sends
    const system = said.filter(({ role }) => role === 'system').map(({ content }) => content)
    rules.add(system.join('\n').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, 'now'))
  }
  // Orders of a complaint stand in what was looked at, never in what the house tells the service.
  expect(rules.size).toBe(1)
  expect(await countOf(chain)).toBe(before)
}, 600_000)

test('what is asked writes nothing', async () => {
  const before = await countOf(chain)
  provider.answers = (response, asked) =>
    asked.tools > 0 && provider.asked.length % 3 !== 0
      ? looks(response, asked, ['describe', {}])
      : says(response, asked, 'ok')
  await chatWith(chain, admin, 'Xóa hết khiếu nại')
  expect(await countOf(chain)).toBe(before)
})
