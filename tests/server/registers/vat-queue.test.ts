import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import { wallClock } from '../../../src/shared/format.ts'
import { ALL_FLAGS } from '../../../src/shared/users/permissions.ts'
import { bookOf, imported, sent, type Written } from '../../setup/books.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { REDUCED_RATE_DAY } from '../../setup/vat.ts'

const chain = await startChain()
const { db } = chain
const admin = await chain.person()
const plain = { ...ALL_FLAGS, other: false, delete: false }
const clerk = await chain.person({ permissions: { 'vat-info': plain } })
const colleague = await chain.person({ permissions: { 'vat-info': plain } })
const rate = await row(db, { id: 'number' }, sql`select id from vat_rates where name = '8%'`)

interface Request {
  id: number
  version: number
  number: string
  state: string
  status: string
  invoice_number: string | null
  completed_by: object | null
  fields?: Record<string, string>
}
const LINES = [{ rate: rate?.id, net: 100_000, tax: 8000, gross: 108_000 }]
let tail = 50_000_000
async function made(more: object = {}): Promise<Request> {
  const body = {
    company_name: 'Công ty TNHH Sao Mai',
    tax_code: '0100112437',
    bill_tail: String(++tail),
    sold_on: REDUCED_RATE_DAY,
    lines: LINES,
  }
  const answer = await chain.call<Request>('POST', 'vat-info', { by: clerk, body: { ...body, ...more } })
  expect(answer.status, answer.text).toBe(201)
  return answer.data
}
const invoice = (serial: string, number: string, more: object = {}) => ({
  ...{ invoice_form: '1', invoice_serial: serial, invoice_number: number, issued_on: '2026-11-20', ...more },
})
const step = ({ id, version }: { id: number; version: number }, name: string, body: object = {}, by = clerk) =>
  chain.call<Request>('POST', `vat-info/${id}/${name}`, { by, body: { version, ...body } })
const show = async (id: number) => (await chain.call<Request>('GET', `vat-info/${id}`, { by: admin })).data

describe('an invoice that was written down at the wrong request', () => {
  test('is taken back by whoever did it, and gives its number back', async () => {
    const [wrong, right] = [await made(), await made()]
    const done = (await step(wrong, 'issue-invoice', invoice('C26TUA', '00000001'))).data
    expect(done).toMatchObject({ state: 'issued', status: 'completed' })
    expect((await step(done, 'undo-issue', {}, colleague)).status).toBe(409)
    const back = (await step(done, 'undo-issue')).data
    expect(back).toMatchObject({ state: 'requested', status: 'waiting', invoice_number: null, completed_by: null })
    expect((await step(right, 'issue-invoice', invoice('C26TUA', '00000001'))).status).toBe(200)
    // What was undone waits as before, and gets another one.
    expect((await step(back, 'issue-invoice', invoice('C26TUA', '00000002'))).status).toBe(200)
  })

  test('that was sent to the provider is sent again', async () => {
    const one = await made()
    await sql`update vat_info set state = 'sent', batch = 7 where id = ${one.id}`.execute(db)
    const done = (await step(one, 'issue-invoice', invoice('C26TUA', '00000003'))).data
    expect((await step(done, 'undo-issue')).data.state).toBe('sent')
  })

  test('stands after ten minutes, for administrators as well, and once it was corrected', async () => {
    const done = (await step(await made(), 'issue-invoice', invoice('C26TUA', '00000004'))).data
    const corrected = (
      await step(
        done,
        'adjust-invoice',
        {
          ...{ correction_reason: 'amount', correction_details: 'Sai tiền', correction_serial: 'C26TUA' },
          ...{ correction_number: '00000005', corrected_on: '2026-11-20' },
        },
        admin,
      )
    ).data
    expect((await step(corrected, 'undo-issue')).code).toBe(1441)
    const old = (await step(await made(), 'issue-invoice', invoice('C26TUA', '00000006'))).data
    await sql`update vat_info set completed_at = now() - interval '11 minutes' where id = ${old.id}`.execute(db)
    for (const by of [clerk, admin]) expect((await step(old, 'undo-issue', {}, by)).status).toBe(409)
    expect((await show(old.id)).state).toBe('issued')
  })
})

test('each step is refused from every state that it does not start from', async () => {
  const steps = {
    requested: ['undo-completed?', 'undo-issue', 'adjust-invoice', 'replace-invoice'],
    issued: ['issue-invoice', 'undo-completed'],
    closed: ['issue-invoice', 'undo-issue', 'adjust-invoice', 'replace-invoice'],
  }
  const issued = (await step(await made(), 'issue-invoice', invoice('C26TFA', '00000001'))).data
  const closed = await made()
  await chain.call('POST', `vat-info/${closed.id}/completed`, { by: clerk, body: { close_reason: 'Khách đổi ý' } })
  const CORRECTION = {
    ...{ correction_reason: 'amount', correction_details: 'Sai tiền', correction_serial: 'C26TFA' },
    ...{ correction_number: '00000009', corrected_on: '2026-11-20' },
  }
  const at: Record<string, Request> = { requested: await made(), issued, closed: await show(closed.id) }
  for (const [state, names] of Object.entries(steps))
    for (const name of names.filter((one) => !one.endsWith('?'))) {
      const one = at[state]
      if (!one) throw new Error(state)
      const body =
        name === 'issue-invoice' ? invoice('C26TFA', '00000002') : /adjust|replace/.test(name) ? CORRECTION : {}
      expect((await step(one, name, body, admin)).status, `${name} of ${state}`).toBe(409)
      expect((await show(one.id)).state).toBe(state)
    }
})

test('a serial is taken in whatever case and with blanks, and all that is wrong is told at once', async () => {
  const one = await made()
  const wrong = await step(one, 'issue-invoice', {
    ...{ invoice_form: '1', invoice_serial: 'X26', invoice_number: '12a', issued_on: '2099-01-01' },
  })
  expect(Object.keys(wrong.data.fields ?? {}).toSorted()).toEqual(['invoice_number', 'invoice_serial', 'issued_on'])
  const done = await step(one, 'issue-invoice', invoice(' c26 tsa', '00000001'))
  expect(done.data).toMatchObject({ state: 'issued', invoice_serial: 'C26TSA' })
})

describe('the next invoice', () => {
  const year = Number(wallClock(new Date(), 'Asia/Ho_Chi_Minh').day.slice(2, 4))
  const next = async (store: number | string = '') =>
    (await chain.call('GET', `vat-info/next-invoice?store=${store}`, { by: clerk })).data

  test('has the serial that the store used last, and the number after the highest of it', async () => {
    const [here, there] = chain.stores
    const [A, B] = [`C${year}TNA`, `C${year}TNB`]
    await step(await made({ store: here }), 'issue-invoice', invoice(A, '00000041'))
    await step(await made({ store: there }), 'issue-invoice', invoice(B, '007'))
    await step(await made({ store: there }), 'issue-invoice', invoice(A, '00000099'))
    await step(await made({ store: here }), 'issue-invoice', invoice(A, '00000042'))
    expect(await next(here)).toEqual({ invoice_form: '1', invoice_serial: A, invoice_number: '00000100' })
    await step(await made({ store: there }), 'issue-invoice', invoice(B, '009'))
    expect(await next(there)).toEqual({ invoice_form: '1', invoice_serial: B, invoice_number: '010' })
    // A store that issued none yet goes on with the chain's last.
    expect(await next(999_999)).toMatchObject({ invoice_serial: B })
  })

  test('in a new year counts from one', async () => {
    const done = (
      await step(
        await made(),
        'issue-invoice',
        invoice(`C${year - 1}TNY`, '00000912', { issued_on: `20${year - 1}-12-31` }),
      )
    ).data
    expect(await next()).toEqual({ invoice_form: '1', invoice_serial: `C${year}TNY`, invoice_number: '00000001' })
    await step(done, 'undo-issue')
  })

  test('tells nothing of other stores to who sees only one', async () => {
    const empty = await row(
      db,
      { id: 'number' },
      sql`insert into stores (code, name, phone) values ('S77', 'Siêu thị mới', '0912345670') returning id`,
    )
    const near = await chain.person({ permissions: { 'vat-info': plain }, scope: 'store', store: empty?.id ?? 0 })
    const said = await chain.call('GET', `vat-info/next-invoice?store=${chain.stores[0]}`, { by: near })
    expect(said.data).toMatchObject({ invoice_serial: null, invoice_number: null })
  })
})

test('the tabs count what their lists show, and the waiting ones are the badge', async () => {
  const tabs = (await chain.call<Record<string, number>>('GET', 'vat-info/counts', { by: clerk })).data
  const total = async (query: string) =>
    (await chain.call<{ total: number }>('GET', `vat-info?${query}`, { by: clerk })).data.total
  expect(tabs).toEqual({
    waiting: await total('state=requested&state=sent'),
    sent: await total('state=sent'),
    issued: await total('state=issued'),
    corrected: await total('state=adjusted&state=replaced'),
    all: await total(''),
  })
  const { data } = await chain.call<{ counts: Record<string, number> }>('GET', 'modules', { by: clerk })
  expect(data.counts['vat-info']).toBe(tabs.waiting)
})

test('before a batch it is told how many go, and how many lack their amounts', async () => {
  await sql`update vat_info set deleted_at = now() where state = 'requested'`.execute(db)
  await Promise.all([made(), made(), made({ lines: [] })])
  const ahead = await chain.call('GET', 'vat-info/batch', { by: admin })
  expect(ahead.data).toEqual({ n: 2, lacking: 1 })
  expect((await chain.call('GET', 'vat-info/batch', { by: clerk })).status).toBe(403)
})

describe('the workbook that the provider gives back', () => {
  const HEAD = ['Số yêu cầu', 'Ký hiệu', 'Số hóa đơn', 'Ngày lập', 'Mã CQT', 'Tên khách hàng']
  const day = { day: '2026-11-24' }
  const of = (
    number: string,
    serial: string,
    invoiced: Written,
    more: Partial<Record<'on' | 'code', Written>> = {},
  ) => [...[number, serial, invoiced, more.on ?? day, more.code ?? null, 'Sao Mai']]
  let waiting: Request[] = []
  beforeAll(async () => {
    waiting = await Promise.all(Array.from({ length: 4 }, () => made()))
  })
  const numbers = () => waiting.map(({ number }) => number)

  test('issues the invoice of each request that it names, and changes nothing when it comes again', async () => {
    const [one = '', two = ''] = numbers()
    const book = await bookOf(HEAD, [
      of(one, '1C26TPA', '00000011', { code: '00A1B2' }),
      of(two.toLowerCase(), 'c26tpa', 12),
    ])
    const read = await sent(chain, 'vat-info', clerk, book)
    expect(read.counts, JSON.stringify(read.rows)).toMatchObject({ new: 2, bad: 0, same: 0, warned: 0 })
    expect((await show(waiting[0]?.id ?? 0)).state).toBe('requested')
    expect((await imported(chain, 'vat-info', clerk, read)).done).toBe(2)
    expect(await show(waiting[0]?.id ?? 0)).toMatchObject({
      ...{
        state: 'issued',
        status: 'completed',
        invoice_form: '1',
        invoice_serial: 'C26TPA',
        invoice_number: '00000011',
      },
      ...{ issued_on: '2026-11-24', authority_code: '00A1B2', completed_by: { id: clerk.id } },
    })
    const again = await sent(chain, 'vat-info', clerk, book)
    expect(again.counts).toMatchObject({ new: 0, same: 2, bad: 0, changed: 0 })
    const told = await rows(
      db,
      sql`select 1 from activity where module = 'vat-info' and action = 'issue-invoice' and record_id = ${waiting[0]?.id ?? 0}`,
    )
    expect(told).toHaveLength(1)
  })

  test('tells every row that cannot be: unknown, closed, without amounts, with another invoice, or a number that is taken', async () => {
    const [one = '', , three = '', four = ''] = numbers()
    const closed = await made()
    await chain.call('POST', `vat-info/${closed.id}/completed`, { by: clerk, body: { close_reason: 'Khách đổi ý' } })
    const bare = await made({ lines: [] })
    const book = await bookOf(HEAD, [
      of('V999999', 'C26TPA', '00000020'),
      of(closed.number, 'C26TPA', '00000021'),
      of(bare.number, 'C26TPA', '00000022'),
      of(one, 'C26TPA', '00000023'),
      of(three, 'C26TPA', '11'),
      of(four, 'X26', '1a', { on: { day: '2099-01-01' } }),
      of('', 'C26TPA', '00000024'),
    ])
    const read = await sent(chain, 'vat-info', clerk, book)
    expect(read.counts, JSON.stringify(read.rows)).toMatchObject({ new: 0, same: 0, bad: 7 })
    expect(read.rows.map(({ said }) => Object.keys(said).toSorted())).toEqual([
      ...[['number'], ['number'], ['number'], ['invoice_number'], ['invoice_number']],
      ...[['invoice_number', 'invoice_serial', 'issued_on'], ['number']],
    ])
    expect(read.rows[3]?.said.invoice_number).toContain('C26TPA 00000011')
    expect(read.rows[4]?.said.invoice_number).toContain(one)
  })

  test('may come as a text of cells, as providers and spreadsheets save it', async () => {
    const [one, two] = [await made(), await made()]
    const text = [
      'Số yêu cầu;Ký hiệu;Số hóa đơn;Ngày lập;Mã CQT',
      `${one.number};1C26TPC;="00000021";24/11/2026;00A1B3`,
      `${two.number};1C26TPC;22;2026-11-24;`,
    ].join('\r\n')
    for (const encoding of ['utf8', 'utf16le'] as const) {
      const read = await sent(chain, 'vat-info', clerk, Buffer.from(`\ufeff${text}`, encoding), { name: 'ket-qua.csv' })
      expect(read.counts, JSON.stringify(read.rows)).toMatchObject({ new: 2, bad: 0 })
    }
    const read = await sent(chain, 'vat-info', clerk, Buffer.from(text), { name: 'ket-qua.csv' })
    await imported(chain, 'vat-info', clerk, read)
    expect(await show(one.id)).toMatchObject({
      ...{ state: 'issued', invoice_serial: 'C26TPC', invoice_number: '00000021' },
      ...{ issued_on: '2026-11-24', authority_code: '00A1B3' },
    })
    expect((await show(two.id)).state).toBe('issued')
    await expect(sent(chain, 'vat-info', clerk, Buffer.from(text), { name: 'ket-qua.xlsx' })).rejects.toThrow('415')
  })

  test('that lacks a column says so at each row', async () => {
    const [one = ''] = numbers()
    const read = await sent(chain, 'vat-info', clerk, await bookOf(HEAD.slice(0, 3), [[one, 'C26TPA', '00000011']]))
    expect(
      read.rows.map(({ said }) => Object.keys(said)),
      read.problem ?? '',
    ).toEqual([['issued_on']])
  })

  test('may name a request and an invoice once', async () => {
    const [, , three = '', four = ''] = numbers()
    const book = await bookOf(HEAD, [
      of(three, 'C26TPA', '00000031'),
      of(three, 'C26TPA', '00000032'),
      of(four, 'C26TPA', '31'),
    ])
    const read = await sent(chain, 'vat-info', clerk, book)
    expect(read.counts, JSON.stringify(read.rows)).toMatchObject({ new: 1, bad: 2 })
  })

  test('refuses a row alone whose request was issued meanwhile', async () => {
    const [, , three = '', four = ''] = numbers()
    const book = await bookOf(HEAD, [of(three, 'C26TPA', '00000041'), of(four, 'C26TPA', '00000042')])
    const read = await sent(chain, 'vat-info', clerk, book)
    await step(waiting[2] ?? { id: 0, version: 0 }, 'issue-invoice', invoice('C26TPA', '00000051'))
    const done = await imported(chain, 'vat-info', clerk, read)
    expect(done).toMatchObject({ done: 1, counts: { bad: 1 } })
    expect((await show(waiting[2]?.id ?? 0)).invoice_number).toBe('00000051')
    expect((await show(waiting[3]?.id ?? 0)).invoice_number).toBe('00000042')
  })

  test('names no request outside one’s own store, and issues nothing for who may only add', async () => {
    const far = await made({ store: chain.stores[1] })
    const near = await chain.person({ permissions: { 'vat-info': plain }, scope: 'store', store: chain.stores[0] })
    const adder = await chain.person({ permissions: { 'vat-info': { ...plain, edit: false } } })
    const book = await bookOf(HEAD, [of(far.number, 'C26TPA', '00000061')])
    const readBy = async (by: Person) => (await sent(chain, 'vat-info', by, book)).counts
    expect(await readBy(near)).toMatchObject({ new: 0, bad: 1 })
    expect(await readBy(adder)).toMatchObject({ new: 0, bad: 1 })
  })
})

test('bills of the tills are listed one row each, with their rates and what they come to, and lines as ever', async () => {
  const five = await row(db, { id: 'number' }, sql`select id from vat_rates where name = '5%'`)
  const [here, there] = chain.stores
  await sql`insert into vat_get_info (bill_number, store, sold_on, rate, net, tax, gross) values
    ('66600000001', ${here}, '2026-11-20', ${rate?.id}, 100000, 8000, 108000), ('66600000001', ${here}, '2026-11-20', ${five?.id}, 40000, 2000, 42000),
    ('66600000001', ${here}, '2026-11-21', ${rate?.id}, 10000, 800, 10800), ('66600000002', ${there}, '2026-11-20', ${rate?.id}, 20000, 1600, 21600)`.execute(
    db,
  )
  const list = async (query: string) =>
    (
      await chain.call<{ data: Record<string, unknown>[]; total: number }>('GET', `vat-detail?sort=id&${query}`, {
        by: admin,
      })
    ).data
  const bills = await list('by_bill=1')
  expect(bills.total).toBe(3)
  expect(bills.data.map((one) => [one.bill_rates, one.bill_net, one.bill_tax, one.bill_gross])).toEqual([
    ['5% · 8%', 140_000, 10_000, 150_000],
    ['8%', 10_000, 800, 10_800],
    ['8%', 20_000, 1600, 21_600],
  ])
  expect((await list('')).total).toBe(4)
  // A line that goes takes its amounts with it, and another one stands for the bill.
  await chain.call('DELETE', `vat-detail/${String(bills.data[0]?.id)}`, { by: admin })
  const left = await list('by_bill=1')
  expect([left.total, left.data.find((one) => one.bill_gross === 42_000)?.bill_rates]).toEqual([3, '5%'])
})

test('whether a bill is known is told to anybody who names a company, and nothing else of it', async () => {
  const asked = (end: string, code: string) => chain.call('GET', `public/bill?bill_tail=${end}&tax_code=${code}`)
  const known = async (end: string) => (await asked(end, '0100112437')).data
  expect(await known('00000001')).toEqual({ is_known: true })
  expect(await known('99999999')).toEqual({ is_known: false })
  expect(await known('1')).toEqual({ is_known: false })
  for (const code of ['', '0100112430']) {
    const { status, data } = await asked('00000001', code)
    expect([status, data]).toEqual([422, { fields: { tax_code: 'Please enter a valid tax code' } }])
  }
})

test('nobody walks through the numbers of bills: an address asks for twenty an hour, that of a store for all its customers', async () => {
  const strict = await startChain({
    RATE_LIMITS: 'default',
    TRUST_PROXY: '127.0.0.1',
    STORE_NETWORKS: '203.0.113.0/28',
  })
  const ask = async (from: string, n: number) => {
    const path = `public/bill?bill_tail=${String(n).padStart(8, '0')}&tax_code=0100112437`
    return (await strict.call('GET', path, { headers: { 'x-forwarded-for': from } })).status
  }
  const statuses: number[] = []
  for (let n = 0; n < 21; n += 1) statuses.push(await ask('198.51.100.9', n))
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
  for (let n = 0; n < 21; n += 1) expect(await ask('203.0.113.5', n)).toBe(200)
})
