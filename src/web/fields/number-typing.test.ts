import { expect, test } from 'vitest'
import { separators } from './number-typing.ts'

test('numbers are typed as each language writes them', () => {
  expect(separators('vi')).toEqual({ thousand: '.', decimal: ',' })
  expect(separators('en')).toEqual({ thousand: ',', decimal: '.' })
  expect(separators('ko')).toEqual({ thousand: ',', decimal: '.' })
})
