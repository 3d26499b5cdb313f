import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../shared/time/units.ts'
import { packed } from './packing.ts'
import { blockOf, daysOf, dropped, moved, onDay, pulled, shifted, withEdge } from './placing.ts'
import type { ShownTask } from './window.ts'

const zone = 'Asia/Ho_Chi_Minh'
const at = (wall: string) => new Date(`${wall.replace(' ', 'T')}+07:00`).toISOString()
const of = (start: string | null, end: string | null) => ({
  date_start: start && at(start),
  date_end: end && at(end),
})

describe('a task on the calendar', () => {
  test('stands from its beginning to its end, by the clock of the chain', () => {
    expect(blockOf(of('2026-11-24 08:00', '2026-11-24 10:30'), zone)).toEqual({
      start: '2026-11-24 08:00:00',
      end: '2026-11-24 10:30:00',
    })
  })

  test('with an end alone stands before it, with a beginning alone after it, never on another day', () => {
    expect(blockOf(of(null, '2026-11-24 17:00'), zone)).toMatchObject({ start: '2026-11-24 16:30:00' })
    expect(blockOf(of('2026-11-24 17:00', null), zone)).toMatchObject({ end: '2026-11-24 17:30:00' })
    expect(blockOf(of(null, '2026-11-24 00:00'), zone)).toEqual({
      start: '2026-11-24 00:00:00',
      end: '2026-11-24 00:30:00',
    })
    expect(blockOf(of('2026-11-24 23:50', null), zone)).toEqual({
      start: '2026-11-24 23:30:00',
      end: '2026-11-25 00:00:00',
    })
  })

  test('that ends at midnight does not touch the day after', () => {
    expect(daysOf(blockOf(of('2026-11-24 20:00', '2026-11-25 00:00'), zone))).toEqual({
      first: '2026-11-24',
      last: '2026-11-24',
    })
    expect(daysOf(blockOf(of('2026-11-24 20:00', '2026-11-25 00:01'), zone)).last).toBe('2026-11-25')
  })

  test('that is moved takes both dates along', () => {
    expect(moved(of('2026-11-24 08:00', '2026-11-26 10:00'), 2 * DAY_MS, zone)).toEqual(
      of('2026-11-26 08:00', '2026-11-28 10:00'),
    )
    expect(moved(of(null, '2026-11-24 08:00'), -HOUR_MS, zone)).toEqual(of(null, '2026-11-24 07:00'))
  })

  test('keeps its hour on the wall where a clock of the zone was put forward in between', () => {
    const paris = 'Europe/Paris'
    const before = { date_start: null, date_end: '2026-03-28T08:00:00.000Z' }
    expect(moved(before, DAY_MS, paris).date_end).toBe('2026-03-29T07:00:00.000Z')
  })

  test('that is dropped among days keeps its time, among hours takes the new one', () => {
    const task = of('2026-11-24 08:15', '2026-11-25 10:00')
    const there = { start: '2026-11-27 00:00:00', end: '2026-11-28 01:45:00' }
    expect(dropped(task, there, true, zone)).toEqual(of('2026-11-27 08:15', '2026-11-28 10:00'))
    expect(dropped(task, there, false, zone)).toEqual(of('2026-11-27 00:00', '2026-11-28 01:45'))
  })

  test('whose edge is pulled changes there alone; what had one date has two then', () => {
    const task = of('2026-11-24 08:00', '2026-11-24 10:00')
    expect(pulled(task, { start: '2026-11-24 08:00:00', end: '2026-11-24 12:00:00' }, zone)).toEqual(
      of('2026-11-24 08:00', '2026-11-24 12:00'),
    )
    expect(pulled(task, { start: '2026-11-24 09:00:00', end: '2026-11-24 10:00:00' }, zone)).toEqual(
      of('2026-11-24 09:00', '2026-11-24 10:00'),
    )
    expect(shifted(of(null, '2026-11-24 17:00'), 'end', HOUR_MS, zone)).toEqual(
      of('2026-11-24 16:30', '2026-11-24 18:00'),
    )
    expect(onDay(task, 'end', '2026-11-26', zone)).toEqual(of('2026-11-24 08:00', '2026-11-26 10:00'))
  })

  test('never ends before it begins', () => {
    const task = of('2026-11-24 08:00', '2026-11-24 10:00')
    expect(withEdge(task, 'end', '2026-11-24 08:00:00', zone)).toBeNull()
    expect(onDay(task, 'start', '2026-11-25', zone)).toBeNull()
  })
})

describe('the weeks of a month', () => {
  const days = Array.from({ length: 7 }, (_, n) => `2026-11-${23 + n}`)
  const task = (id: number, start: string, end: string): ShownTask => ({
    ...of(start, end),
    ...{ id, version: 1, title: `T${id}`, state: 'todo', priority: 'normal', is_overdue: false },
    ...{ in_charge: null, store: null },
  })

  test('put each task in the first row that is free on all its days, and count what finds no room', () => {
    const tasks = [
      task(1, '2026-11-24 08:00', '2026-11-24 09:00'),
      task(2, '2026-11-20 08:00', '2026-11-24 09:00'),
      task(3, '2026-11-25 08:00', '2026-12-02 09:00'),
      task(4, '2026-11-24 07:00', '2026-11-24 07:30'),
    ]
    const { bars, hidden } = packed(tasks, days, { zone, lines: 2, first: null })
    expect(bars.map(({ task: one, ...place }) => [one.id, place])).toEqual([
      [2, { from: 0, length: 2, row: 0, begins: false, ends: true }],
      [3, { from: 2, length: 5, row: 0, begins: true, ends: false }],
      [4, { from: 1, length: 1, row: 1, begins: true, ends: true }],
    ])
    expect(hidden).toEqual([0, 1, 0, 0, 0, 0, 0])
  })

  test('show the task in the hand before all others', () => {
    const tasks = [task(1, '2026-11-24 08:00', '2026-11-24 09:00'), task(2, '2026-11-24 10:00', '2026-11-24 11:00')]
    const { bars } = packed(tasks, days, { zone, lines: 1, first: 2 })
    expect(bars.map(({ task: one }) => one.id)).toEqual([2])
  })
})
