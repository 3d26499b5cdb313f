import { expect, test } from 'vitest'
import { columnsWithin, shareRoom, type Wish } from './column-widths.ts'

const text = (full: number): Wish => ({ full, least: full / 2, weight: 1 })
const number: Wish = { full: 100, least: 100, weight: 1 }

test('what is left goes to the title', () => {
  expect(shareRoom([number, text(200), text(100)], 500, 1)).toEqual([100, 300, 100])
})

test('without a title that takes it, to all alike', () => {
  expect(shareRoom([number, number], 300, undefined)).toEqual([150, 150])
})

test('the widest columns give way first, and a number never does', () => {
  expect(shareRoom([number, text(300), text(120), text(260)], 620, 1)).toEqual([100, 200, 120, 200])
})

test('a title has twice the room of others', () => {
  expect(shareRoom([{ ...text(300), weight: 2 }, text(200), text(200)], 480, 0)).toEqual([240, 120, 120])
})

test('no column becomes narrower than what still says something', () => {
  expect(shareRoom([text(340), text(120)], 250, 0)).toEqual([170, 80])
})

test('where even that is too much the table scrolls', () => {
  expect(shareRoom([number, text(200), text(180)], 250, 1)).toEqual([100, 100, 90])
})

const NAMES = ['number', 'title', 'state', 'store', 'created_at']
const within = (room: number) =>
  columnsWithin(NAMES, [number, text(200), number, text(180), number], room, ['title', 'state'])

test('where there is room for all, no column goes', () => {
  expect(within(490)).toEqual(NAMES)
})

test('the last ones go until the rest stands at its least', () => {
  expect(within(489)).toEqual(['number', 'title', 'state', 'store'])
  expect(within(389)).toEqual(['number', 'title', 'state'])
})

test('what tells which record it is, and how it stands, never goes', () => {
  expect(within(50)).toEqual(['title', 'state'])
})
