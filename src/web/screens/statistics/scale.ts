/** Round numbers of an axis, from the lowest to the highest. */
export interface Scale {
  low: number
  high: number
  ticks: number[]
}

/** From a round number below all values to one above them, in about four steps; `isWhole` where there are no halves of what is counted. */
export function scaleOf(least: number, most: number, isWhole: boolean): Scale {
  const rough = Math.max(most - least, Number.EPSILON) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = power * ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10)
  const step = isWhole ? Math.max(1, round) : round
  const low = Math.floor(least / step) * step
  const high = Math.max(Math.ceil(most / step) * step, low + step)
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) =>
    Number((low + at * step).toPrecision(12)),
  )
  return { low, high, ticks }
}

/** Where each of several amounts begins and ends, laid one after the other. */
export const ends = (amounts: readonly number[]): [from: number, to: number][] =>
  amounts.map((amount, at) => {
    const from = amounts.slice(0, at).reduce((sum, one) => sum + one, 0)
    return [from, from + amount]
  })
