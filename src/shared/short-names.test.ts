import { expect, test } from 'vitest'
import { calledBy, commonPrefix, givenName, withoutPrefix } from './short-names.ts'

test('what all stores begin with is the name of the chain, in whole words', () => {
  expect(commonPrefix(['An Nhiên Gò Vấp', 'An Nhiên Gò Công', 'An Nhiên Hà Đông'])).toBe('An Nhiên ')
  expect(commonPrefix(['Anh Đào', 'An Nhiên'])).toBe('')
  expect(commonPrefix(['An Nhiên Gò Vấp'])).toBe('')
  expect(commonPrefix([])).toBe('')
})

test('a store keeps its name where nothing would be left of it', () => {
  expect(commonPrefix(['Cửa hàng 1', 'Cửa hàng 2'])).toBe('')
  expect(commonPrefix(['An Nhiên', 'An Nhiên Gò Vấp'])).toBe('')
  expect(withoutPrefix('Bình Minh Gò Vấp', 'An Nhiên ')).toBe('Bình Minh Gò Vấp')
  expect(withoutPrefix('An Nhiên Gò Vấp', 'An Nhiên ')).toBe('Gò Vấp')
})

test('a customer is recognised by the last two words of the name', () => {
  expect(calledBy('Nguyễn Thị Ngọc Trâm')).toBe('Ngọc Trâm')
  expect(calledBy('Emily Carter')).toBe('Emily Carter')
})

test('a colleague is called by the last word of the name', () => {
  expect(givenName('Nguyễn Thị Ngọc Trâm')).toBe('Trâm')
  expect(givenName('김민수')).toBe('김민수')
})
