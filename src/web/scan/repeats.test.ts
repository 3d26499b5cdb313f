import { describe, expect, it } from 'vitest'
import { REPEAT_MS, repeats } from './repeats.ts'

describe('The same code', () => {
  it('within two seconds is the same scan, and after them another one', () => {
    const isRepeat = repeats()
    expect([0, 1000, REPEAT_MS - 1, REPEAT_MS, REPEAT_MS + 1999].map((at) => isRepeat('A', at))).toEqual([
      false,
      true,
      true,
      false,
      true,
    ])
  })

  it('held before a camera is one scan however long, until it has been away for two seconds', () => {
    const isRepeat = repeats()
    const looks = Array.from({ length: 50 }, (_, at) => isRepeat('A', at * 120, true))
    expect(looks).toEqual([false, ...Array.from({ length: 49 }, () => true)])
    expect(isRepeat('A', 49 * 120 + REPEAT_MS, true)).toBe(false)
  })

  it('is so too where a busy device looks seldom, and comes anew once a look has missed it', () => {
    const isRepeat = repeats()
    expect(isRepeat('A', 0, true)).toBe(false)
    expect(isRepeat('A', 2 * REPEAT_MS, true, true)).toBe(true)
    expect(isRepeat('A', 4 * REPEAT_MS, true)).toBe(false)
  })

  it('is so too with others in between, as of two that a camera sees at a time', () => {
    const isRepeat = repeats()
    const looks = Array.from({ length: 40 }, (_, at) => isRepeat(at % 2 === 0 ? 'A' : 'B', at * 60, true))
    expect(looks.filter((one) => !one)).toHaveLength(2)
    expect(isRepeat('C', 2400)).toBe(false)
  })

  it('of a scanner is meant again once another code came in between', () => {
    const isRepeat = repeats()
    expect([isRepeat('A', 0), isRepeat('B', 500), isRepeat('A', 1000), isRepeat('A', 1500)]).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})
