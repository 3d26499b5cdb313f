import { expect, test } from 'vitest'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()

interface Unit {
  code: string
  name: string
}

const located = async <U = Unit>(query: string) =>
  (await chain.call<{ data: U[]; total: number }>('GET', `location${query}`)).data

test('GET /location gives anybody the provinces, their wards, the former units and what they became', async () => {
  expect((await located('')).total).toBe(34)
  expect((await located('?model=1')).total).toBe(63)
  expect((await located('?province=79')).data).toContainEqual(expect.objectContaining({ name: 'Phường Bến Thành' }))
  expect((await located('?search=ben%20thanh')).data[0]).toMatchObject({ code: '26743', province_code: '79' })
  const former = await located<{ ward: string; district: string; now: Unit[] }>(
    `?model=1&province=${encodeURIComponent('Thành phố Hồ Chí Minh')}&search=da%20kao`,
  )
  expect(former.data).toEqual([expect.objectContaining({ ward: 'Phường Đa Kao', district: 'Quận 1' })])
  expect(former.data[0]?.now.map(({ name }) => name)).toEqual(['Phường Tân Định'])
})

test('an address is stored with official names and codes, refused where they do not belong together, and filtered by province', async () => {
  const store = (code: string, address: object) =>
    chain.call<{ id: number; address: object; fields?: Record<string, string> }>('POST', 'store', {
      by: admin,
      body: { code, name: `Siêu thị ${code}`, address, manager: admin.id },
    })
  const moved = await store('HN', { line: '5 Tràng Tiền', ward: 'Cửa Nam', province: 'Hà Nội' })
  expect(moved.data.address).toMatchObject({ ward: 'Phường Cửa Nam', province_code: '01', model: 2 })
  const old = await store('BD', {
    line: '9',
    ward: 'Phường Phú Hòa',
    district: 'Thủ Dầu Một',
    province: 'Bình Dương',
    model: 1,
  })
  expect(old.data.address).toMatchObject({ province: 'Bình Dương', province_code: '79', model: 1 })
  const wrong = await store('XX', { line: '9', ward_code: '26743', province_code: '01' })
  expect([wrong.status, wrong.data.fields?.address]).toEqual([
    422,
    'Address: the ward and the province do not belong together',
  ])
  // Blanks are no address: none is stored, and where one is needed it is asked for.
  const blank = { line: ' ', ward: '', province: null }
  expect((await store('TR', blank)).data.address).toBeNull()
  const sent = await chain.call<{ fields?: object }>('POST', 'goods-delivery', {
    by: admin,
    body: { receipt_no: '1', receipt_value: 1, store: old.data.id, to_address: blank },
  })
  expect(sent.data.fields).toMatchObject({ to_address: 'To address is required' })
  const list = async (code: string) =>
    (await chain.call<{ data: { id: number }[] }>('GET', `store?address=${code}`, { by: admin })).data.data.map(
      (one) => one.id,
    )
  expect(await list('79')).toEqual([old.data.id])
  expect(await list('01')).toEqual([moved.data.id])
  expect((await chain.call('GET', 'store?address=abc', { by: admin })).status).toBe(422)
  const names = await chain.call<{ data: object[] }>('GET', 'location/get-name?id=1', { by: admin })
  expect(names.data.data).toEqual([{ id: 1, name: 'Thành phố Hà Nội' }])
})
