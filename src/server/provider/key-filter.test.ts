import { expect, test } from 'vitest'
import { keyFilter } from './key-filter.ts'

const KEY = 'sk-abab-abac'
const heard = (pieces: readonly string[], secret: string | undefined = KEY) => {
  const told: string[] = []
  const filter = keyFilter(secret, (text) => told.push(text))
  for (const piece of pieces) filter.take(piece)
  filter.end()
  return told.join('')
}

test('a secret is left out however the words are cut, and nothing else is lost', () => {
  const text = `Key: ${KEY}, again ${KEY}${KEY}; not sk-abab-aba, sk-abab-sk-abab-abac.`
  const wanted = 'Key: …, again ……; not sk-abab-aba, sk-abab-….'
  for (let size = 1; size <= text.length; size++)
    expect(heard(text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [])).toBe(wanted)
})

test('without a secret words pass as they come', () => {
  expect(heard(['a', 'b'], undefined)).toBe('ab')
})
