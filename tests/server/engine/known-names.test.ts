import { describe, expect, test } from 'vitest'
import { modules } from '../../../src/modules/index.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
type Refused = { fields?: Record<string, string> }
const asked = (method: string, path: string, body?: unknown) =>
  chain.call<Refused>(method, path, { by: admin, body, headers: { 'accept-language': 'en' } })
const routes = chain.running.routes

describe('what a list does not know narrows nothing, so it is refused', () => {
  test('by every route that is read, with the name in question', async () => {
    for (const { path, isMailLink } of routes.filter(({ method }) => method === 'GET')) {
      if (isMailLink) continue
      const answer = await asked('GET', `${path.replace(/:\w+/g, '1')}?nmae=1&lang=en`)
      expect([answer.status, Object.keys(answer.data.fields ?? {})], path).toEqual([422, ['nmae']])
    }
  })

  test('with the near name, in the caller’s language', async () => {
    const said = async (path: string) => (await asked('GET', path)).data.fields
    expect(await said('canned-reply?nmae=k1')).toEqual({ nmae: 'nmae: unknown; did you mean name?' })
    expect(await said('ticket?stor=1')).toEqual({ stor: 'stor: unknown; did you mean store?' })
    expect(await said('ticket?customers_shoe_size=1')).toEqual({ customers_shoe_size: 'customers_shoe_size: unknown' })
    const vi = await chain.call<Refused>('GET', 'ticket?stor=1&lang=vi', { by: admin })
    expect(vi.data.fields).toEqual({ stor: 'stor: không có tên này; ý bạn là store?' })
  })

  test('by exports, reports, boards, counts and the search alike', async () => {
    for (const path of [
      'ticket/export?stat=new',
      'report/by-stores?stroe=1',
      'report/by-stores/export?stroe=1',
      'board/columns?assigne=1',
      'ticket/counts?assigne=1',
      'get-dashboard?form=2026-01-01',
      'search?w=x',
    ])
      expect((await asked('GET', path)).status, path).toBe(422)
  })

  test('by saved views and reports by e-mail, where they are kept', async () => {
    const view = { list: 'complaints', name: 'Mine', share: 'nobody' }
    const wrong = await asked('POST', 'saved-view', { ...view, query: 'assigne=1&view=3&density=compact' })
    expect([wrong.status, Object.keys(wrong.data.fields ?? {})]).toEqual([422, ['assigne']])
    const kept = await chain.call<{ id: number; version: number }>('POST', 'saved-view', {
      by: admin,
      body: { ...view, query: 'assignee=1&created_at=7d&columns=title&sort=-id&perpage=25' },
    })
    expect(kept.status).toBe(201)
    const changed = await asked('PUT', `saved-view/${kept.data.id}`, { version: 1, query: 'assigne=1' })
    expect(changed.status).toBe(422)
    const mail = { report: 'by-stores', rhythm: 'daily', hour: 7, people: [] }
    expect((await asked('POST', 'report/schedule', { ...mail, filters: 'stroe=1' })).status).toBe(422)
    expect((await asked('POST', 'report/schedule', { ...mail, filters: 'store=1&compare=year' })).status).toBe(201)
  })

  test('while every list takes what its lists, pickers and exports have always taken', async () => {
    for (const { wire, internal, sheets } of modules) {
      if (internal || sheets.isOnly) continue
      const usual = 'page=1&perpage=1000&search=a&sort=-id&lang=vi&created_at[]=2026-01-01&created_at[]=2026-12-31'
      for (const path of [wire, ...(sheets.export ? [`${wire}/export`] : [])]) {
        const answer = await asked('GET', `${path}?${usual}`)
        expect([answer.status, answer.data?.fields], path).toEqual([200, undefined])
      }
      const names = await asked('GET', `${wire}/get-name?page=1&perpage=1000&search=a`)
      expect(names.status, wire).toBe(200)
    }
    expect((await asked('GET', 'notification?page=1&perpage=5')).status).toBe(200)
  })

  test('and the address in a letter is let in with whatever was added to it on the way', async () => {
    for (const { path, method } of routes.filter(({ isMailLink }) => isMailLink)) {
      const answer = await fetch(`${chain.url}/api/${path}?token=x&utm_source=mail`, { method, redirect: 'manual' })
      expect([200, 303, 404], path).toContain(answer.status)
    }
  })
})

describe('an act on many', () => {
  const replies = async () => {
    const names = ['k1', 'k2', 'k3'].map((name) => `${name} ${Math.random()}`)
    for (const name of names) expect((await asked('POST', 'canned-reply', { name, body: 'Xin chào' })).text).toBe('')
    return names
  }
  const total = async () =>
    (await chain.call<{ total: number }>('GET', 'canned-reply?perpage=1', { by: admin })).data.total

  test('is refused where its filter is misspelt, and nothing is done', async () => {
    await replies()
    const before = await total()
    const answer = await asked('POST', 'canned-reply/bulk/delete', { query: 'nmae=k1' })
    expect(answer.status).toBe(422)
    expect(answer.data.fields).toEqual({ nmae: 'nmae: unknown; did you mean name?' })
    expect(await total()).toBe(before)
  })

  test.each(['', '?', 'sort=name&page=1&perpage=10', 'name=', 'search=%20', 'trashed=1'])(
    'is refused where %j narrows nothing and nobody said all',
    async (query) => {
      await replies()
      const before = await total()
      const answer = await asked('POST', 'canned-reply/bulk/delete', { query })
      expect([answer.status, Object.keys(answer.data.fields ?? {})]).toEqual([422, ['query']])
      expect(await total()).toBe(before)
    },
  )

  test('is on what its filter finds, and on all where that is said', async () => {
    const [first] = await replies()
    const before = await total()
    const one = await chain.call<{ done: number }>('POST', 'canned-reply/bulk/delete', {
      by: admin,
      body: { query: `name=${encodeURIComponent(first ?? '')}` },
    })
    expect([one.data.done, await total()]).toEqual([1, before - 1])
    const all = await chain.call<{ done: number }>('POST', 'canned-reply/bulk/delete', {
      by: admin,
      body: { query: 'sort=name', all: true },
    })
    expect([all.data.done, await total()]).toEqual([before - 1, 0])
  })
})

describe('a body', () => {
  test('of every route is refused by name where it holds what the route does not take', async () => {
    for (const { method, path, summary } of routes) {
      if (method === 'GET' || /multipart/.test(summary) || path === 'public/upload') continue
      const answer = await asked(method, path.replace(/:\w+/g, '1'), { surprise_me: 1 })
      expect([answer.status, answer.data.fields?.surprise_me], `${method} ${path}`).toEqual([
        422,
        'surprise_me: unknown',
      ])
    }
  })

  test('says all that is wrong at once: what is unknown, what is missing, what is wrong', async () => {
    const answer = await asked('POST', 'ticket', { ...chain.complaint({ titel: 'x', phone: '1' }), title: '' })
    expect(Object.keys(answer.data.fields ?? {}).toSorted()).toEqual(['phone', 'titel', 'title'])
    expect(answer.data.fields?.titel).toBe('titel: unknown; did you mean title?')
  })

  test('is judged in its addresses and lines, too', async () => {
    const store = { code: 'S90', name: 'Ninety', address: { line: '1', model: 2, wardcode: '26743' } }
    expect((await asked('POST', 'store', store)).data.fields).toHaveProperty(['address.wardcode'])
  })

  test('is told in the OpenAPI document as it is judged', async () => {
    const { openApi } = await import('../../../src/server/http/openapi.ts')
    const { paths } = openApi(routes)
    for (const [path, operations] of Object.entries(paths))
      for (const [method, { requestBody }] of Object.entries(operations)) {
        const content = requestBody?.content as Record<string, { schema: Record<string, unknown> }> | undefined
        const schema = content?.['application/json']?.schema
        if (schema) expect(schema.additionalProperties, `${method} ${path}`).toBe(false)
      }
  })
})

describe('what cannot be read is refused by its name, beyond lists of records too', () => {
  const UNREADABLE: [string, string][] = [
    ['audit?at[]=x&at[]=y', 'at'],
    ['audit?at[]=2026-01-01', 'at'],
    ['audit?created_at[]=2026-01-01', 'created_at'],
    ['audit?actor=abc', 'actor'],
    ['audit?sort=created_at', 'sort'],
    ['audit?perpage=0', 'perpage'],
    ['product-promotion-history?created_at[]=x&created_at[]=y', 'created_at'],
    ['product-promotion-history?sort=price', 'sort'],
    ['location?model=9', 'model'],
    ['location?model=abc', 'model'],
    ['role/list-user-by-role', 'role'],
    ['role/list-user-by-role?role=x', 'role'],
    ['public/store?page=0', 'page'],
    ['public/ticket-type?perpage=abc', 'perpage'],
  ]
  test.each(UNREADABLE)('%s', async (path, field) => {
    const answer = await asked('GET', path)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.data.fields ?? {})).toEqual([field])
  })

  test('the log is narrowed by days, by one end to the other, and by who did it', async () => {
    const total = async (query: string) =>
      (await chain.call<{ total: number }>('GET', `audit?${query}`, { by: admin })).data.total
    const all = await total('')
    expect(all).toBeGreaterThan(0)
    for (const name of ['at', 'created_at']) {
      expect(await total(`${name}[]=2000-01-01&${name}[]=2100-01-01&sort=-created_at`), name).toBe(all)
      expect(await total(`${name}[]=2000-01-01&${name}[]=2000-01-02`), name).toBe(0)
    }
    const [hers, nobodys] = [await total(`actor=${admin.id}`), await total('actor=none')]
    expect(hers).toBeGreaterThan(0)
    expect(await total(`actor=${admin.id}&actor=none`)).toBe(hers + nobodys)
    expect((await chain.call('GET', 'location?model=1')).status).toBe(200)
  })
})

describe('a body that lacks what it is about is told which name', () => {
  const LACKING: [string, object, string][] = [
    ['notification/update', {}, 'notification_id'],
    ['notification/update', { notification_id: 'x' }, 'notification_id'],
    ['supplier-staffs/cards', {}, 'staff'],
    ['supplier-staffs/cards', { staff: [1.5] }, 'staff'],
  ]
  test.each(LACKING)('%s %o', async (path, body, field) => {
    const answer = await asked('POST', path, body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.data.fields ?? {})).toEqual([field])
  })
})

describe('lookups of the public', () => {
  test('come page by page as well', async () => {
    for (const path of ['public/store', 'public/ticket-type']) {
      const part = async (query: string) =>
        (await chain.call<{ data: { id: number }[]; total: number }>('GET', `${path}?${query}`)).data
      const whole = await part('')
      expect(whole.data.length, path).toBe(whole.total)
      const pages = [await part('perpage=1&page=1'), await part('perpage=1&page=2')]
      expect(
        pages.flatMap(({ data }) => data),
        path,
      ).toEqual(whole.data.slice(0, 2))
      expect(
        pages.map(({ total }) => total),
        path,
      ).toEqual([whole.total, whole.total])
    }
  })

  test('leave the head office out only where that is asked', async () => {
    const made = await asked('POST', 'store', {
      code: 'HO1',
      name: 'Head office',
      is_head_office: true,
      manager: admin.id,
    })
    expect(made.text).toBe('')
    const codes = async (query: string) => {
      const answer = await chain.call<{ data: { code: string }[] }>('GET', `public/store?${query}`)
      return answer.data.data.map(({ code }) => code)
    }
    for (const query of ['', 'not_ho=0', 'not_ho=', 'not_ho=false', 'page=1&perpage=1000&not_ho=0'])
      expect(await codes(query), query).toContain('HO1')
    for (const query of ['not_ho=1', 'not_ho=true', 'page=1&perpage=1000&not_ho=1'])
      expect(await codes(query), query).not.toContain('HO1')
    expect((await chain.call('GET', 'public/store?not_ho=perhaps')).status).toBe(422)
  })

  test('the search takes its words as q or as search', async () => {
    const ticket = await chain.ticket(admin, { title: 'Quạt trần kêu' })
    for (const name of ['q', 'search']) {
      const found = await chain.call<{ groups: { items: { id: number }[] }[] }>('GET', `search?${name}=quat+tran`, {
        by: admin,
      })
      expect(
        found.data.groups.flatMap(({ items }) => items.map(({ id }) => id)),
        name,
      ).toContain(ticket.id)
    }
  })
})
