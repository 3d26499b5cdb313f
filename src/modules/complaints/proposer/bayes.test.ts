import { describe, expect, test } from 'vitest'
import { featuresOf, guess, Learner, leastLead } from './bayes.ts'

test('words are read without diacritics, with their neighbours, once each, and long numbers not at all', () => {
  expect(featuresOf('Sữa hết hạn, sữa HẾT hạn! Số 0912345678')).toEqual([
    ...['sua', 'het', 'han', 'so'],
    ...['sua het', 'het han', 'han sua', 'han so'],
  ])
  expect(featuresOf('우유가 상했어요')).toEqual(['우유가', '상했어요', '우유가 상했어요'])
})

describe('a learner', () => {
  const learner = new Learner()
  for (let n = 0; n < 10; n += 1) {
    learner.add('Sữa hết hạn sử dụng, bánh bị mốc', 1)
    learner.add('Nhân viên thu ngân thái độ khó chịu', 2)
  }
  learner.add('chỉ một lần thôi', 2)
  const model = learner.model()

  test('tells texts apart by their words', () => {
    expect(guess(model, 'hop sua da het han')?.value).toBe(1)
    expect(guess(model, 'thái độ nhân viên')?.value).toBe(2)
  })

  test('keeps no word of a single text, and says nothing of what it never read', () => {
    expect(Object.keys(model.words)).not.toContain('mot')
    expect(guess(model, 'hoàn toàn xa lạ')).toBeNull()
    expect(guess(model, 'constructor __proto__')).toBeNull()
  })

  test('is surer of a clear text than of a mixed one', () => {
    const clear = guess(model, 'sữa hết hạn')?.lead ?? 0
    const mixed = guess(model, 'sữa hết hạn, nhân viên thái độ')?.lead ?? 0
    expect(clear).toBeGreaterThan(mixed)
  })
})

test('the least lead is the smallest from which on enough were right', () => {
  const tried = [
    { lead: 3, isRight: true },
    { lead: 2, isRight: true },
    { lead: 1, isRight: false },
    { lead: 0.5, isRight: false },
  ]
  expect(leastLead(tried, 0.85)).toBe(2)
  expect(leastLead(tried, 0.6)).toBe(1)
  expect(leastLead(tried, 0.5)).toBe(0)
  expect(leastLead([{ lead: 9, isRight: false }], 0.8)).toBe(Number.POSITIVE_INFINITY)
})
