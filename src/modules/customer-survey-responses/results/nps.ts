/** How many gave each number, the index is the number. */
export type Counts = readonly number[]

export interface Nps {
  /** Promoters (9, 10) less detractors (0 to 6) in per cent of all: from -100 to 100. */
  score: number
  /** Half of the interval that holds the true score 95 times of 100. */
  margin: number
  promoters: number
  passives: number
  detractors: number
  n: number
}

/** Of the normal distribution, for 95 %. */
export const Z = 1.96

/**
 * The net promoter score and its margin by the adjusted Wald method: three answers are added, 3/4 a promoter, 3/4 a detractor, 3/2 neither,
 * p and d are the shares of promoters and detractors with these, and the margin is z · √((p + d − (p − d)²) / (n + 3)). Without the three,
 * ten customers who all say 10 would have no margin at all. B. Rocks, "Interval Estimation for the Net Promoter Score", The American
 * Statistician 70 (2016), found it the best of six methods. Null where nobody answered.
 */
export function npsOf(counts: Counts): Nps | null {
  const sum = (from: number, to: number) => counts.slice(from, to + 1).reduce((all, n) => all + n, 0)
  const [detractors, passives, promoters] = [sum(0, 6), sum(7, 8), sum(9, 10)]
  const n = detractors + passives + promoters
  if (n === 0) return null
  const p = (promoters + 0.75) / (n + 3)
  const d = (detractors + 0.75) / (n + 3)
  return {
    score: (100 * (promoters - detractors)) / n,
    margin: 100 * Z * Math.sqrt((p + d - (p - d) ** 2) / (n + 3)),
    ...{ promoters, passives, detractors, n },
  }
}

export interface Mean {
  mean: number
  n: number
  /** Of the mean, by the spread of the answers: s / √n; 0 of a single answer. */
  error: number
}

/** The mean of what was given; null where nobody answered. */
export function meanOf(counts: Counts): Mean | null {
  const n = counts.reduce((all, one) => all + one, 0)
  if (n === 0) return null
  const mean = counts.reduce((all, one, value) => all + one * value, 0) / n
  const squares = counts.reduce((all, one, value) => all + one * (value - mean) ** 2, 0)
  return { mean, n, error: n > 1 ? Math.sqrt(squares / (n - 1) / n) : 0 }
}
