import { expect, test } from 'vitest'
import { productPromotions } from '../../modules/product-promotions/product-promotions.ts'
import { products } from '../../modules/products/products.ts'
import { isOfOthersToo } from './shared-records.ts'

const of = (...ids: number[]) => ({ stores: ids.map((id) => ({ id, name: `S0${id}` })) })
const keeper = { scope: 'store', store: 1 } as const

test('what stands in one store is changed there; what stands in others too, or in all, by the whole chain alone', () => {
  expect(isOfOthersToo(productPromotions, of(1), keeper)).toBe(false)
  for (const row of [of(2), of(1, 2), of(), {}]) expect(isOfOthersToo(productPromotions, row, keeper)).toBe(true)
  expect(isOfOthersToo(productPromotions, of(1), { scope: 'store', store: null })).toBe(true)
  for (const row of [of(1), of(2), of(1, 2), of()])
    expect(isOfOthersToo(productPromotions, row, { scope: 'chain', store: 1 })).toBe(false)
})

test('a department of the whole chain changes what stands in all stores, one of a store only what is its own', () => {
  expect(isOfOthersToo(productPromotions, of(), { scope: 'department', store: null })).toBe(false)
  expect(isOfOthersToo(productPromotions, of(), { scope: 'department', store: 1 })).toBe(true)
  expect(isOfOthersToo(productPromotions, of(1), { scope: 'department', store: 1 })).toBe(false)
})

test('a record that stands in no store at all is open to everybody who may change it', () => {
  expect(isOfOthersToo(products, {}, keeper)).toBe(false)
})
