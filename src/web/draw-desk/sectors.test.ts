import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WHOLE } from '../../shared/draws/parts.ts'
import { inkOn, LEAST_DEGREES, outlineOf, type Share, sectorsOf, stopOf, turnTo } from './sectors.ts'

const widths = (shares: readonly Share[]) => sectorsOf(shares).map(({ from, to }) => Number((to - from).toFixed(6)))
const gifts = (...chances: number[]): Share[] => [
  ...chances.map((chance, at) => ({ part: at + 1, chance })),
  { part: 'none', chance: Number((100 - chances.reduce((sum, chance) => sum + chance, 0)).toFixed(4)) },
]
/** Chances of up to 24 gifts in ten thousandths of a per cent, and the rest. */
const anyWheel = fc.array(fc.integer({ min: 1, max: WHOLE }), { minLength: 1, maxLength: 24 }).map((parts) => {
  const sum = parts.reduce((total, part) => total + part, 0)
  return gifts(...parts.map((part) => Math.max(1, Math.floor((part / sum) * WHOLE * 0.9)) / 10_000))
})

describe('The sectors of a wheel', () => {
  it('are as wide as their chances where each can be read, in their order', () => {
    expect(widths(gifts(50, 25, 10))).toEqual([180, 90, 36, 54])
    expect(sectorsOf(gifts(50, 50)).map(({ part }) => part)).toEqual([1, 2])
    expect(sectorsOf(gifts(50, 50)).at(-1)?.to).toBe(360)
  })

  it('are never too narrow to be read: the others give way, in proportion', () => {
    const [rare, half, quarter, rest] = widths(gifts(0.0001, 50, 25)) as [number, number, number, number]
    expect(rare).toBe(LEAST_DEGREES)
    expect(half / quarter).toBeCloseTo(2)
    expect(quarter / rest).toBeCloseTo(25 / 24.9999)
    expect(rare + half + quarter + rest).toBeCloseTo(360)
  })

  it('share a wheel of very many evenly, and what has no chance has none', () => {
    expect(new Set(widths(Array.from({ length: 40 }, (_, at) => ({ part: at, chance: at === 0 ? 61 : 1 }))))).toEqual(
      new Set([9]),
    )
    expect(
      sectorsOf([
        { part: 1, chance: 0 },
        { part: 'none', chance: 100 },
      ]),
    ).toEqual([{ part: 'none', chance: 100, from: 0, to: 360 }])
  })

  it('of any event close the circle, each at least as wide as a word', () => {
    fc.assert(
      fc.property(anyWheel, (shares) => {
        const sectors = sectorsOf(shares)
        const least = Math.min(LEAST_DEGREES, 360 / sectors.length)
        expect(sectors[0]?.from).toBe(0)
        expect(sectors.at(-1)?.to).toBe(360)
        for (const [at, { from, to }] of sectors.entries()) {
          expect(to - from).toBeGreaterThan(least - 1e-6)
          expect(sectors[at + 1]?.from ?? 360).toBe(to)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('The pointer', () => {
  it('stops in the sector of what was given, for every number of every event, never on an edge', () => {
    fc.assert(
      fc.property(anyWheel, fc.integer({ min: 0, max: WHOLE - 1 }), (shares, slot) => {
        const sectors = sectorsOf(shares)
        let first = 0
        const drawn = shares.find(({ chance }) => {
          first += Math.round(chance * 10_000)
          return slot < first
        })
        const stop = stopOf(sectors, drawn?.part ?? 'none', slot)
        const there = sectors.find(({ from, to }) => stop > from && stop < to)
        expect(there?.part).toBe(drawn?.part ?? 'none')
        const turned = turnTo(stop, 1234.5, 5)
        expect(turned - 1234.5).toBeGreaterThanOrEqual(5 * 360)
        expect(turned - 1234.5).toBeLessThan(6 * 360)
        const under = (((-turned % 360) + 360) % 360) - stop
        expect(Math.min(Math.abs(under), 360 - Math.abs(under))).toBeLessThan(1e-6)
      }),
      { numRuns: 300 },
    )
  })

  it('moves on within a sector as the number does', () => {
    const sectors = sectorsOf(gifts(50))
    const [first, middle, last] = [0, 250_000, 499_999].map((slot) => stopOf(sectors, 1, slot)) as [
      number,
      number,
      number,
    ]
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(middle)
    expect(middle).toBeCloseTo(90)
    expect(last).toBeLessThan(180)
  })

  it('stops at the gift that stands in for the one that was drawn, or at none', () => {
    const sectors = sectorsOf(gifts(25, 25))
    expect(stopOf(sectors, 2, 0)).toBeGreaterThan(90)
    expect(stopOf(sectors, 2, 0)).toBeLessThan(180)
    expect(stopOf(sectors, 'none', 0)).toBeGreaterThan(180)
    // A gift that is only ever given instead has no sector of its own.
    expect(stopOf(sectors, 99, 0)).toBeLessThan(90)
  })
})

describe('What is written on a colour', () => {
  it('is black on light ones and white on dark ones, with contrast enough to be read', () => {
    expect(['#ffffff', '#ffd166', '#1b4dff', '#000000'].map(inkOn)).toEqual(['#000', '#000', '#fff', '#fff'])
  })
})

describe('The outline', () => {
  it('of the only sector is the whole circle', () => {
    expect(outlineOf({ from: 0, to: 360 }, 100)).toContain('A100 100 0 1 1 0 100')
    expect(outlineOf({ from: 0, to: 90 }, 100)).toBe('M0 0L0 -100A100 100 0 0 1 100 0Z')
  })
})
