import { expect, test } from 'vitest'
import { decrypt, hashesOf, isSealed, keysOf, seal } from './keys.ts'

const [first, second] = ['the first key, which is long enough', 'the second key, which is long enough'] as const
const keys = keysOf([first])

test('a sealed value opens again, tells nothing, and never looks the same twice', () => {
  const [one, two] = [
    seal(keys, 'members.card', '9704001234567890', '890'),
    seal(keys, 'members.card', '9704001234567890', '890'),
  ]
  expect(decrypt(keys, 'members.card', one)).toBe('9704001234567890')
  expect(one).not.toContain('9704001')
  expect(one).not.toBe(two)
  expect(isSealed(one)).toBe(true)
  expect(one.split('.')[2]).toBe(two.split('.')[2])
  expect(hashesOf(keys, '9704001234567890')).toContain(one.split('.')[2])
})

test('it opens with no other key, at no other place, and not once it was changed', () => {
  const one = seal(keys, 'members.card', '9704001234567890', '890')
  expect(() => decrypt(keysOf([second]), 'members.card', one)).toThrow('No key')
  expect(() => decrypt(keys, 'members.identity', one)).toThrow()
  const flipped = `${one.slice(0, -3)}${one.at(-3) === 'A' ? 'B' : 'A'}${one.slice(-2)}`
  expect(() => decrypt(keys, 'members.card', flipped)).toThrow()
})

test('a newer key opens and finds what an older one sealed', () => {
  const one = seal(keys, 'members.card', '9704001234567890', '890')
  const both = keysOf([second, first])
  expect(decrypt(both, 'members.card', one)).toBe('9704001234567890')
  expect(hashesOf(both, '9704001234567890')).toContain(one.split('.')[2])
  expect(seal(both, 'members.card', '1', '').split('.')[1]).not.toBe(one.split('.')[1])
})
