import { expect, test } from 'vitest'
import { type Order, type Placed, placed } from './position.ts'

const PERPAGE = 3
const card = (id: number, due = id) => ({
  id,
  due_at: `2026-11-${String(due).padStart(2, '0')}`,
  created_at: `2026-10-${String(id).padStart(2, '0')}`,
})
const cards = (...ids: number[]) => ids.map((id) => card(id))
/** The first pages of a column, as the server gives them. */
const loaded = (ids: number[], pages: number, total = ids.length) =>
  Array.from({ length: pages }, (_, at) => ({
    data: cards(...ids.slice(at * PERPAGE, (at + 1) * PERPAGE)),
    page: at + 1,
    perpage: PERPAGE,
    total,
  }))
const idsOf = (pages: { data: Placed[] }[]) => pages.map(({ data }) => data.map(({ id }) => id))
const next = (pages: { page: number; perpage: number; total: number }[]) => {
  const last = pages.at(-1)
  return last && last.page * last.perpage < last.total ? last.page + 1 : null
}
const move = (ids: number[], here: Placed[], total: number, order: Order = 'due_at') => ({
  ids: new Set(ids),
  here,
  total,
  order,
})

test('a card that comes stands by its deadline, one that goes leaves no gap', () => {
  const pages = loaded([1, 3, 5, 7], 2)
  expect(idsOf(placed(pages, move([4], cards(4), 5)))).toEqual([
    [1, 3, 4],
    [5, 7],
  ])
  expect(idsOf(placed(pages, move([3], [], 3)))).toEqual([[1, 5, 7]])
  expect(next(placed(pages, move([3], [], 3)))).toBeNull()
})

test('a card that got another deadline changes its place, and what is done stands newest first', () => {
  expect(idsOf(placed(loaded([1, 3, 5], 1), move([1], [card(1, 4)], 3)))).toEqual([[3, 1, 5]])
  expect(idsOf(placed(loaded([5, 3, 1], 1), move([4], cards(4), 4, '-created_at')))).toEqual([[5, 4, 3], [1]])
})

test('where more is to come, loading on begins with the page that is not whole any more', () => {
  const pages = loaded([1, 2, 3, 4, 5, 6, 7, 8, 9], 2)
  const gone = placed(pages, move([2], [], 8))
  expect(idsOf(gone)).toEqual([[1, 3, 4, 5, 6]])
  expect(next(gone)).toBe(2)
  const come = placed(pages, move([20], [card(20, 2)], 10))
  expect(idsOf(come)).toEqual([
    [1, 2, 20],
    [3, 4, 5, 6],
  ])
  expect(next(come)).toBe(3)
})

test('a card beyond what is loaded waits until it is scrolled to', () => {
  const pages = loaded([1, 2, 3, 4, 5, 6, 7], 1)
  expect(idsOf(placed(pages, move([9], cards(9), 8)))).toEqual([[1, 2, 3]])
  expect(next(placed(pages, move([9], cards(9), 8)))).toBe(2)
})

test('a card that the count knows before its news stands in a column that was loaded whole, once it is told', () => {
  const early = placed(loaded([], 1), move([1, 2], cards(1, 2), 4))
  expect(idsOf(early)).toEqual([[1, 2]])
  expect(next(early)).toBe(1)
  const later = placed(early, move([3], cards(3), 4))
  expect(idsOf(later)).toEqual([[1, 2, 3]])
  const last = placed(later, move([4, 9], cards(4), 4))
  expect(idsOf(last)).toEqual([[1, 2, 3], [4]])
  expect(next(last)).toBeNull()
  const read = [...early, ...loaded([1, 2, 3, 4, 5], 1)]
  expect(idsOf(placed(read, move([5], cards(5), 5)))).toEqual([[1, 2, 3]])
})

test('a column may become empty, and fill again', () => {
  const empty = placed(loaded([1, 2], 1), move([1, 2], [], 0))
  expect(idsOf(empty)).toEqual([[]])
  expect(next(empty)).toBeNull()
  expect(idsOf(placed(empty, move([2], cards(2), 1)))).toEqual([[2]])
})

test('all that was loaded may go while others wait below', () => {
  const none = placed(loaded([1, 2, 3, 4], 1), move([1, 2, 3], [], 1))
  expect(idsOf(none)).toEqual([[]])
  expect(next(none)).toBe(1)
})
