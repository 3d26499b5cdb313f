import { expect, test } from 'vitest'
import { circlesOf, importsOf, sourceFiles } from './imports.ts'

const { all, first } = importsOf(sourceFiles())

test('no files import each other in a circle before they run', () => {
  expect(first.size).toBeGreaterThan(800)
  expect(circlesOf(first)).toEqual([])
})

test('nor do their types, or what they load later', () => {
  expect([...all.values()].flat().length).toBeGreaterThan([...first.values()].flat().length)
  expect(circlesOf(all)).toEqual([])
})

test('a circle of three is found, and the file that only leads to it is no part', () => {
  const arrows = { a: ['b'], b: ['c'], c: ['d'], d: ['b'] }
  expect(circlesOf(new Map(Object.entries(arrows)))).toEqual([['b', 'c', 'd']])
})
