import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rows } from '../../../src/server/db/db.ts'
import type { Named } from '../../../src/shared/fields.ts'
import { bookOf, sent } from '../../setup/books.ts'
import { type Person, startChain } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
const receptionist = await chain.person({ permissions: { 'supplier-staffs': { read: true, edit: true } } })

const grow = (path: string, name: string, by: Person) => chain.call<Named>('POST', path, { by, body: { name } })

test('a supplier is added where it is picked, once, however many write it at the same moment and without accents', async () => {
  const ways = ['Sữa Thảo Nguyên', 'sua thao nguyen', ' SỮA  THẢO NGUYÊN ', 'Sưa Thao Nguyên']
  const answers = await Promise.all([...ways, ...ways].map((name) => grow('supplier/grow', name, receptionist)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  const reader = await chain.person({ permissions: { 'supplier-staffs': { read: true } } })
  expect((await grow('supplier/grow', 'Khác', reader)).status).toBe(403)
  expect((await grow('supplier/grow', '  ', receptionist)).status).toBe(422)
})

test('of a supplier everybody may pick the name, and who holds the lookup lists reads whom to call', async () => {
  const body = { name: 'Nước mắm Cát Hải', contact: 'Chị Hạnh', phone: '0912345678', email: 'hanh@cathai.vn' }
  const { data } = await chain.call<{ id: number }>('POST', 'supplier', { by: admin, body })
  const reader = await chain.person({ permissions: { system: { read: true } } })
  const asked = (path: string, by: Person) => chain.call('GET', path, { by })
  const picked = await asked(`supplier/get-name?id=${data.id}`, receptionist)
  expect(picked.data).toMatchObject({ data: [{ id: data.id, name: body.name }] })
  for (const path of ['supplier', `supplier/${data.id}`]) {
    expect((await asked(path, receptionist)).status, path).toBe(403)
    expect((await asked(path, reader)).status, path).toBe(200)
  }
  expect((await asked(`supplier/${data.id}`, reader)).data).toMatchObject(body)
})

test('a name that is there in other letters is refused beside the field, together with what else is wrong', async () => {
  await grow('supplier/grow', 'Bánh kẹo Hương Xuân', admin)
  const again = await chain.call<{ fields: Record<string, string> }>('POST', 'supplier?check=1', {
    by: admin,
    body: { name: 'BANH KEO huong xuan', phone: '12' },
  })
  expect(again.status).toBe(422)
  expect(Object.keys(again.data.fields).toSorted()).toEqual(['name', 'phone'])
})

test('a supplier is reached by landline or hotline, typed or from a workbook that lost the zero, as by a mobile', async () => {
  const typed = await chain.call<{ phone: string }>('POST', 'supplier', {
    by: admin,
    body: { name: 'Nước mắm Cửa Lò', phone: '(028) 3822 3344' },
  })
  expect([typed.status, typed.data.phone]).toEqual([201, '02838223344'])
  const wrong = await chain.call<{ fields: object }>('POST', 'supplier', {
    by: admin,
    body: { name: 'Gạo Sông Hậu', phone: '0283822334' },
  })
  expect([wrong.status, wrong.data.fields]).toEqual([422, { phone: 'Please enter a valid phone number' }])
  const book = await bookOf(
    ['Supplier name', 'Phone'],
    [
      ['Trà Thái Nguyên', 2838223355],
      ['Cà phê Cầu Đất', 19001234],
      ['Muối Sa Huỳnh', '0283822334'],
    ],
  )
  const read = await sent(chain, 'supplier', admin, book)
  expect(read.rows.map(({ line, said }) => [line, said.phone])).toEqual([[4, 'Please enter a valid phone number']])
})

test('a workbook changes the supplier it names, and names none twice', async () => {
  await grow('supplier/grow', 'Giấy Trường Thành', admin)
  const book = await bookOf(
    ['Supplier name', 'Contact person'],
    [
      ['Giấy Trường Thành', 'Nguyễn Văn An'],
      ['BANH keo huong xuan', 'Trần Thị Bình'],
      ['Bột giặt Ánh Dương', null],
      ['bot giat anh duong', null],
    ],
  )
  const read = await sent(chain, 'supplier', admin, book)
  expect(read.counts, JSON.stringify(read.rows)).toMatchObject({ changed: 1, new: 1, bad: 2 })
  expect(read.rows.map(({ line, said }) => [line, said.name])).toEqual([
    [3, 'Supplier name is already in use'],
    [5, 'Supplier name is already in line 4'],
  ])
})

test('a barcode that was misread is refused with the reason; the chain’s own codes have no check digit', async () => {
  const made = (barcode: string) =>
    chain.call<{ fields: Record<string, string> }>('POST', 'product', {
      by: admin,
      body: { name: 'Sữa tươi', barcode },
    })
  expect((await made('8934504995383')).status).toBe(201)
  const misread = await made('8934504995384')
  expect([misread.status, misread.data.fields.barcode]).toEqual([
    422,
    'Barcode: its last digit does not fit the others. Please scan it again, or compare it with the label',
  ])
  for (const own of ['12345', '036000291452', '96385074']) expect((await made(own)).status, own).toBe(201)
  for (const wrong of ['036000291453', '96385075', '123']) expect((await made(wrong)).status, wrong).toBe(422)
  const kept = await rows(chain.db, { barcode: 'string' }, sql`select barcode from products order by id`)
  expect(kept.map(({ barcode }) => barcode)).toEqual(['8934504995383', '12345', '036000291452', '96385074'])
})
