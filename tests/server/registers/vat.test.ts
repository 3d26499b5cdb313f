import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { rows } from '../../../src/server/db/db.ts'
import type { BookRow } from '../../../src/server/sheets/xlsx/book.ts'
import { rowsOf } from '../../../src/server/sheets/xlsx/read-book.ts'
import { ALL_FLAGS } from '../../../src/shared/users/permissions.ts'
import { isTaxCode } from '../../../src/shared/vietnam/vietnam.ts'
import { bookOf, imported, sent } from '../../setup/books.ts'
import { type Person, startChain } from '../../setup/chain.ts'

/** Accounting without `other`. */
const chain = await startChain()
const admin = await chain.person()
const plain = { ...ALL_FLAGS, other: false }
const clerk = await chain.person({
  permissions: { 'master-company': plain, 'vat-info': plain, 'vat-get-info': plain, 'register-dictionary': plain },
})
const stranger = await chain.person({ permissions: {} })

interface Company {
  id: number
  version: number
  tax_code: string
  name: string
  is_confirmed: boolean
  fields?: Record<string, string>
}
const company = (by: Person, body: object) => chain.call<Company>('POST', 'master-company', { by, body })

describe('tax codes', () => {
  const right = ['0100112437', '0100233488', '0314409058-002', '0312687878-001', '001090000001', '0106 869 738']
  const wrong = ['0100233480', '0100112437-000', '0000000001', '12345', '01001124371', '12345678901234', 'abcdefghij']

  test('the database and the form judge every code alike', async () => {
    const codes = [
      ...right,
      ...wrong,
      ...Array.from({ length: 400 }, (_, at) => String(100_000_000 + at * 7919).padStart(10, '0')),
    ]
    const bare = codes.map((code) => code.replace(/[\s.-]/g, ''))
    const judged = await rows(
      chain.db,
      { code: 'string', is_right: 'boolean' },
      sql`select code, is_tax_code(code) as is_right from unnest(${bare}::text[]) code`,
    )
    for (const { code, is_right } of judged) expect(is_right, code).toBe(isTaxCode(code))
    expect(judged.filter(({ is_right }) => is_right).length).toBeGreaterThan(30)
  })

  test('a right one is kept as digits, one of another length by nobody', async () => {
    const made = await company(clerk, { tax_code: '0314409058-002', name: 'Chi nhánh Công ty TNHH Sao Mai' })
    expect(made.data).toMatchObject({ tax_code: '0314409058002', is_confirmed: false })
    for (const tax_code of ['12345', '01001124371', 'abcdefghij', '']) {
      const answer = await company(admin, { tax_code, name: 'Công ty Thử', is_confirmed: true })
      expect([answer.status, Object.keys(answer.data.fields ?? {})], tax_code).toEqual([422, ['tax_code']])
    }
  })

  test('one with a wrong check digit is kept once somebody with “other” confirms it', async () => {
    const odd = { tax_code: '0100233480', name: 'Công ty Cổ phần Đông Á Cũ' }
    expect((await company(admin, odd)).data.fields).toHaveProperty('tax_code')
    expect((await company(clerk, { ...odd, is_confirmed: true })).data.fields).toHaveProperty('tax_code')
    const made = await company(admin, { ...odd, is_confirmed: true })
    expect([made.status, made.data.is_confirmed]).toEqual([201, true])
    const put = (by: Person, body: object) => chain.call<Company>('PUT', `master-company/${made.data.id}`, { by, body })
    const renamed = await put(clerk, {
      version: 1,
      name: 'Công ty Cổ phần Đông Á',
      is_confirmed: true,
      tax_code: odd.tax_code,
    })
    expect([renamed.status, renamed.data.name]).toEqual([200, 'Công ty Cổ phần Đông Á'])
    expect((await put(clerk, { version: 2, is_confirmed: false })).status).toBe(422)
    expect((await put(clerk, { version: 2, tax_code: '0100233481' })).status).toBe(422)
    const mended = await put(clerk, { version: 2, tax_code: '0100233488' })
    expect(mended.data).toMatchObject({ tax_code: '0100233488' })
    expect((await put(clerk, { version: 3, tax_code: '0100233489' })).status).toBe(422)
  })
})

describe('looking companies up', () => {
  const suggest = (search: string, by = clerk) =>
    chain.call<Company[]>('GET', `master-company/suggest-company?search=${encodeURIComponent(search)}`, { by })

  beforeAll(async () => {
    await company(admin, {
      tax_code: '0100112437',
      name: 'Ngân hàng Đường Sắt Việt',
      email: 'ke.toan@duongsat.example',
      phone: '02438223344',
    })
    await company(admin, { tax_code: '001090000001', name: 'Hộ kinh doanh Nguyễn Thị Đào' })
  })

  test('by part of the name without accents, or by the beginning of the code', async () => {
    for (const search of ['duong sat', 'Đường Sắt', 'ngan', '01001', '0100112437'])
      expect(
        (await suggest(search)).data.map(({ name }) => name),
        search,
      ).toEqual(['Ngân hàng Đường Sắt Việt'])
    expect((await suggest('khong co cong ty nay')).data).toEqual([])
    expect((await suggest('')).data).toEqual([])
    const found = await chain.call<Company>('GET', 'master-company/find-company?tax_code=0100112437', { by: clerk })
    expect(found.data).toMatchObject({
      name: 'Ngân hàng Đường Sắt Việt',
      email: 'k***@duongsat.example',
      phone: expect.stringMatching(/^\*+344$/),
    })
    for (const { data } of [found, await suggest('duong sat'), await suggest('01001')])
      expect(JSON.stringify(data)).not.toMatch(/ke\.toan|02438223344/)
    const none = await chain.call('GET', 'master-company/find-company?tax_code=0100112430', { by: clerk })
    expect(none.status).toBe(404)
  })

  test('by the code as invoices print it, in the list and by Ctrl+K, and by the phone in groups', async () => {
    await company(admin, { tax_code: '0100109106002', name: 'Chi nhánh Hà Nội', phone: '0912345678' })
    for (const search of ['0100109106-002', '0100109106 - 002', '0100109106–002', '0100109106002', '0912.345.678']) {
      const query = `search=${encodeURIComponent(search)}`
      const listed = await chain.call<{ data: Company[] }>('GET', `master-company?${query}`, { by: admin })
      const found = await chain.call<{ groups: { module: string; items: { title: string; why: string }[] }[] }>(
        'GET',
        `search?${query}`,
        { by: admin },
      )
      expect(
        listed.data.data.map(({ name }) => name),
        search,
      ).toEqual(['Chi nhánh Hà Nội'])
      const why = search.startsWith('09') ? 'Phone' : 'Tax code'
      expect(
        found.data.groups.flatMap(({ items }) => items),
        search,
      ).toMatchObject([{ title: 'Chi nhánh Hà Nội', why }])
    }
  })

  test('in full their e-mail is only in the request that takes it, which the audit has', async () => {
    const asked = (more: object) =>
      chain.call<{ id: number; email: string | null }>('POST', 'vat-info', {
        by: clerk,
        body: { company_name: 'Ngân hàng Đường Sắt Việt', tax_code: '0100112437', store: chain.stores[0], ...more },
      })
    expect((await asked({ bill_tail: '41000001' })).data.email).toBeNull()
    const taken = await asked({ bill_tail: '41000002', company_email: 'k***@duongsat.example' })
    expect(taken.data.email).toBe('ke.toan@duongsat.example')
    const own = await asked({ bill_tail: '41000003', company_email: true, email: 'thuquy@duongsat.example' })
    expect(own.data.email).toBe('thuquy@duongsat.example')
    const read = await rows(
      chain.db,
      { actor: 'number', reason: 'string' },
      sql`select actor, changes -> 'reason' ->> 1 as reason from activity where module = 'master-company' and action = 'sensitive_read'`,
    )
    expect(read).toEqual([{ actor: clerk.id, reason: `V${String(taken.data.id).padStart(6, '0')}` }])
  })

  test('never for who holds neither register', async () => {
    expect((await suggest('duong sat', stranger)).status).toBe(403)
    const found = await chain.call('GET', 'master-company/find-company?tax_code=0100112437', { by: stranger })
    expect(found.status).toBe(403)
  })

  test('the public gets the name of a business and nothing else, of a person nothing at all', async () => {
    const ask = (code: string) => chain.call('GET', `public/company?tax_code=${encodeURIComponent(code)}`)
    expect((await ask('0100112437')).data).toEqual({ name: 'Ngân hàng Đường Sắt Việt' })
    for (const code of ['001090000001', '0100233480', '0100', '', "' or 1=1 --", '0312687878'])
      expect((await ask(code)).data, code).toEqual({ name: null })
  })
})

describe('VAT rates', () => {
  test('8 % is a row that ends on 31 December 2026', async () => {
    const found = await chain.call<{ data: { name: string; until_on: string | null }[] }>('GET', 'vat-rate', {
      by: clerk,
    })
    expect(found.data.data.map(({ name, until_on }) => [name, until_on])).toEqual(
      expect.arrayContaining([
        ['8%', '2026-12-31'],
        ['10%', null],
        ['KCT', null],
      ]),
    )
  })

  test('no period ends before it begins, and only what is taxed has a rate', async () => {
    const rate = { name: '7%', kind: 'taxed', rate: 7, goods: 'Thử', from_on: '2027-01-01', until_on: '2026-12-31' }
    const post = (body: object) => chain.call<Company>('POST', 'vat-rate', { by: admin, body })
    expect((await post(rate)).data.fields).toHaveProperty('until_on')
    expect((await post({ ...rate, until_on: null, kind: 'not_subject' })).data.fields).toHaveProperty('rate')
    const made = await post({ ...rate, until_on: '2027-12-31' })
    expect(made.status).toBe(201)
    const early = await chain.call('PUT', `vat-rate/${made.data.id}`, {
      by: admin,
      body: { version: 1, from_on: '2028-01-01' },
    })
    expect(early.status).toBe(422)
  })

  test('a rate of a bad row comes back from its workbook as the rate it was', async () => {
    const head = ['Name', 'VAT rate', 'For which goods', 'Valid from', 'Valid until']
    const line = ['8% tạm', 0.08, 'Thử', { day: '2027-01-01' }, { day: '2026-12-31' }]
    const read = await sent(chain, 'vat-rate', admin, await bookOf(head, [line]))
    expect(read.counts, JSON.stringify(read.rows)).toMatchObject({ new: 0, bad: 1 })
    const answer = await fetch(`${chain.url}/api/vat-rate/import/${read.id}/bad`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const found: BookRow[] = []
    for await (const part of rowsOf(Buffer.from(await answer.arrayBuffer()))) found.push(...part)
    const [name, rate, goods, from] = found[1]?.cells ?? []
    expect([name, rate, goods, from]).toEqual(['8% tạm', 0.08, 'Thử', '01/01/2027'])
    const mended = await bookOf(head, [['8% tạm', 0.08, 'Thử', '01/01/2027', null]])
    await imported(chain, 'vat-rate', admin, await sent(chain, 'vat-rate', admin, mended))
    expect(await rows(chain.db, sql`select rate from vat_rates where name = '8% tạm'`)).toEqual([{ rate: 8 }])
  })

  describe('in use', () => {
    const post = (wire: string, body: object) =>
      chain.call<Company & { rate?: { id: number } }>('POST', wire, { by: admin, body })
    const put = (id: number, body: object) => chain.call<Company>('PUT', `vat-rate/${id}`, { by: admin, body })
    const rated = async (name: string) => {
      const body = { name, kind: 'taxed', rate: 9, goods: 'Thử', from_on: '2026-01-01' }
      return (await post('vat-rate', body)).data.id
    }
    const bill = (rate: number, day: string, number: string) => ({
      ...{ bill_number: number, store: chain.stores[0], sold_on: day, rate, net: 100_000, tax: 9000, gross: 109_000 },
    })
    const asked = (rate: number, tail: string) => ({
      ...{ company_name: 'Công ty Thử', tax_code: '0100112437', email: 'a@b.example', bill_tail: tail },
      ...{ sold_on: '2026-05-05', lines: [{ rate, net: 100_000, tax: 9000, gross: 109_000 }] },
    })

    test.each<[string, (rate: number) => Promise<{ status: number }>]>([
      ['a bill', (rate) => post('vat-detail', bill(rate, '2026-05-05', `55500${rate}001`.padStart(10, '0')))],
      ['a request', (rate) => post('vat-info', asked(rate, String(70_000_000 + rate)))],
    ])('by %s keeps kind, rate and days, and is not deleted; what it is for may be said anew', async (by, use) => {
      const rate = await rated(`9% ${by}`)
      expect((await put(rate, { version: 1, rate: 9.5 })).status).toBe(200)
      expect((await put(rate, { version: 2, rate: 9 })).status).toBe(200)
      expect((await use(rate)).status).toBe(201)
      for (const more of [
        { rate: 9.5 },
        { kind: 'not_subject', rate: 0 },
        { from_on: '2025-12-31' },
        { until_on: '2026-05-04' },
      ])
        expect((await put(rate, { version: 3, ...more })).code, JSON.stringify(more)).toBe(1448)
      expect((await chain.call('DELETE', `vat-rate/${rate}`, { by: admin })).code).toBe(1448)
      expect((await put(rate, { version: 3, goods: 'Thử lần nữa' })).status).toBe(200)
      expect((await put(rate, { version: 4, until_on: '2026-05-05' })).status).toBe(200)
      for (const until_on of ['2027-01-01', null])
        expect((await put(rate, { version: 5, until_on })).code, String(until_on)).toBe(1448)
    })

    test('is not changed by a workbook either, one that nobody uses is', async () => {
      const used = await rated('9% bảng')
      await rated('9% rảnh')
      await post('vat-detail', bill(used, '2026-05-05', '5550000111'))
      const row = (name: string) => [name, 0.095] as const
      const read = await sent(
        chain,
        'vat-rate',
        admin,
        await bookOf(['Name', 'VAT rate'], [row('9% bảng'), row('9% rảnh')]),
      )
      expect(read.counts, JSON.stringify(read.rows)).toMatchObject({ changed: 1, bad: 1 })
    })

    test('goes on anew under its printed name, and bills of the tills find the one of their day', async () => {
      const old = await rated('9,5%')
      await put(old, { version: 1, until_on: '2026-06-30' })
      const next = {
        name: '9,5% từ 7/2026',
        printed: '9,5%',
        kind: 'taxed',
        rate: 9,
        goods: 'Thử',
        from_on: '2026-07-01',
      }
      const anew = (await post('vat-rate', next)).data.id
      const head = ['Bill number', 'Store', 'Date of the bill', 'VAT rate']
      const sums = ['Amount without VAT', 'Tax amount', 'Amount with VAT']
      const line = (number: string, day: string) => [number, 'S01', { day }, '9,5%', 100_000, 9000, 109_000] as const
      const book = await bookOf(
        [...head, ...sums],
        [line('6660000001', '2026-06-30'), line('6660000002', '2026-07-01')],
      )
      await imported(chain, 'vat-detail', admin, await sent(chain, 'vat-detail', admin, book))
      const kept = await rows(
        chain.db,
        { rate: 'number' },
        sql`select rate from vat_get_info where bill_number like '666000000_' order by bill_number`,
      )
      expect(kept.map(({ rate }) => rate)).toEqual([old, anew])
    })
  })
})
