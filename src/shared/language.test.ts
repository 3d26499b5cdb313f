import { expect, test } from 'vitest'
import { tIn } from './language.ts'

test('of one thing English speaks in the singular', () => {
  expect(tIn('en', '{{n}} packages', { n: 1 })).toBe('1 package')
  expect(tIn('en', '{{n}} packages', { n: 21 })).toBe('21 packages')
  expect(tIn('en', 'More than {{n}} entries', { n: 1 })).toBe('More than 1 entry')
  expect(tIn('en', '{{n}} of {{total}} rows imported …', { n: 0, total: '1' })).toBe('0 of 1 row imported …')
  expect(tIn('en', '{{name}} is deleted', { name: '1' })).toBe('1 is deleted')
  expect(tIn('en', '{{n}} of {{missing}} rows', { n: 1 })).toBe('1 of {{missing}} rows')
})
