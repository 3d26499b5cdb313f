import { describe, expect, test } from 'vitest'
import { hoursOn, overBy, spread, type Work } from './load.ts'

const span = { from: '2026-11-23', to: '2026-11-29' }
/** Eight hours each day but Sunday. */
const hours = (day: string) => (new Date(day).getUTCDay() === 0 ? 0 : 8)
const hoursOf = (work: Work[], person: number) =>
  spread(work, span, hours)
    .get(person)
    ?.map((day) => day.hours)

describe('the load of a person', () => {
  test('is at most eight hours of what the chain works, and none on a day of rest', () => {
    expect(hoursOn({ opens: '08:00', closes: '22:00' })).toBe(8)
    expect(hoursOn({ opens: '08:00', closes: '12:30' })).toBe(4.5)
    expect(hoursOn({ opens: null, closes: null })).toBe(0)
  })

  test('spreads a task over the days that are worked, and shares it among its people', () => {
    const work: Work[] = [{ id: 1, people: [1, 2], from: '2026-11-27', to: '2026-11-30', hours: 24 }]
    // Friday, Saturday and, out of sight, Monday; not Sunday.
    expect(hoursOf(work, 1)).toEqual([0, 0, 0, 0, 4, 4, 0])
    expect(hoursOf(work, 2)).toEqual([0, 0, 0, 0, 4, 4, 0])
  })

  test('puts what lies on days of rest alone on the last of them', () => {
    expect(hoursOf([{ id: 1, people: [1], from: '2026-11-29', to: '2026-11-29', hours: 3 }], 1)).toEqual([
      0, 0, 0, 0, 0, 0, 3,
    ])
  })

  test('names a task without an estimate, and counts no hours for it', () => {
    const days = spread([{ id: 7, people: [1], from: '2026-11-24', to: '2026-11-24', hours: null }], span, hours).get(1)
    expect(days?.[1]).toEqual({ hours: 0, tasks: [7] })
  })

  test('is too much from a quarter of an hour on', () => {
    expect([overBy(8, 8), overBy(8.25, 8), overBy(8.5, 8), overBy(3, 0)]).toEqual([0, 0, 0.5, 3])
  })
})
