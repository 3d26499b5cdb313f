import { expect, test } from 'vitest'
import { isAddress, parseAddresses } from './addresses.ts'

test('a pasted list of recipients is taken apart, with commas in names', () => {
  expect(parseAddresses('Ngô Lan <lan@a.vn>, minh@b.vn; "Trần, Hà" <ha@c.vn>\nmailto:x@y.vn')).toEqual([
    { name: 'Ngô Lan', address: 'lan@a.vn' },
    { name: '', address: 'minh@b.vn' },
    { name: 'Trần, Hà', address: 'ha@c.vn' },
    { name: '', address: 'x@y.vn' },
  ])
})

test('what is no address stays as it was typed, to be put right', () => {
  expect(parseAddresses('lan@')).toEqual([{ name: '', address: 'lan@' }])
  expect(parseAddresses(' ,; ')).toEqual([])
  for (const wrong of ['lan@', 'lan', '@a.vn', 'lan@a', 'la n@a.vn', 'lan@a.v', 'lan@@a.vn'])
    expect(isAddress(wrong)).toBe(false)
  for (const right of ['lan@a.vn', 'lan.ngo+x@mail.a.com.vn']) expect(isAddress(right)).toBe(true)
})
