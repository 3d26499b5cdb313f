import { describe, expect, test } from 'vitest'
import { pointsOf } from './points.web.ts'

const days = (n: number) =>
  Array.from({ length: n }, (_, at) => ({
    day: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    created: at,
    completed: 1,
  }))
const sum = (points: { created: number }[]) => points.reduce((total, { created }) => total + created, 0)

describe('Days of a chart', () => {
  test('stand one by one where there is room', () => {
    const points = pointsOf(days(30), 30)
    expect(points).toHaveLength(30)
    expect(points[0]).toEqual({
      from: '2026-01-01',
      to: '2026-01-01',
      created: 0,
      completed: 1,
      days: '2026-01-01..2026-01-01',
    })
  })

  test('are put together to whole weeks where there is not, and none is lost', () => {
    const points = pointsOf(days(30), 29)
    expect(points.map(({ completed }) => completed)).toEqual([7, 7, 7, 7, 2])
    expect(points[0]?.days).toBe('2026-01-01..2026-01-07')
    expect(sum(points)).toBe(sum(pointsOf(days(30), 30)))
  })

  test('of a year on a phone are fewer than there is room for', () => {
    const points = pointsOf(days(365), 35)
    expect(points.length).toBeLessThanOrEqual(35)
    expect(sum(points)).toBe((364 * 365) / 2)
  })

  test('are none of none, even without any room', () => {
    expect(pointsOf([], 0)).toEqual([])
    expect(pointsOf(days(3), -5)).toHaveLength(1)
  })
})
