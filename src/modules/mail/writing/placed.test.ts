import { expect, test } from 'vitest'
import { placesAfter, withPlaces } from './placed.ts'

const WRITTEN = '<p>a <img data-file="f1" alt=""> b <img data-inline="mail/attachment?id=d1&amp;part=2"></p>'
const SAVED =
  '<p>a <img data-inline="mail/attachment?id=d2&amp;part=2"> b <img data-inline="mail/attachment?id=d2&amp;part=3"></p>'

test('pictures of a text are named as the newest draft has them, however often it is saved', () => {
  const first = placesAfter(WRITTEN, SAVED, {})
  expect(withPlaces(WRITTEN, first)).toBe(
    SAVED.replace(
      '<img data-inline="mail/attachment?id=d2&amp;part=2">',
      '<img data-inline="mail/attachment?id=d2&amp;part=2" alt="">',
    ),
  )
  const second = placesAfter(WRITTEN, SAVED.replaceAll('d2', 'd3'), first)
  expect(withPlaces(WRITTEN, second)).toContain('id=d3&amp;part=3')
})

test('where the draft has other pictures than the text nothing is guessed', () => {
  expect(placesAfter(WRITTEN, '<p>a</p>', {})).toEqual({})
})
