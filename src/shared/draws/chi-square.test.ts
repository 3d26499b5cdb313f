import { describe, expect, it } from 'vitest'
import { fitOf, upperGamma } from './chi-square.ts'

describe('whether chance alone explains what was drawn', () => {
  it.each([
    // Degrees of freedom, statistic, probability: the usual table of the distribution.
    [1, 3.841_458_820_694_124, 0.05],
    [2, 9.210_340_371_976_18, 0.01],
    [3, 16.266_236_196_238_13, 0.001],
    [10, 18.307_038_053_275_146, 0.05],
    [10, 4.865_182_051_925_07, 0.9],
    [100, 124.342_113_404_004, 0.05],
  ])('knows the distribution: %d degrees, %d', (degrees, statistic, probability) => {
    expect(upperGamma(degrees / 2, statistic / 2)).toBeCloseTo(probability, 9)
  })

  it('tells a fair die from a loaded one', () => {
    const die = (...observed: number[]) => [observed.map((one) => ({ observed: one, expected: 100 }))]
    // (5² + 2² + 3² + 4² + 1² + 5²) / 100 = 0.8, of 5 degrees.
    expect(fitOf(die(105, 98, 97, 104, 101, 95))).toMatchObject({ chiSquare: expect.closeTo(0.8, 12), degrees: 5 })
    expect(fitOf(die(105, 98, 97, 104, 101, 95))?.probability).toBeCloseTo(0.977, 3)
    expect(fitOf(die(150, 90, 90, 90, 90, 90))?.probability).toBeLessThan(0.0001)
  })

  it('counts rare gifts together, and says nothing of too few draws', () => {
    const shares = [
      { observed: 1, expected: 1 },
      { observed: 4, expected: 2 },
      { observed: 1, expected: 2.5 },
      { observed: 44, expected: 44.5 },
    ]
    expect(fitOf([shares])).toMatchObject({ degrees: 1, chiSquare: expect.closeTo(0.25 / 5.5 + 0.25 / 44.5, 12) })
    expect(
      fitOf([
        [
          { observed: 2, expected: 2 },
          { observed: 1, expected: 1 },
        ],
      ]),
    ).toBeNull()
    expect(fitOf([])).toBeNull()
  })

  it('adds up versions of a plan, each by its own chances', () => {
    const first = [
      { observed: 10, expected: 20 },
      { observed: 90, expected: 80 },
    ]
    const second = [
      { observed: 70, expected: 60 },
      { observed: 30, expected: 40 },
    ]
    expect(fitOf([first, second])).toMatchObject({
      degrees: 2,
      chiSquare: expect.closeTo(5 + 1.25 + 100 / 60 + 2.5, 12),
    })
  })
})
