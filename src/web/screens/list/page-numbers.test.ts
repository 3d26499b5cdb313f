import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

test.each([
  [1, 1, [1]],
  [1, 5, [1, 2, 3, 4, 5]],
  [1, 19, [1, 2, 3, 4, null, 19]],
  [10, 19, [1, null, 9, 10, 11, null, 19]],
  [19, 19, [1, null, 16, 17, 18, 19]],
])('on page %i of %i these pages have a button: %j', (page, pages, shown) => {
  expect(pageNumbers(page, pages)).toEqual(shown)
})
