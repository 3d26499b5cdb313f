import { expect, test } from 'vitest'
import { spanOf } from './shown-rows.ts'

test('of a thousand rows only those in sight and some spare ones are drawn', () => {
  expect(spanOf(0, 600, 40, 1000)).toEqual({ first: 0, end: 29 })
  expect(spanOf(20_000, 600, 40, 1000)).toEqual({ first: 486, end: 529 })
})

test('nothing is drawn beyond the last row', () => {
  expect(spanOf(40_000, 600, 40, 1000)).toEqual({ first: 986, end: 1000 })
})
