import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '../../src/server/db/db.ts'
import { ALL_FLAGS } from '../../src/shared/permissions.ts'
import { isTaxCode } from '../../src/shared/vietnam.ts'
import { type Chain, type Person, startChain } from '../setup/chain.ts'

let chain: Chain
let admin: Person
/** Accounting without `other`. */
let clerk: Person
let stranger: Person
beforeAll(async () => {
  chain = await startChain()
  admin = await chain.person()
  const plain = { ...ALL_FLAGS, other: false }
  clerk = await chain.person({
    permissions: { 'master-company': plain, 'vat-info': plain, 'vat-get-info': plain, 'register-dictionary': plain },
  })
  stranger = await chain.person({ permissions: {} })
})
afterAll(() => chain.stop())

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
    const judged = await rows<{ code: string; is_right: boolean }>(
      chain.running.house.db,
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
    expect(found.data).toMatchObject({ name: 'Ngân hàng Đường Sắt Việt', phone: '02438223344' })
    const none = await chain.call('GET', 'master-company/find-company?tax_code=0100112430', { by: clerk })
    expect(none.status).toBe(404)
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
})
