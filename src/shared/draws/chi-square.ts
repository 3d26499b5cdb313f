/** What was drawn of each gift, against what its chance promised. */
export interface Share {
  observed: number
  expected: number
}

export interface Fit {
  /** Pearson's statistic, and its degrees of freedom. */
  chiSquare: number
  degrees: number
  /** How likely chance alone makes a difference as large as this, or larger. */
  probability: number
}

/** Below so many expected draws the distribution says nothing yet: such gifts are counted together. */
const LEAST_EXPECTED = 5

/**
 * Whether chance alone explains what was drawn, by Pearson's chi-square test. Each version of a plan has chances of its own: their
 * statistics add up, as do their degrees of freedom. Null where there is too little to say anything.
 */
export function fitOf(versions: readonly (readonly Share[])[]): Fit | null {
  let [chiSquare, degrees] = [0, 0]
  for (const shares of versions) {
    const pooled = pooledOf(shares)
    if (pooled.length < 2) continue
    degrees += pooled.length - 1
    for (const { observed, expected } of pooled) chiSquare += (observed - expected) ** 2 / expected
  }
  return degrees === 0 ? null : { chiSquare, degrees, probability: upperGamma(degrees / 2, chiSquare / 2) }
}

/** The rarest together, until each has enough to be judged. */
function pooledOf(shares: readonly Share[]): Share[] {
  const sorted = shares.filter(({ expected, observed }) => expected > 0 || observed > 0)
  sorted.sort((a, b) => a.expected - b.expected)
  const pooled: Share[] = []
  let open: Share = { observed: 0, expected: 0 }
  for (const one of sorted) {
    open = { observed: open.observed + one.observed, expected: open.expected + one.expected }
    if (open.expected < LEAST_EXPECTED) continue
    pooled.push(open)
    open = { observed: 0, expected: 0 }
  }
  const last = pooled.pop()
  if (!last) return []
  return [...pooled, { observed: last.observed + open.observed, expected: last.expected + open.expected }]
}

const STEPS = 500
const EXACT = 1e-14

/** The regularized upper incomplete gamma function Q(a, x): by its series below a + 1, by its continued fraction (Lentz) above. */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    let term = 1 / a
    let sum = term
    for (let n = 1; n < STEPS && term > sum * EXACT; n++) {
      term *= x / (a + n)
      sum += term
    }
    return Math.max(0, 1 - sum * scale)
  }
  let b = x + 1 - a
  let c = Number.MAX_VALUE
  let d = 1 / b
  let h = d
  for (let n = 1; n < STEPS; n++) {
    const step = -n * (n - a)
    b += 2
    d = 1 / (step * d + b)
    c = b + step / c
    h *= d * c
    if (Math.abs(d * c - 1) < EXACT) break
  }
  return scale * h
}

/** Lanczos' approximation (g = 7, nine terms), exact to 15 digits. */
const LANCZOS = [
  0.999_999_999_999_809_93, 676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_13,
  -176.615_029_162_140_6, 12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_572e-6,
  1.505_632_735_149_311_6e-7,
]

function logGamma(a: number): number {
  const x = a - 1
  const t = x + 7.5
  const sum = LANCZOS.reduce((all, term, at) => all + (at === 0 ? term : term / (x + at)), 0)
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum)
}
