import { describe, expect, test } from 'vitest'
import type { FigureUnit } from '../../../shared/definition/statistics-options.ts'
import { speak } from '../../../shared/language.ts'
import { changeOf } from './figure-words.ts'
import { ends } from './scale.ts'

speak({}, 'en')
const change = (unit: FigureUnit, before: number, now: number, more?: 'worse' | 'better') => {
  const found = changeOf({ key: 'n', label: '', where: {}, unit, more }, { n: now }, { n: before })
  return found && `${found.tone} ${found.direction} ${found.words}`
}

describe('A change in words', () => {
  test.each([
    // Of few, so many says more than a per cent of so few.
    ['whole', 3, 13, 'calm up 10 more'],
    ['whole', 0, 4, 'calm up 4 more'],
    ['whole', 19, 18, 'calm down 1 less'],
    ['whole', 20, 25, 'calm up 25% more'],
    ['whole', 205, 363, 'calm up 77% more'],
    ['whole', 7, 7, 'calm same unchanged'],
    // Time is told in time, also where both are the same hours when rounded.
    ['minutes', 245, 222, 'calm down 23 min less'],
    ['minutes', 1200, 1245, 'calm up 45 min more'],
    ['percent', 0.894, 0.892, 'calm down 0.2 points less'],
    ['points', 12.4, 10.1, 'calm down 2.3 points less'],
    ['score', 82, 84.5, 'calm up 2.5 score points more'],
  ] as const)('of %s from %d to %d: %s', (unit, before, now, words) => expect(change(unit, before, now)).toBe(words))

  test('is good or bad by the direction the figure wants, and nothing without a period before', () => {
    expect(change('whole', 30, 60, 'worse')).toBe('bad up 100% more')
    expect(change('whole', 60, 30, 'worse')).toBe('good down 50% less')
    expect(changeOf({ key: 'n', label: '', where: {}, unit: 'whole' }, { n: 1 }, null)).toBeNull()
  })
})

test('the parts of a bar lie one after the other and end with the whole', () => {
  expect(ends([3, 0, 2, 5])).toEqual([
    [0, 3],
    [3, 3],
    [3, 5],
    [5, 10],
  ])
  expect(ends([])).toEqual([])
})
