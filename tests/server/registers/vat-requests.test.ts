import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import { rowsOf } from '../../../src/server/sheets/xlsx/read-book.ts'
import { ALL_FLAGS } from '../../../src/shared/users/permissions.ts'
import { bookOf, imported, sent } from '../../setup/books.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { solve } from '../../setup/challenge.ts'
import { PASSWORD } from '../../setup/password.ts'
import { REDUCED_RATE_DAY } from '../../setup/vat.ts'

/** Accounting that may not do what `other` allows. */
const rates: Record<string, number> = {}
const chain = await startChain()
const { db } = chain
const admin = await chain.person()
const plain = { ...ALL_FLAGS, other: false, delete: false }
const clerk = await chain.person({
  permissions: { 'vat-info': plain, 'vat-get-info': plain, 'register-dictionary': plain, complaints: { read: true } },
})
for (const { id, name } of await rows(db, { id: 'number', name: 'string' }, sql`select id, name from vat_rates`))
  rates[name] = id

interface Request {
  id: number
  version: number
  state: string
  status: string
  number: string
  batch: number | null
  amount_with_vat: number | null
  receipt_number: string | null
  correction_note: string | null
  corrections: { way: string; corrects: string; number: string; note: string }[]
  fields?: Record<string, string>
}
type Said = { fields?: Record<string, string> }
const line = (rate: string, net: number, tax: number, gross = net + tax) => ({ rate: rates[rate], net, tax, gross })

let serial = 10_000_000
const request = (more: object = {}) => ({
  company_name: 'Công ty TNHH Sao Mai',
  tax_code: '0100112437',
  email: 'ketoan@saomai.example',
  bill_tail: String(++serial),
  sold_on: REDUCED_RATE_DAY,
  ...more,
})
const create = (body: object, by = clerk) => chain.call<Request>('POST', 'vat-info', { by, body })
async function made(more: object = {}): Promise<Request> {
  const answer = await create(request({ lines: [line('8%', 100_000, 8000)], ...more }))
  expect(answer.status, JSON.stringify(answer.data)).toBe(201)
  return answer.data
}

describe('bills from the tills', () => {
  const bill = (more: object = {}) => ({
    bill_number: '0120261120004711',
    store: chain.stores[0],
    sold_on: '2026-11-20',
    rate: rates['8%'],
    net: 100_000,
    tax: 8000,
    gross: 108_000,
    ...more,
  })
  const post = (body: object) => chain.call<Said & { id: number }>('POST', 'vat-detail', { by: clerk, body })

  test('add up to the đồng, with one đồng of grace for the tax of a line', async () => {
    const wrong: [object, string][] = [
      [{ tax: 8002, gross: 108_002 }, 'tax'],
      [{ tax: 7998, gross: 107_998 }, 'tax'],
      [{ gross: 108_001 }, 'gross'],
      [{ tax: 8000.5 }, 'tax'],
      [{ bill_number: '1234567' }, 'bill_number'],
      [{ sold_on: '2027-01-01' }, 'rate'],
      [{ sold_on: '2025-06-30' }, 'rate'],
    ]
    for (const [more, field] of wrong) {
      const answer = await post(bill(more))
      expect([answer.status, Object.keys(answer.data.fields ?? {})], JSON.stringify(more)).toEqual([422, [field]])
    }
    for (const [at, more] of [
      {},
      { tax: 8001, gross: 108_001 },
      { tax: 7999, gross: 107_999 },
      { sold_on: '2026-12-31' },
    ].entries())
      expect((await post(bill({ bill_number: `99000000${at}`, ...more }))).status, JSON.stringify(more)).toBe(201)
    expect(
      (
        await post(
          bill({ bill_number: '990000009', sold_on: '2027-01-01', rate: rates['10%'], tax: 10_000, gross: 110_000 }),
        )
      ).status,
    ).toBe(201)
  })

  test('come from a workbook, may come again, and tell what does not fit', async () => {
    const head = [
      'Bill number',
      'Store',
      'Date of the bill',
      'VAT rate',
      'Amount without VAT',
      'Tax amount',
      'Amount with VAT',
    ]
    const of = (number: string, rate: string, net: number, tax: number, gross = net + tax, day = '2026-11-20') =>
      [number, 'S01', { day }, rate, net, tax, gross] as const
    const good = [
      of('0120261120004711', '8%', 100_000, 8000),
      of('0120261120004711', '5%', 40_000, 2000),
      of('0120261120004712', 'KCT', 15_000, 0),
    ]
    const bad = [
      of('0120261120004713', '8%', 100_000, 9000),
      of('0120261120004714', '8%', 100_000, 8000, 108_001),
      of('0120261120004711', '8%', 100_000, 8000),
      of('0120261120004715', '8%', 100_000, 8000, 108_000, '2027-01-02'),
      of('0120261120004716', '7%', 100_000, 7000),
    ]
    const read = await sent(chain, 'vat-detail', clerk, await bookOf(head, [...good, ...bad]))
    expect(read.counts, JSON.stringify(read.rows)).toMatchObject({ new: 3, bad: 5, same: 0 })
    expect(read.rows.map(({ said }) => Object.keys(said))).toEqual([
      ['tax'],
      ['gross'],
      ['bill_number'],
      ['rate'],
      ['rate'],
    ])
    await imported(chain, 'vat-detail', clerk, read)
    const again = await sent(
      chain,
      'vat-detail',
      clerk,
      await bookOf(head, [...good, of('0120261120004712', 'KCT', 16_000, 0)]),
    )
    expect(again.counts, JSON.stringify(again.rows)).toMatchObject({ new: 0, same: 3, bad: 1 })
    const kept = await rows(db, sql`select 1 from vat_get_info where bill_number like '01202611200047__'`)
    expect(kept).toHaveLength(3)
  })

  test('are found by their last 8 digits, with lines and sums; not outside one’s own store', async () => {
    const find = (tail: string, by = clerk) =>
      chain.call<
        { bill_number: string; net: number; tax: number; gross: number; lines: object[]; request: number | null }[]
      >('GET', `vat-detail/get-vat-amount?bill_tail=${tail}`, { by })
    expect((await find('20004711')).data).toMatchObject([
      {
        bill_number: '0120261120004711',
        store: { id: chain.stores[0] },
        net: 140_000,
        tax: 10_000,
        gross: 150_000,
        lines: [
          { rate: { name: '5%' }, net: 40_000 },
          { rate: { name: '8%' }, tax: 8000 },
        ],
        is_requested: false,
        request: null,
      },
    ])
    expect((await find('99999999')).data).toEqual([])
    expect((await find('4711')).status).toBe(422)
    const elsewhere = await chain.person({
      permissions: { 'vat-get-info': ALL_FLAGS },
      scope: 'store',
      store: chain.stores[1],
    })
    expect((await find('20004711', elsewhere)).data).toEqual([])
    const stranger = await chain.person({ permissions: {} })
    expect((await find('20004711', stranger)).status).toBe(403)
  })
})

describe('a request', () => {
  test('takes its sums from its lines, and refuses what does not add up', async () => {
    const one = await made({ lines: [line('8%', 100_000, 8000), line('5%', 40_000, 2000)] })
    expect(one).toMatchObject({
      amount_without_vat: 140_000,
      tax_amount: 10_000,
      amount_with_vat: 150_000,
      receipt_value: 150_000,
      state: 'requested',
      status: 'waiting',
    })
    const wrong: [object, string[]][] = [
      [{ lines: [line('8%', 100_000, 8002)] }, ['lines.0.tax']],
      [{ lines: [line('5%', 100, 5), line('8%', 100_000, 8000, 108_001)] }, ['lines.1.gross']],
      [{ lines: [{ rate: 999_999, net: 1, tax: 0, gross: 1 }] }, ['lines.0.rate']],
      [{ lines: [line('8%', 100_000, 8000)], sold_on: '2027-03-01' }, ['lines.0.rate']],
      [{ lines: [{ rate: rates['8%'], net: -1, tax: 'x' }] }, ['lines.0.net', 'lines.0.tax', 'lines.0.gross']],
      [{ lines: [line('8%', 100_000, 8000)], amount_with_vat: 108_001 }, ['amount_with_vat']],
      [{ amount_without_vat: 100, tax_amount: 8, amount_with_vat: 109 }, ['amount_with_vat']],
      [{ amount_with_vat: 108 }, ['amount_without_vat', 'tax_amount']],
      [{ lines: 'none' }, ['lines']],
      [{ bill_tail: '1234567' }, ['bill_tail']],
      [{ tax_code: '0100112438' }, ['tax_code']],
      [{ company_name: '' }, ['company_name']],
      [{ company_name: 'x'.repeat(256) }, ['company_name']],
    ]
    for (const [more, fields] of wrong) {
      const answer = await create(request(more))
      expect([answer.status, Object.keys(answer.data.fields ?? {})], JSON.stringify(more)).toEqual([422, fields])
    }
    const later = await chain.call<Request & Said>('PUT', `vat-info/${one.id}`, {
      by: clerk,
      body: { version: 1, lines: [line('8%', 200_000, 16_000)] },
    })
    expect(later.data).toMatchObject({ amount_with_vat: 216_000, receipt_value: 216_000, version: 2 })
    const odd = await chain.call<Said>('PUT', `vat-info/${one.id}`, { by: clerk, body: { version: 2, tax_amount: 1 } })
    expect(Object.keys(odd.data.fields ?? {})).toEqual(['tax_amount'])
  })

  test('stands once for a bill, even when asked for at once', async () => {
    const body = request()
    const answers = await Promise.all(Array.from({ length: 16 }, () => create(body)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, data } of answers.filter((one) => one.status !== 201))
      expect([status, Object.keys(data.fields ?? {})]).toEqual([409, ['bill_tail']])
    expect((await create({ ...body, tax_code: '0100233488' })).status).toBe(201)
    const whole = { receipt_number: '0120261120009999' }
    expect((await create(request(whole))).status).toBe(201)
    expect(Object.keys((await create(request(whole))).data.fields ?? {})).toEqual(['receipt_number'])
  })

  test('that is there already is named to who may see it only, and comes from the trash only while its bill is free', async () => {
    const near = { permissions: { 'vat-info': ALL_FLAGS }, scope: 'store' } as const
    const [here, there] = [
      await chain.person({ ...near, store: chain.stores[0] }),
      await chain.person({ ...near, store: chain.stores[1] }),
    ]
    const body = request({ lines: [line('8%', 100_000, 8000)] })
    const one = (await create({ ...body, store: chain.stores[0] }, here)).data
    await sql`insert into vat_get_info (bill_number, store, sold_on, rate, net, tax, gross)
      values ('77700077001', ${chain.stores[1]}, '2026-11-20', ${rates['8%']}, 100000, 8000, 108000)`.execute(db)
    const theirs = (await create(request({ receipt_number: '77700077001', store: chain.stores[0] }), here)).data
    const bills = async (by: Person) =>
      (await chain.call<object[]>('GET', 'vat-detail/get-vat-amount?bill_tail=00077001', { by })).data
    expect(await bills(admin)).toMatchObject([{ is_requested: true, request: theirs.id }])
    expect(await bills(there)).toMatchObject([{ is_requested: true, request: null }])
    const told = async (by: Person, store: number) => (await create({ ...body, store }, by)).data.fields?.bill_tail
    expect(await told(here, chain.stores[0])).toContain(one.number)
    expect(await told(there, chain.stores[1])).toBe('An invoice for this bill was already requested')
    await chain.call('DELETE', `vat-info/${one.id}`, { by: admin })
    expect((await create({ ...body, store: chain.stores[1] }, there)).status).toBe(201)
    const back = await chain.call<Said>('POST', `vat-info/${one.id}/restore`, { by: admin })
    expect([back.status, back.data.fields?.bill_tail]).toEqual([409, 'Last 8 digits of the bill is already in use'])
  })

  const WHY = { close_reason: 'Khách đổi ý, không lấy hóa đơn' }

  test('is closed without an invoice only with a reason, once by 64 at once, and goes back to where it was', async () => {
    const { id } = await made()
    const press = (by: Person, body: object = WHY) =>
      chain.call<Request>('POST', `vat-info/${id}/completed`, { by, body })
    expect(await press(clerk, {})).toMatchObject({ status: 422, code: 1456 })
    expect((await chain.call<Request>('GET', `vat-info/${id}`, { by: clerk })).data.status).toBe('waiting')
    const answers = await Promise.all(Array.from({ length: 64 }, (_, at) => press(at % 2 ? admin : clerk)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers[0]?.data).toMatchObject({ state: 'closed', status: 'completed', ...WHY })
    const told = await rows(
      db,
      sql`select 1 from activity where module = 'vat-info' and record_id = ${id} and action = 'completed'`,
    )
    expect(told).toHaveLength(1)
    const back = await chain.call<Request>('POST', `vat-info/${id}/undo-completed`, { by: admin })
    expect(back.data).toMatchObject({ status: 'waiting', state: 'requested', close_reason: null })
  })

  test('is completed by issuing its invoice, which nothing takes back; the badge counts what the list of waiting ones shows', async () => {
    const badge = async () =>
      (await chain.call<{ counts: Record<string, number> }>('GET', 'modules', { by: clerk })).data.counts['vat-info']
    const listed = async (by: string) =>
      (await chain.call<{ total: number }>('GET', `vat-info?${by}`, { by: clerk })).data.total
    const before = (await badge()) ?? 0
    const [closed, issued] = [await made(), await made()]
    expect(await badge()).toBe(before + 2)
    await chain.call('POST', `vat-info/${closed.id}/completed`, { by: clerk, body: WHY })
    const done = await chain.call<Request>('POST', `vat-info/${issued.id}/issue-invoice`, {
      by: clerk,
      body: {
        invoice_form: '1',
        invoice_serial: 'C26MAA',
        invoice_number: '00009001',
        issued_on: '2026-11-20',
        version: 1,
      },
    })
    expect(done.data).toMatchObject({ state: 'issued', status: 'completed', completed_by: { id: clerk.id } })
    expect((await chain.call('POST', `vat-info/${issued.id}/completed`, { by: clerk })).status).toBe(200)
    expect(await chain.call('POST', `vat-info/${issued.id}/undo-completed`, { by: admin })).toMatchObject({
      code: 1441,
    })
    expect(await badge()).toBe(before)
    expect([await listed('state=requested&state=sent'), await listed('status=waiting')]).toEqual([before, before])
  })
})

describe('the invoice', () => {
  const ISSUE = { invoice_form: '1', invoice_serial: 'C26MAA', invoice_number: '00000123', issued_on: '2026-11-20' }
  const CORRECT = {
    correction_reason: 'tax_code',
    correction_details: 'Sai số cuối của mã số thuế, biên bản ngày 20/11/2026',
    correction_serial: 'C26TAB',
    correction_number: '00000007',
    corrected_on: '2026-11-21',
  }
  const step = (id: number, name: string, body: object, by = admin) =>
    chain.call<Request & Said>('POST', `vat-info/${id}/${name}`, { by, body: { version: 1, ...body } })

  test('is issued once, with its form, serial, number and day', async () => {
    const { id } = await made()
    for (const [more, field] of [
      [{ invoice_serial: 'X26MAA' }, 'invoice_serial'],
      [{ invoice_serial: 'C26XAA' }, 'invoice_serial'],
      [{ invoice_serial: 'C26MA' }, 'invoice_serial'],
      [{ invoice_number: '123456789' }, 'invoice_number'],
      [{ invoice_number: '12a' }, 'invoice_number'],
      [{ invoice_form: '' }, 'invoice_form'],
      [{ issued_on: '2099-01-01' }, 'issued_on'],
    ] as const)
      expect(
        Object.keys((await step(id, 'issue-invoice', { ...ISSUE, ...more })).data.fields ?? {}),
        JSON.stringify(more),
      ).toEqual([field])
    const answers = await Promise.all(Array.from({ length: 8 }, () => step(id, 'issue-invoice', ISSUE, clerk)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await step(id, 'adjust-invoice', CORRECT, clerk)).status).toBe(403)
    const locked = await chain.call('PUT', `vat-info/${id}`, { by: admin, body: { version: 2, company_name: 'Khác' } })
    expect([locked.status, locked.code]).toEqual([409, 1441])
    const reach = await chain.call('PUT', `vat-info/${id}`, {
      by: admin,
      body: { version: 2, email: 'moi@saomai.example' },
    })
    expect(reach.status).toBe(200)
  })

  test('is not issued before its amounts are known', async () => {
    const { data } = await create(request())
    expect((await step(data.id, 'issue-invoice', ISSUE)).code).toBe(1443)
  })

  test.each([
    ['adjust-invoice', 'adjusted', 'Điều chỉnh', 'C26MAE'],
    ['replace-invoice', 'replaced', 'Thay thế', 'C26MAF'],
  ])('is corrected by %s, with a reason and the note that names the original', async (name, state, begins, serial) => {
    const { id } = await made()
    const correct = { ...CORRECT, correction_serial: serial }
    expect((await step(id, name, correct)).code).toBe(1402)
    await step(id, 'issue-invoice', { ...ISSUE, invoice_serial: serial })
    const only = await step(id, name, { ...correct, version: 2, correction_reason: 'name_or_address' })
    expect(Object.keys(only.data.fields ?? {})).toEqual(['correction_reason'])
    expect(
      Object.keys((await step(id, name, { ...correct, version: 2, correction_details: '' })).data.fields ?? {}),
    ).toEqual(['correction_details'])
    const done = await step(id, name, { ...correct, version: 2 })
    expect(done.data).toMatchObject({
      state,
      correction_note: `${begins} cho hóa đơn Mẫu số 1, ký hiệu ${serial}, số 00000123, ngày 20 tháng 11 năm 2026`,
    })
    const right = await chain.call<Request>('PUT', `vat-info/${id}`, {
      by: admin,
      body: { version: 3, tax_code: '0100233488' },
    })
    expect(right.status).toBe(200)
    expect(
      (await chain.call('PUT', `vat-info/${id}`, { by: clerk, body: { version: 4, tax_code: '0100112437' } })).code,
    ).toBe(1441)
  })
})

describe('an invoice that was corrected', () => {
  const issue = (serial: string, number = '00000123') => ({
    ...{ invoice_form: '1', invoice_serial: serial, invoice_number: number, issued_on: '2026-11-18' },
  })
  const fix = (number: string, day: string, more: object = {}) => ({
    ...{ correction_reason: 'amount', correction_details: 'Sai tiền một mặt hàng', correction_serial: 'C26TAC' },
    ...{ correction_number: number, corrected_on: day, ...more },
  })
  const step = ({ id, version }: Request, name: string, body: object, by = admin) =>
    chain.call<Request & Said>('POST', `vat-info/${id}/${name}`, { by, body: { version, ...body } })
  const issued = async (serial: string) => (await step(await made(), 'issue-invoice', issue(serial))).data
  const noteOf = (begins: string, serial: string, number: string, day: string) =>
    `${begins} cho hóa đơn Mẫu số 1, ký hiệu ${serial}, số ${number}, ngày ${day} tháng 11 năm 2026`

  test('is adjusted as often as needed, always naming the invoice first issued, and never replaced', async () => {
    const once = (await step(await issued('C26MAB'), 'adjust-invoice', fix('00000007', '2026-11-19'))).data
    const refused = await step(once, 'replace-invoice', fix('00000008', '2026-11-20'))
    expect([refused.status, refused.code]).toEqual([409, 1444])
    const twice = (await step(once, 'adjust-invoice', fix('00000008', '2026-11-20', { correction_reason: 'rate' })))
      .data
    const note = noteOf('Điều chỉnh', 'C26MAB', '00000123', '18')
    expect(twice).toMatchObject({ state: 'adjusted', correction_number: '00000008', correction_reason: 'rate' })
    expect(twice.corrections).toMatchObject([
      { way: 'adjusted', corrects: 'C26MAB 00000123', number: '00000007', reason: 'amount', on: '2026-11-19', note },
      { way: 'adjusted', corrects: 'C26MAB 00000123', number: '00000008', reason: 'rate', on: '2026-11-20', note },
    ])
  })

  test('is replaced as often as needed, each naming the one before it, and never adjusted', async () => {
    const once = (await step(await issued('C26MAC'), 'replace-invoice', fix('00000017', '2026-11-19'))).data
    expect((await step(once, 'adjust-invoice', fix('00000018', '2026-11-20'))).code).toBe(1445)
    const twice = (await step(once, 'replace-invoice', fix('00000018', '2026-11-20'))).data
    expect(twice.corrections.map(({ corrects, note }) => [corrects, note])).toEqual([
      ['C26MAC 00000123', noteOf('Thay thế', 'C26MAC', '00000123', '18')],
      ['C26TAC 00000017', noteOf('Thay thế', 'C26TAC', '00000017', '19')],
    ])
  })

  test('keeps numbers apart and days in order, and takes each correction once whoever presses', async () => {
    const one = await issued('C26MAD')
    expect((await step(one, 'adjust-invoice', fix('00000027', '2026-11-17'))).code).toBe(1446)
    const own = { correction_serial: 'C26MAD' }
    expect((await step(one, 'adjust-invoice', fix('00000123', '2026-11-19', own))).code).toBe(1447)
    const once = (await step(one, 'adjust-invoice', fix('00000027', '2026-11-19'))).data
    expect((await step(once, 'adjust-invoice', fix('00000027', '2026-11-19'))).code).toBe(1447)
    expect((await step(once, 'adjust-invoice', fix('00000028', '2026-11-18'))).code).toBe(1446)
    const only = await step(
      once,
      'adjust-invoice',
      fix('00000028', '2026-11-20', { correction_reason: 'name_or_address' }),
    )
    expect(Object.keys(only.data.fields ?? {})).toEqual(['correction_reason'])
    expect((await step(once, 'adjust-invoice', fix('00000028', '2026-11-20'), clerk)).status).toBe(403)
    const at = Array.from({ length: 8 }, (_, n) => step(once, 'adjust-invoice', fix(`0000003${n}`, '2026-11-20')))
    expect((await Promise.all(at)).filter(({ status }) => status === 200)).toHaveLength(1)
    const now = (await chain.call<Request>('GET', `vat-info/${one.id}`, { by: admin })).data
    expect(now.corrections).toHaveLength(2)
    const found = await chain.call<{ data: Request[] }>('GET', 'vat-info?search=00000027', { by: admin })
    expect(found.data.data.map(({ id }) => id)).toContain(one.id)
  })

  test('has a number that no other request has, first or correcting, whoever presses at once, and says where it stands', async () => {
    const one = await issued('C26MAG')
    const other = await made()
    const again = await step(other, 'issue-invoice', issue('C26MAG', '123'))
    const said = `An invoice with this serial and number stands at request ${one.number} already.`
    expect([again.status, again.text]).toEqual([409, said])
    const flags = { ...ALL_FLAGS, delete: false }
    const elsewhere = await chain.person({ permissions: { 'vat-info': flags }, scope: 'store', store: chain.stores[1] })
    const near = await made({ store: chain.stores[1] })
    const hidden = await step(near, 'issue-invoice', issue('C26MAG'), elsewhere)
    expect([hidden.code, hidden.text]).toEqual([1453, expect.not.stringContaining(one.number)])
    expect((await step(other, 'issue-invoice', issue('C26MAH'))).status).toBe(200)
    const once = (await step(one, 'adjust-invoice', fix('00000041', '2026-11-19'))).data
    const taken = await step({ ...other, version: 2 }, 'adjust-invoice', fix('41', '2026-11-19'))
    expect([taken.code, taken.text]).toEqual([1449, expect.stringContaining(one.number)])

    const many = await Promise.all(Array.from({ length: 8 }, () => made()))
    const answers = await Promise.all(many.map((each) => step(each, 'issue-invoice', issue('C26MAG', '00000777'))))
    const winner = answers.find(({ status }) => status === 200)
    const lost = answers.filter(({ status }) => status !== 200)
    expect(lost.map(({ code, text }) => [code, text.includes(winner?.data.number ?? '?')])).toEqual(
      Array.from({ length: 7 }, () => [1449, true]),
    )

    // What lies in the trash gives its numbers back, and takes them again only while they are free.
    await chain.call('DELETE', `vat-info/${one.id}`, { by: admin, body: { version: once.version } })
    expect((await step(near, 'issue-invoice', issue('C26MAG'))).status).toBe(200)
    const back = await chain.call<Said>('POST', `vat-info/${one.id}/restore`, { by: admin, body: {} })
    expect([back.status, Object.keys(back.data.fields ?? {})]).toEqual([409, ['invoice_number']])
  })
})

test('the batch for the provider takes each waiting request once, whoever presses, and can be fetched again', async () => {
  await sql`update vat_info set deleted_at = now()`.execute(db)
  const some = await Promise.all(Array.from({ length: 5 }, () => made()))
  await create(request())
  const send = (password = PASSWORD, by = admin) =>
    chain.call<{ batch: number; n: number }>('POST', 'vat-info/batch', { by, body: { password } })
  expect((await send('not mine at all')).data).toMatchObject({ fields: { password: expect.any(String) } })
  const answers = await Promise.all(Array.from({ length: 8 }, () => send()))
  const done = answers.filter(({ status }) => status === 200).map(({ data }) => data)
  expect(done.reduce((sum, { n }) => sum + n, 0)).toBe(5)
  expect(answers.filter(({ status }) => status !== 200).every(({ code }) => code === 1442)).toBe(true)
  expect((await send(PASSWORD, clerk)).status).toBe(403)
  const [{ batch = 0 } = {}] = done
  const columns = ['number', 'tax_code', 'lines', 'email'].map((name) => `columns=${name}`).join('&')
  const file = async (given: object | null = { reason: 'Gửi nhà cung cấp', password: PASSWORD }) => {
    const answer = await fetch(`${chain.url}/api/vat-info/export?batch=${batch}&${columns}`, {
      method: given ? 'POST' : 'GET',
      headers: {
        ...(given && { 'content-type': 'application/json' }),
        ...{ authorization: `Bearer ${admin.token}`, 'accept-language': 'vi' },
      },
      ...(given && { body: JSON.stringify(given) }),
    })
    if (!answer.ok) return answer.status
    const found: unknown[] = []
    for await (const part of rowsOf(Buffer.from(await answer.arrayBuffer())))
      found.push(...part.map(({ cells }) => cells))
    return found
  }
  const first = await file()
  expect(await file()).toEqual(first)
  expect(JSON.stringify(first)).toContain('8% · 100000 · 8000 · 108000')
  // The provider writes to the buyer: in full for a reason and with the password, as every export, and masked otherwise.
  expect(JSON.stringify(first)).toContain('ketoan@saomai.example')
  expect(JSON.stringify(await file(null))).not.toContain('ketoan@saomai.example')
  expect([await file({ password: PASSWORD }), await file({ reason: 'Gửi nhà cung cấp' })]).toEqual([422, 422])
  const marked = await rows(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from activity where module = 'vat-info' and action = 'batch'`,
  )
  expect(marked[0]?.n).toBe(some.length)
})

describe('the public form', () => {
  async function solved() {
    const { data } = await chain.call<{ challenge: string }>('GET', 'public/challenge')
    return { ...solve(data.challenge), agreed: true, terms: '1', website: '' }
  }
  const send = (body: object, key: string = randomUUID()) =>
    chain.call<{ number: string } & Said>('POST', 'vat-info/vat-register', {
      body,
      headers: { 'idempotency-key': key },
    })
  const aPersonsTime = () => new Promise((later) => setTimeout(later, 3100))

  test('fills in the bill and the company, once however often it is sent, and tells nobody else’s', async () => {
    await sql`insert into master_company (tax_code, name, address) values ('0312687878001', 'Chi nhánh Bình Minh', '{"line":"5 Lê Lợi","ward":"Bến Thành","district":null,"province":"Hồ Chí Minh","model":2}')`.execute(
      db,
    )
    await sql`insert into vat_get_info (bill_number, store, sold_on, rate, net, tax, gross) values
      ('0220261121007001', ${chain.stores[1]}, '2026-11-21', ${rates['8%']}, 50000, 4000, 54000), ('0220261121007001', ${chain.stores[1]}, '2026-11-21', ${rates['5%']}, 20000, 1000, 21000)`.execute(
      db,
    )
    const works = await Promise.all([solved(), solved(), solved(), solved()])
    await aPersonsTime()
    const [first, second, third, fourth] = works
    const body = {
      ...first,
      company_name: 'Bình Minh',
      tax_code: '0312687878-001',
      bill_tail: '21007001',
      email: 'kt@binhminh.example',
    }
    for (const [more, field] of [
      [{ tax_code: '0312687879' }, 'tax_code'],
      [{ bill_tail: '2100700' }, 'bill_tail'],
      [{ email: '' }, 'email'],
      [{ email: 'x@' }, 'email'],
      [{ company_name: ' ' }, 'company_name'],
      [{ agreed: false }, 'agreed'],
    ] as const)
      expect(Object.keys((await send({ ...body, ...more })).data.fields ?? {}), field).toEqual([field])
    expect((await send({ ...body, state: 'issued' })).data.fields).toHaveProperty('state')
    expect((await send(body)).status).toBe(201)
    const kept = await row(db, { id: 'number' }, sql`select * from vat_info where tax_code = '0312687878001'`)
    expect(kept).toMatchObject({
      state: 'requested',
      source: 'public',
      receipt_number: '0220261121007001',
      amount_with_vat: 75_000,
      store: chain.stores[1],
      address: { line: '5 Lê Lợi' },
    })

    const again = await send({ ...body, ...second })
    expect([again.status, Object.keys(again.data.fields ?? {})]).toEqual([409, ['bill_tail']])
    const key = randomUUID()
    const other = { ...body, ...third, tax_code: '0100112437' }
    const answers = await Promise.all(Array.from({ length: 16 }, () => send(other, key)))
    expect(new Set(answers.map(({ data }) => data.number)).size).toBe(1)
    const foreign = await row(db, sql`select * from vat_info where tax_code = '0100112437' and bill_tail = '21007001'`)
    expect(foreign).toMatchObject({ receipt_number: null, amount_with_vat: null })
    expect(
      Object.keys((await send({ ...other, ...fourth, tax_code: '0100233488', bill_tail: '99887766' })).data),
    ).toEqual(['number'])
    const consents = await rows(
      db,
      sql`select 1 from consents where module = 'vat-info' and record_id = ${kept?.id ?? 0}`,
    )
    expect(consents).toHaveLength(1)
  })
})

describe('goods refund', () => {
  const refund = (more: object = {}) => ({
    bill: '0120261120004711',
    lines: [{ product: 'Bột giặt Omo 4 kg', quantity: 1, description: 'Bao bì rách' }],
    amount: 169_000,
    reason: 'Bao bì rách khi mở thùng',
    store: chain.stores[0],
    shift: 'morning',
    staff: clerk.id,
    member_card: '8888000011112222',
    ...more,
  })
  const post = (body: object) =>
    chain.call<Said & { id: number; lines: object[]; number: string }>('POST', 'goods-refund', { by: clerk, body })

  test('names the goods line by line, who took them back, and in which shift', async () => {
    for (const [more, field] of [
      [{ lines: [] }, 'lines'],
      [{ lines: [{ quantity: 1 }] }, 'lines.0.product'],
      [{ lines: [{ product: 'Sữa', quantity: 0 }] }, 'lines.0.quantity'],
      [{ lines: [{ product: 'Sữa', quantity: 1.5 }] }, 'lines.0.quantity'],
      [{ lines: Array.from({ length: 51 }, () => ({ product: 'Sữa', quantity: 1 })) }, 'lines'],
      [{ shift: 'night' }, 'shift'],
      [{ staff: null }, 'staff'],
      [{ reason: '' }, 'reason'],
      [{ bill: '' }, 'bill'],
      [{ member_card: '123' }, 'member_card'],
      [{ amount: -1 }, 'amount'],
      [{ lines: [{ product: 'Sữa', quantity: 1, price: 1 }] }, 'lines.0.price'],
    ] as const)
      expect(Object.keys((await post(refund(more))).data.fields ?? {}), JSON.stringify(more)).toEqual([field])
    const made = await post(
      refund({
        lines: [
          { product: ' Sữa ', quantity: 2 },
          { product: 'Bơ', quantity: 1, description: null },
        ],
      }),
    )
    expect(made.data.lines).toEqual([
      { product: 'Sữa', barcode: null, quantity: 2, description: null },
      { product: 'Bơ', barcode: null, quantity: 1, description: null },
    ])
    const list = await chain.call<{ data: { member_card: string }[] }>('GET', 'goods-refund', { by: clerk })
    expect(list.data.data[0]?.member_card).toBe('*********222')
  })

  test('is completed once', async () => {
    const { data } = await post(refund())
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => chain.call('POST', `goods-refund/${data.id}/completed`, { by: clerk })),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(
      await rows(
        db,
        sql`select 1 from activity where module = 'goods-refund' and record_id = ${data.id} and action = 'completed'`,
      ),
    ).toHaveLength(1)
  })

  test('takes no change once completed, until an administrator undoes that', async () => {
    const { data } = await post(refund())
    const change = (version: number, by = clerk) =>
      chain.call<{ amount: number }>('PUT', `goods-refund/${data.id}`, { by, body: { version, amount: 1 } })
    await chain.call('POST', `goods-refund/${data.id}/completed`, { by: clerk })
    for (const [version, by] of [
      [1, clerk],
      [2, clerk],
      [2, admin],
    ] as const)
      expect(await change(version, by)).toMatchObject({ status: 409, code: 1454 })
    const { data: still } = await chain.call<{ amount: number; version: number }>('GET', `goods-refund/${data.id}`, {
      by: clerk,
    })
    expect(still).toMatchObject({ amount: 169_000, version: 2 })
    await chain.call('POST', `goods-refund/${data.id}/undo-completed`, { by: admin })
    expect((await change(2)).code).not.toBe(1454)
    expect((await change(3)).data).toMatchObject({ amount: 1 })
  })

  test('belongs to the complaint it came from, and stands with the VAT request on the card of the customer', async () => {
    const ticket = await chain.ticket(admin, { phone: '0987654321' })
    const phone = '0987654321'
    const { data: mine } = await post(refund({ phone, complaint: ticket.id }))
    const asked = await made({ phone })
    const card = await chain.call<{ records: { data: { module: string; id: number; number: string }[] } }>(
      'GET',
      `ticket/${ticket.id}/customer`,
      { by: admin },
    )
    expect(card.data.records.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ module: 'goods-refund', id: mine.id, number: mine.number }),
        expect.objectContaining({ module: 'vat-info', id: asked.id, number: asked.number, status: 'requested' }),
      ]),
    )
    const listed = await chain.call<{ data: { id: number }[] }>('GET', `goods-refund?complaint=${ticket.id}`, {
      by: admin,
    })
    expect(listed.data.data.map(({ id }) => id)).toEqual([mine.id])
    expect((await post(refund({ complaint: 999_999 }))).data.fields).toHaveProperty('complaint')
  })
})
