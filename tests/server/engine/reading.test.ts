import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startChain, type Ticket } from '../../setup/chain.ts'
import { opened } from '../../setup/office.ts'
import { inPieces } from '../../setup/records/in-pieces.ts'

const chain = await startChain()
const { db } = chain
const admin = await chain.person()

test('whoever may not assign cannot assign by the form either', async () => {
  const clerk = await chain.person({ permissions: { complaints: { add: true, edit: true, read: true } } })
  const refused = await chain.call('POST', 'ticket', { by: clerk, body: chain.complaint({ assignee: admin.id }) })
  expect(refused.status).toBe(403)
  const ticket = await chain.ticket(clerk)
  expect(
    (
      await chain.call('PUT', `ticket/${ticket.id}`, {
        by: clerk,
        body: { version: 1, department: chain.departments[0] },
      })
    ).status,
  ).toBe(403)
  expect(
    (await chain.call('PUT', `ticket/${ticket.id}`, { by: clerk, body: { version: 1, title: 'Mới', assignee: null } }))
      .status,
  ).toBe(200)
  const assigned = await chain.call<Ticket>('PUT', `ticket/${ticket.id}`, {
    by: admin,
    body: { version: 2, assignee: admin.id },
  })
  expect(assigned.data.state).toBe('processing')
})

test('lookup lists are read by everyone signed in and written by few', async () => {
  const clerk = await chain.person({ permissions: {} })
  for (const wire of ['ticket-type', 'tag', 'solution', 'canned-reply', 'holiday', 'supplier-group']) {
    expect((await chain.call('GET', wire, { by: clerk })).status, wire).toBe(200)
    expect((await chain.call('POST', wire, { by: clerk, body: { name: 'x' } })).status, wire).toBe(403)
  }
  expect((await chain.call('GET', 'ticket/get-name', { by: clerk })).status).toBe(403)
  expect((await chain.call('GET', 'store/get-name', { by: clerk })).status).toBe(200)
})

test('a department is never below itself, not even when two move at once', async () => {
  const make = async (name: string, parent: number | null) =>
    (await chain.call<{ id: number }>('POST', 'dept', { by: admin, body: { name, parent, manager: admin.id } })).data.id
  const top = await make('Trên', null)
  const middle = await make('Giữa', top)
  const low = await make('Dưới', middle)
  expect((await chain.call('PUT', `dept/${top}`, { by: admin, body: { version: 1, parent: low } })).status).toBe(409)
  expect((await chain.call('PUT', `dept/${top}`, { by: admin, body: { version: 1, parent: top } })).status).toBe(409)
  const [a, b] = [await make('A', null), await make('B', null)]
  const moves = await Promise.all([
    chain.call('PUT', `dept/${a}`, { by: admin, body: { version: 1, parent: b } }),
    chain.call('PUT', `dept/${b}`, { by: admin, body: { version: 1, parent: a } }),
  ])
  expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a record that live ones need stays', async () => {
  await chain.ticket(admin)
  expect((await chain.call('DELETE', `store/${chain.stores[0]}`, { by: admin })).status).toBe(409)
})

test('totals of a period equal a count of the rows, wherever its ends lie', async () => {
  await sql`insert into complaints (created_at, title, store, feedback_type, feedback_method, customer_name, phone, content, state, issue_number)
    select now() - make_interval(hours => g * 13), 'Cũ ' || g, ${chain.stores[0]}::bigint + g % 2, ${chain.types[0]}::bigint + g % 2, 'hotline', 'Khách', '0912345678', '<p>x</p>',
      (array['closed', 'new', 'completed'])[1 + g % 3], 'old-' || g from generate_series(1, 750) g`.execute(db)
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  for (const settled of [false, true]) {
    if (settled) await new Promise((later) => setTimeout(later, 1500))
    for (const [from, to] of [
      [400, 0],
      [300, 100],
      [90, 60],
      [45, 44],
      [0, 0],
      [200, 200],
    ] as const)
      for (const more of [
        '',
        `&store=${chain.stores[0]}`,
        '&status=closed',
        '&status=new',
        `&feedback_type=${chain.types[1]}&status=completed`,
      ]) {
        const query = `created_at[]=${day(from)}%2000:00:00&created_at[]=${day(to)}%2023:59:59${more}`
        const list = await chain.call<{ total: number; data: unknown[] }>('GET', `ticket?perpage=1000&${query}`, {
          by: admin,
        })
        const rest =
          list.data.total > 1000
            ? await chain.call<{ data: unknown[] }>('GET', `ticket?perpage=1000&page=2&${query}`, { by: admin })
            : null
        expect(list.data.total, query).toBe(list.data.data.length + (rest?.data.data.length ?? 0))
      }
  }
})

test('totals come from the tally and equal a count of the rows, filter by filter', async () => {
  for (let at = 0; at < 12; at++)
    await chain.ticket(admin, { store: chain.stores[at % 2], feedback_type: chain.types[at % 2], priority: 'low' })
  const queries = [
    '',
    '?status=new',
    '?status=processing',
    `?store=${chain.stores[0]}`,
    `?store=${chain.stores[0]}&store=${chain.stores[1]}`,
    `?store=${chain.stores[0]}&status=new`,
    `?feedback_type=${chain.types[1]}`,
    `?store=${chain.stores[0]}&feedback_type=${chain.types[0]}`,
    '?feedback_method=hotline',
    '?assignee=none',
    '?priority=low',
    '?status=new&status=processing',
  ]
  for (const settled of [false, true]) {
    if (settled) await new Promise((later) => setTimeout(later, 1500))
    for (const query of queries) {
      const list = await chain.call<{ total: number; data: unknown[] }>(
        'GET',
        `ticket${query}${query ? '&' : '?'}perpage=1000`,
        { by: admin },
      )
      expect(list.data.total, query).toBe(list.data.data.length)
    }
  }
})

test('a page far down the list is the same rows as walking there, either way round', async () => {
  await inPieces(
    db,
    9000,
    (
      from,
      to,
    ) => sql`insert into complaints (created_at, title, store, feedback_type, feedback_method, customer_name, phone, content, state, deleted_at)
    select now() - g * interval '20 minutes', 'Nhiều ' || g, ${chain.stores[0]}::bigint + g % 2, ${chain.types[0]}::bigint, 'hotline', 'Khách', '0912345678', '<p>x</p>',
      case when g % 9 = 0 then 'deleted' else 'closed' end, case when g % 9 = 0 then now() end from generate_series(${from}::int, ${to}::int) g`,
  )
  const inOrder = async (more: string) =>
    (
      await sql<{
        id: number
      }>`select r.id from complaints r where deleted_at is null ${sql.raw(more)} order by created_at desc, id desc`.execute(
        db,
      )
    ).rows.map(({ id }) => id)
  const cases = [
    { query: '', all: await inOrder('') },
    { query: '&status=closed', all: await inOrder(`and state = 'closed'`) },
    { query: `&store=${chain.stores[1]}`, all: await inOrder(`and store = ${chain.stores[1]}`) },
  ]
  for (const { query, all } of cases)
    for (const page of [21, 30, 38, 400]) {
      const list = (sort: string) =>
        chain.call<{ total: number; data: { id: number }[] }>(
          'GET',
          `ticket?perpage=100&page=${page}&sort=${sort}${query}`,
          { by: admin },
        )
      const cut = (ids: number[]) => ids.slice((page - 1) * 100, page * 100)
      const [down, up] = [await list('-created_at'), await list('created_at')]
      expect(
        down.data.data.map(({ id }) => id),
        `${query} ${page}`,
      ).toEqual(cut(all))
      expect(
        up.data.data.map(({ id }) => id),
        `${query} ${page}`,
      ).toEqual(cut(all.toReversed()))
      expect(down.data.total).toBe(all.length)
    }
})

test('what is searched for is found behind thousands of newer messages alike, in its order', async () => {
  const added = (title: string, count: number, age: string) =>
    sql`insert into complaints (created_at, title, store, feedback_type, feedback_method, customer_name, phone, content, state)
      select now() - ${age}::interval - g * interval '1 second', ${title} || ' ' || g, ${chain.stores[0]}, ${chain.types[0]}, 'hotline', 'Khách', '0912345678', '<p>x</p>', 'closed'
      from generate_series(1, ${count}::int) g`.execute(db)
  await added('Mít tố nữ chưa chín', 1200, '9 days')
  await added('Măng cụt sượng', 4, '30 days')
  await added('Thu hồi sữa lô tám', 3100, '0 days')
  await sql`analyze complaints`.execute(db)
  const found = async (words: string) => {
    const { data: page } = await chain.call<{ data: { title: string }[]; total: number; total_is_more?: boolean }>(
      'GET',
      `ticket?page=2&perpage=2&search=${encodeURIComponent(words)}`,
      { by: admin },
    )
    return { ...page, data: page.data.map(({ title }) => title) }
  }
  const many = await found('mit to nu')
  expect(many).toMatchObject({ data: ['Mít tố nữ chưa chín 3', 'Mít tố nữ chưa chín 4'], total_is_more: true })
  expect(many.total).toBeLessThanOrEqual(1200)
  expect(await found('mang cut')).toMatchObject({ data: ['Măng cụt sượng 3', 'Măng cụt sượng 4'], total: 4 })
})

test('a department is called in the language of whoever looks: on the chart, and beside whom to mention or write to', async () => {
  const department = (
    await chain.call<{ id: number }>('POST', 'dept', {
      by: admin,
      body: { name: 'An ninh – Bãi xe', name_en: 'Security', name_ko: '보안팀', manager: admin.id },
    })
  ).data.id
  const guard = await chain.person({ department })
  const ticket = await chain.ticket(admin, { department })
  for (const [lang, name] of Object.entries({ vi: 'An ninh – Bãi xe', en: 'Security', ko: '보안팀' })) {
    const ask = async (path: string) =>
      JSON.stringify((await chain.call('GET', `${path}lang=${lang}`, { by: admin })).data)
    const search = encodeURIComponent(guard.name)
    expect(await ask('get-ticket-dept-chart?')).toContain(`"name":"${name}"`)
    expect(await ask(`ticket/${ticket.id}/people?search=${search}&`)).toContain(`"department":"${name}"`)
    expect(await ask(`mail/recipients?search=${search}&`)).toContain(`"hint":"${name}`)
  }
})

test('a type of complaint is called in the language of whoever looks, everywhere', async () => {
  const make = async (body: object) =>
    (await chain.call<{ id: number }>('POST', 'ticket-type', { by: admin, body })).data.id
  const type = await make({ name: 'Bãi giữ xe', name_en: 'Parking', name_ko: '주차장' })
  const other = await make({ name: 'Chiếu sáng', name_en: '' })
  const ticket = await chain.ticket(admin, { feedback_type: other })
  const called = { vi: 'Bãi giữ xe', en: 'Parking', ko: '주차장' }
  type Named = { feedback_type: { id: number; name: string } }
  const changed = await chain.call<Named>('PUT', `ticket/${ticket.id}?lang=ko`, {
    by: admin,
    body: { version: 1, feedback_type: type },
  })
  expect(changed.data.feedback_type).toEqual({ id: type, name: '주차장' })
  for (const [lang, name] of Object.entries(called)) {
    const ask = async <T>(path: string) =>
      (await chain.call<T>('GET', `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`, { by: admin })).data
    const list = await ask<{ data: Named[] }>(`ticket?feedback_type=${type}`)
    expect(list.data.map(({ feedback_type }) => feedback_type.name)).toEqual([name])
    expect((await ask<Named>(`ticket/${ticket.id}`)).feedback_type.name).toBe(name)
    const history = await ask<{ data: { changes: Record<string, { name: string }[]> }[] }>(
      `ticket/${ticket.id}/history`,
    )
    expect(history.data[0]?.changes.feedback_type?.map((one) => one.name)).toEqual(['Chiếu sáng', name])
    for (const search of ['bai giu', 'parking', '주차장']) {
      const found = await ask<{ data: { name: string }[] }>(`ticket-type/get-name?search=${encodeURIComponent(search)}`)
      expect(found.data.map((one) => one.name)).toEqual([name])
    }
    const board = await ask<{ by_type: { name: string }[] }>('get-dashboard')
    expect(board.by_type.map((one) => one.name)).toContain(name)
    const report = await ask<{ columns: { label: string }[] }>(`report/by-month?feedback_type=${type}`)
    expect(JSON.stringify(report)).toContain(name)
    const book = await fetch(
      `${chain.url}/api/ticket/export?feedback_type=${type}&columns=feedback_type&lang=${lang}`,
      {
        headers: { authorization: `Bearer ${admin.token}` },
      },
    )
    const [sheet] = await opened(new Uint8Array(await book.arrayBuffer()))
    expect(sheet?.rows[1]?.map((cell) => cell.text)).toEqual([name])
  }
  const stale = await chain.call<{ record: Named }>('PUT', `ticket/${ticket.id}?lang=en`, {
    by: admin,
    body: { version: 1, title: 'Mới' },
  })
  expect(stale.status).toBe(409)
  expect(JSON.stringify(stale)).toContain('Parking')
})
