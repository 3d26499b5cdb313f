import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { modules } from '../../../src/modules/index.ts'
import { shippers } from '../../../src/modules/shippers/shippers.ts'
import { wrongCounts } from '../../../src/server/counters/recount.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import { jsonOf } from '../../../src/server/db/shape.ts'
import { opened as unsealed } from '../../../src/server/private/fields.ts'
import { rotateKeys } from '../../../src/server/private/rotate-keys.ts'
import { bookOf, imported, sent } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'
import { converted, flatSheet, opened } from '../../setup/office.ts'

const chain = await startChain()
const { db } = chain
const admin = await chain.person()

const download = async (path: string, by = admin) => {
  const answer = await fetch(`${chain.url}/api/${path}`, {
    headers: { authorization: `Bearer ${by.token}`, cookie: 'lang=vi' },
  })
  expect(answer.status, path).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

describe('complaints from a workbook', () => {
  const HEAD = [
    'Tiêu đề',
    'Cửa hàng',
    'Loại góp ý',
    'Kênh tiếp nhận',
    'Tên khách hàng',
    'Số điện thoại',
    'Nội dung',
    'Chi phí',
    'Thời điểm tiếp nhận',
    'Trạng thái',
  ]

  test('are numbered without a gap, dated, counted, told once and never twice', async () => {
    const before = await chain.ticket(admin)
    const good = Array.from({ length: 700 }, (_, at) => [
      `Khiếu nại ${at}`,
      at % 2 ? 'S02' : 'siêu thị cầu giấy',
      'Sai giá',
      'Hotline',
      'Lê Văn Tám',
      912_345_678,
      `Dòng một\n<b>hai</b> ${at}`,
      '1.250.000',
      at % 7 === 0 ? '05/03/2024 09:30' : null,
      at % 7 === 0 ? 'Đã đóng' : null,
    ])
    const bad = [
      ['', 'S01', 'Sai giá', 'Hotline', 'A', '0912345678', 'x', null, null, null],
      ['Không có cửa hàng này', 'S99', 'Sai giá', 'Hotline', 'A', '12345', 'x', 'nhiều', null, null],
      ['Ngày mai', 'S01', 'Sai giá', 'Hotline', 'A', '0912345678', 'x', null, '05/03/2199 09:30', null],
    ]
    const read = await sent(chain, 'ticket', admin, await bookOf(HEAD, [...good, ...bad]), { lang: 'vi' })
    expect(read, JSON.stringify(read)).toMatchObject({
      state: 'ready',
      rows_read: 703,
      counts: { new: 700, bad: 3, changed: 0, same: 0 },
      can_change: false,
    })
    expect(read.columns.map(({ field }) => field)).toEqual([
      'title',
      'store',
      'feedback_type',
      'feedback_method',
      'customer_name',
      'phone',
      'content',
      'cost',
      'created_at',
      'state',
    ])
    expect(read.rows.map(({ line, said }) => [line, Object.keys(said).toSorted()])).toEqual([
      [702, ['title']],
      [703, ['cost', 'phone', 'store']],
      [704, ['created_at']],
    ])
    expect(read.rows[1]?.said.store).toContain('S99')
    const counted = await row(
      db,
      { n: 'number' },
      sql`select count(*)::int as n from complaints where source = 'import'`,
    )
    expect(counted?.n).toBe(0)
    const done = await imported(chain, 'ticket', admin, read)
    expect(done).toMatchObject({ state: 'done', done: 700, counts: { new: 700, bad: 3 } })
    // What a search reads is written after the rows, as many come at once.
    await expect
      .poll(
        async () => (await chain.call<{ total: number }>('GET', 'ticket?search=khieu nai', { by: admin })).data.total,
      )
      .toBeGreaterThanOrEqual(700)
    const [mended] = await opened(await download(`ticket/import/${read.id}/bad`))
    expect(mended?.rows).toHaveLength(4)
    expect(mended?.rows[2]?.map(({ text }) => text).slice(0, 2)).toEqual(['Không có cửa hàng này', 'S99'])
    expect(mended?.rows[2]?.at(-1)?.text).toContain('số điện thoại hợp lệ')
    expect(Buffer.from(await download(`ticket/import/${read.id}/file`))).toEqual(
      Buffer.from(await bookOf(HEAD, [...good, ...bad])),
    )

    const stored = await rows(
      db,
      {
        issue_number: 'string',
        state: 'string',
        created: 'string',
        phone: 'string',
        content: 'string',
        cost: 'number?',
      },
      sql`select issue_number, state, to_char(created_at at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD HH24:MI') as created, phone, content, cost from complaints where source = 'import' order by id`,
    )
    expect(stored).toHaveLength(700)
    expect(stored[0]).toMatchObject({
      issue_number: '2403-000001',
      state: 'closed',
      created: '2024-03-05 09:30',
      phone: '0912345678',
      cost: 1_250_000,
    })
    expect(stored[0]?.content).not.toContain('<b>')
    const month = before.issue_number.slice(0, 4)
    const numbers = stored.map(({ issue_number }) => issue_number)
    expect(numbers.filter((one) => one.startsWith('2403')).toSorted()).toEqual(
      Array.from({ length: 100 }, (_, at) => `2403-${String(at + 1).padStart(6, '0')}`),
    )
    expect(numbers.filter((one) => one.startsWith(month)).toSorted()).toEqual(
      Array.from({ length: 600 }, (_, at) => `${month}-${String(at + 2).padStart(6, '0')}`),
    )
    const next = await chain.ticket(admin)
    expect(next.issue_number).toBe(`${month}-000602`)
    const late = await row(
      db,
      { n: 'number' },
      sql`select count(*)::int as n from complaints where source = 'import' and (due_at is null or law_due_at is null or (state = 'new' and due_at < now()))`,
    )
    expect(late?.n).toBe(0)
    const list = await chain.call<{ total: number }>('GET', 'ticket?perpage=1', { by: admin })
    expect(list.data.total).toBe(702)
    for (const module of modules.filter((one) => one.counters)) expect(await wrongCounts(db, module)).toEqual([])

    const first = await row(db, { id: 'number' }, sql`select min(id) as id from complaints where source = 'import'`)
    const history = await chain.call<{ data: { action: string }[] }>('GET', `ticket/${first?.id}/history`, {
      by: admin,
    })
    expect(history.data.data.map(({ action }) => action)).toEqual(['import'])
    const told = await rows(
      db,
      { changes: jsonOf<Record<string, [null, number]>>(), record_title: 'string' },
      sql`select changes, record_title from activity where action = 'import file' and module = 'complaints'`,
    )
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ record_title: 'book.xlsx', changes: { rows: [null, 700], bad: [null, 3] } })
    const notes = await row(
      db,
      { n: 'number' },
      sql`select count(*)::int as n from notifications where ticket_id in (select id from complaints where source = 'import')`,
    )
    expect(notes?.n).toBe(0)
    const again = await chain.call('POST', `ticket/import/${read.id}/start`, { by: admin, body: { changes: false } })
    expect(again.status).toBe(404)
  })

  test('of a store’s own people stay in their store, and who may not assign does not', async () => {
    const flags = { add: true, edit: true, delete: false, read: true, report: false, other: false }
    const keeper = await chain.person({ permissions: { complaints: flags }, scope: 'store', store: chain.stores[1] })
    const head = [
      'title',
      'store',
      'feedback_type',
      'feedback_method',
      'customer_name',
      'phone',
      'content',
      'department',
    ]
    const line = (store: string | null, department: string | null) => [
      'Một',
      store,
      'Sai giá',
      'hotline',
      'A',
      '0912345678',
      'x',
      department,
    ]
    const read = await sent(
      chain,
      'ticket',
      keeper,
      await bookOf(head, [line(null, null), line('S02', null), line('S01', null), line('S02', 'Hàng tươi sống')]),
    )
    expect(read.counts).toMatchObject({ new: 2, bad: 2 })
    expect(read.rows.map(({ said }) => Object.keys(said))).toEqual([['store'], ['department']])
    await imported(chain, 'ticket', keeper, read)
    const stored = await rows(
      db,
      { store: 'number' },
      sql`select store from complaints where created_by = ${keeper.id}`,
    )
    expect(stored.map(({ store }) => store)).toEqual([chain.stores[1], chain.stores[1]])
  })
})

describe('records that are there already', () => {
  test('are left, or brought up to date, as wished; the preview says which are which', async () => {
    await sql`insert into shippers (code, name, phone, identity_number, store) values ('G1', 'Nguyễn An', '0912345678', '001090000001', ${chain.stores[0]}), ('G2', 'Trần Bình', '0912345679', null, ${chain.stores[0]})`.execute(
      db,
    )
    await rotateKeys(db, chain.running.context.config.keys)
    const book = await bookOf(
      ['Shipper code', 'Full name', 'Phone', 'Store', 'ID number', 'Unknown column'],
      [
        ['G1', 'Nguyễn An', '912345678', 'S01', '*********001', 'x'],
        ['G2', 'Trần Văn Bình', '0912345679', 'S01', null, null],
        ['G3', 'Lê Cường', '0912345670', 'S02', '001090000003', null],
        ['G3', 'Lê Cường', '0912345670', 'S02', null, null],
      ],
    )
    const read = await sent(chain, 'shipper', admin, book)
    expect(read.counts, JSON.stringify(read.rows)).toMatchObject({ new: 1, changed: 1, same: 1, bad: 1 })
    expect(read.columns.at(-1)).toEqual({ label: 'Unknown column', field: null })
    expect(read.rows[0]?.said.code).toContain('4')
    await imported(chain, 'shipper', admin, read)
    const names = async () => {
      const found = await rows(
        db,
        { name: 'string', version: 'number', identity_number: 'string?' },
        sql`select name, version, identity_number from shippers where code like 'G_' order by code`,
      )
      const { keys } = chain.running.context.config
      return found.map(({ identity_number: sealed, ...one }) => {
        expect(sealed ?? 'v1.').toMatch(/^v1\./)
        return { ...one, identity_number: unsealed(keys, shippers, 'identity_number', sealed) }
      })
    }
    expect(await names()).toEqual([
      { name: 'Nguyễn An', version: 1, identity_number: '001090000001' },
      { name: 'Trần Bình', version: 1, identity_number: null },
      { name: 'Lê Cường', version: 1, identity_number: '001090000003' },
    ])
    const next = await sent(chain, 'shipper', admin, book)
    expect(next.counts).toMatchObject({ new: 0, changed: 1, same: 2, bad: 1 })
    await imported(chain, 'shipper', admin, next, true)
    expect((await names())[1]).toEqual({ name: 'Trần Văn Bình', version: 2, identity_number: null })
    const told = await row(
      db,
      { changes: jsonOf<object>() },
      sql`select changes from activity where module = 'shippers' and action = 'import' and changes ? 'name'`,
    )
    expect(told?.changes).toEqual({ name: ['Trần Bình', 'Trần Văn Bình'] })
  })

  test('are given the address that they have not', async () => {
    const head = ['Code', 'Address']
    const book = await sent(
      chain,
      'store',
      admin,
      await bookOf(head, [['S02', '12 Nguyễn Trãi, Phường Bến Thành, Thành phố Hồ Chí Minh']]),
    )
    expect(book.counts).toMatchObject({ changed: 1, bad: 0 })
    await imported(chain, 'store', admin, book, true)
    const found = await row(
      chain.db,
      { address: jsonOf<object>() },
      sql`select address from stores where id = ${chain.stores[1]}`,
    )
    expect(found?.address).toMatchObject({ line: '12 Nguyễn Trãi' })
  })

  test('are people with more rights: nobody touches them, or gives their role', async () => {
    const flags = { add: true, edit: true, delete: true, read: true, report: true, other: true }
    const clerk = await chain.person({ permissions: { users: flags } })
    const head = ['user_code', 'user_name', 'email', 'role', 'department']
    const boss = await row(
      db,
      { user_code: 'string', email: 'string' },
      sql`select user_code, email from users where id = ${admin.id}`,
    )
    const read = await sent(
      chain,
      'user',
      clerk,
      await bookOf(head, [
        ['N1', 'Người mới', 'moi@chain.example', 'Administrator', 'Dịch vụ khách hàng'],
        [boss?.user_code ?? '', 'Chiếm quyền', boss?.email ?? '', 'Administrator', 'Dịch vụ khách hàng'],
        ['N2', 'Trùng thư', boss?.email ?? '', 'Administrator', 'Dịch vụ khách hàng'],
      ]),
    )
    expect(read.counts).toMatchObject({ new: 0, changed: 0, bad: 3 })
    const mine = await sent(
      chain,
      'user',
      admin,
      await bookOf(head, [['N1', 'Người mới', 'MOI@chain.example', 'administrator', 'Dịch vụ khách hàng']]),
    )
    expect(mine.counts, JSON.stringify(mine.rows)).toMatchObject({ new: 1 })
    expect((await imported(chain, 'user', admin, mine)).done).toBe(1)
    expect(await row(db, sql`select email, status, password_hash from users where user_code = 'N1'`)).toEqual({
      email: 'moi@chain.example',
      status: 'active',
      password_hash: null,
    })
  })
})

test('what somebody made between preview and import is not made again, and all else comes in', async () => {
  const read = await sent(
    chain,
    'tag',
    admin,
    await bookOf(
      ['Tag'],
      Array.from({ length: 600 }, (_, at) => [`Nhãn ${at}`]),
    ),
  )
  expect(read.counts.new).toBe(600)
  await chain.call('POST', 'tag', { by: admin, body: { name: 'Nhãn 300' } })
  const done = await imported(chain, 'tag', admin, read)
  expect(done).toMatchObject({ state: 'done', done: 599, counts: { new: 599, same: 1, bad: 0 } })
})

test('of people whose names differ by a tone only each is known by the exact one; a name that several share is refused as such', async () => {
  const people = await rows(
    db,
    { id: 'number', user_name: 'string' },
    sql`insert into users (user_code, user_name, email, department, role)
      select 'T' || n, name, 't' || n || '@chain.example', ${chain.departments[0]}, (select min(id) from user_roles)
      from unnest(${['Nguyễn Thị Hoa', 'Nguyễn Thị Hòa', 'Lê An', 'Lê An']}::text[]) with ordinality t(name, n) returning id, user_name`,
  )
  const called = ['nguyễn thị hoa', ' Nguyễn Thị Hòa'.normalize('NFD'), 'Nguyen Thi Hoa', 'Lê An', 'Lê Ân', 'Lê Bình']
  const book = await bookOf(
    ['Store code', 'Store name', 'Manager'],
    called.map((name, at) => [`T${at}`, `Siêu thị ${at}`, name]),
  )
  const read = await sent(chain, 'store', admin, book)
  expect(read.rows.map(({ said }) => said.manager)).toEqual([
    'Manager: several are called “Nguyen Thi Hoa”',
    'Manager: several are called “Lê An”',
    'Manager: several are called “Lê Ân”',
    'Manager: there is none called “Lê Bình”',
  ])
  await imported(chain, 'store', admin, read)
  const stored = await rows(
    db,
    { manager: 'number' },
    sql`select manager from stores where code like 'T_' order by code`,
  )
  expect(stored.map(({ manager }) => manager)).toEqual(people.slice(0, 2).map(({ id }) => id))
})

test('a template, filled in by LibreOffice and saved in both formats, comes in', async () => {
  const template = await opened(await download('store/import/template'))
  expect(template.map(({ name }) => name)).toEqual(['Cửa hàng', 'Ghi chú', 'Danh mục'])
  expect(template[0]?.rows[0]?.map(({ text }) => text).slice(0, 2)).toEqual(['Mã cửa hàng *', 'Tên cửa hàng *'])
  for (const [at, format] of (['xlsx', 'xls'] as const).entries()) {
    const flat = flatSheet([
      [{ text: 'BẢNG CỬA HÀNG NĂM 2026', across: 5 }],
      [],
      [
        { text: 'Mã cửa hàng *', down: 2 },
        { text: 'TEN CUA HANG', down: 2 },
        { text: 'Liên hệ', across: 2 },
        { text: 'Số chỗ đậu xe', down: 2 },
      ],
      [null, null, { text: 'Số điện thoại' }, { text: 'Giờ mở cửa' }, null],
      [
        { text: `L${at}1` },
        { text: 'Siêu thị Một' },
        { text: '0912345678' },
        { text: '08:00–22:00' },
        { text: '1.250' },
      ],
      [{ text: `L${at}2` }, { text: 'Siêu thị Hai' }, { number: 912_345_678 }, null, { number: 12 }],
      [{ text: `L${at}3` }, null, { text: 'x' }, null, { formula: '1/0' }],
    ])
    const book = await converted(flat, 'fods', format)
    const read = await sent(chain, 'store', admin, book, { name: `cua-hang.${format}`, lang: 'vi' })
    expect(read, JSON.stringify(read)).toMatchObject({ state: 'ready', counts: { new: 2, bad: 1 } })
    await imported(chain, 'store', admin, read)
    const stored = await rows(
      db,
      sql`select name, phone, parking_spaces from stores where code like ${`L${at}_`} order by code`,
    )
    expect(stored).toEqual([
      { name: 'Siêu thị Một', phone: '0912345678', parking_spaces: 1250 },
      { name: 'Siêu thị Hai', phone: '0912345678', parking_spaces: 12 },
    ])
  }
})

test('an import is its owner’s, is left when wished, and only one runs at a time', async () => {
  const other = await chain.person()
  const read = await sent(chain, 'tag', admin, await bookOf(['Tag'], [['Một nhãn']]))
  for (const path of ['', '/bad', '/file'])
    expect((await chain.call('GET', `tag/import/${read.id}${path}`, { by: other })).status).toBe(404)
  expect((await chain.call('GET', `store/import/${read.id}`, { by: admin })).status).toBe(404)
  expect((await chain.call('DELETE', `tag/import/${read.id}`, { by: admin })).status).toBe(200)
  expect((await chain.call('POST', `tag/import/${read.id}/start`, { by: admin, body: {} })).status).toBe(404)
  expect(await rows(db, sql`select 1 from import_rows where import = ${read.id}`)).toEqual([])
  await sql`update imports set state = 'importing', runner = 'x', seen_at = now() + interval '1 hour' where id = ${read.id}`.execute(
    db,
  )
  await expect(sent(chain, 'tag', admin, await bookOf(['Tag'], [['Hai']]))).rejects.toThrow('429')
  await sql`update imports set state = 'cancelled' where id = ${read.id}`.execute(db)
})

test('a workbook of which no column is known is refused by the names of its columns, the first few of them', async () => {
  const title = ['Báo cáo tồn kho', '', '', '', '', '']
  const head = ['Mã hàng', 'Tồn cuối', 'x'.repeat(60), 'Giá', 'ĐVT', 'Kho']
  const read = await sent(chain, 'tag', admin, await bookOf(title, [head, ['A1', 2, '3', '4', '5', '6']]))
  expect(read).toMatchObject({
    state: 'failed',
    problem: `No column of this workbook was recognised: “Mã hàng”, “Tồn cuối”, “${'x'.repeat(40)}…”, “Giá”, “ĐVT”. Please use the template.`,
  })
})

test('whoever began as many imports as an hour allows is told how many that are', async () => {
  const strict = await startChain({ IMPORTS_PER_HOUR: '1', RATE_LIMITS: '1' })
  const person = await strict.person()
  const book = await bookOf(['Tag'], [['Một nhãn']])
  await sent(strict, 'tag', person, book)
  await expect(sent(strict, 'tag', person, book)).rejects.toThrow(
    '(429): This is possible 1 time an hour. Please try again in 60 minutes.',
  )
})

describe('delivery fees from a workbook', () => {
  test('are known again by distance and value together, and changed or added by that', async () => {
    const book = await bookOf(
      ['Up to (km)', 'Receipt value from (đồng)', 'Fee (đồng)', 'Active'],
      [
        [3, 0, 18_000, 'Yes'],
        [3, 300_000, 0, 'Yes'],
        // What is left empty is the usual value: from nothing on.
        [50, null, 110_000, 'Yes'],
        [80, 0, '200.000', 'Yes'],
        [80, 1_000_000, 150_000, 'No'],
        ['3,0', 0, 1, 'Yes'],
        [-1, 0, 1, 'Yes'],
        [90, 0, null, 'Yes'],
      ],
    )
    const read = await sent(chain, 'delivery-fees', admin, book)
    expect(read, JSON.stringify(read)).toMatchObject({
      counts: { new: 2, changed: 2, same: 1, bad: 3 },
      can_change: true,
    })
    expect(read.rows.map(({ line, said }) => [line, said])).toEqual([
      [7, { up_to_km: 'Up to (km), Receipt value from (đồng) is already in line 2' }],
      [8, { up_to_km: 'Up to (km) cannot be negative' }],
      [9, { fee: 'Fee (đồng) is required' }],
    ])
    const [bad] = await opened(await download(`delivery-fees/import/${read.id}/bad`))
    expect(bad?.rows).toHaveLength(4)
    const done = await imported(chain, 'delivery-fees', admin, read, true)
    expect(done).toMatchObject({ state: 'done', done: 4 })
    const fee = async (km: number, value: number) =>
      (await row(db, { fee: 'number?' }, sql`select delivery_fee(${km}, ${value}) as fee`))?.fee
    expect([await fee(2, 0), await fee(3, 400_000), await fee(40, 9), await fee(79, 5_000_000)]).toEqual([
      18_000, 0, 110_000, 200_000,
    ])
    const kept = await row(
      db,
      { n: 'number' },
      sql`select count(*)::int as n from delivery_fees where deleted_at is null`,
    )
    expect(kept?.n).toBe(12)
  })

  test('need both columns that tell them apart, as the template has them', async () => {
    const [template] = await opened(await download('delivery-fees/import/template'))
    expect(template?.rows[0]?.map(({ text }) => text)).toHaveLength(4)
    const read = await sent(chain, 'delivery-fees', admin, await bookOf(['Up to (km)', 'Fee (đồng)'], [[3, 1]]))
    expect(read).toMatchObject({
      state: 'failed',
      problem: 'The column Receipt value from (đồng) is missing. Please use the template.',
    })
    const strange = await bookOf(['Up to (km)', 'Fee (đồng)', 'Giá trị hóa đơn', ''], [[3, 1, 0]])
    expect(await sent(chain, 'delivery-fees', admin, strange)).toMatchObject({
      state: 'failed',
      problem:
        'The column Receipt value from (đồng) is missing, and not recognised: “Giá trị hóa đơn”. Please use the template.',
    })
  })
})
