import { commitmentOf, giftAt, type Plan, randomsOf, readPlan, rowCode, slotOf } from './plan.ts'
import type { Published, PublishedDraw, PublishedPlan } from './published.ts'
import { givenOf, Ledger } from './replay.ts'

/** What was tampered with; `n` is a draw, of `plan` and `seed` a version. */
export type Tampering =
  | 'seed'
  | 'plan'
  | 'random'
  | 'order'
  | 'result'
  | 'version'
  | 'code'
  | 'returned'
  | 'missing'
  | 'added'
  | 'closing'

export interface Finding {
  what: Tampering
  n: number
  /** The last one of several of which the same holds; without it `n` alone. */
  to?: number
  /** Of a result: the gift that was to be given, and the one that is written. */
  right?: number
  written?: number
  /** Of the order: which draw it was. */
  was?: number
}

/** Values whose draw is looked for among all, and among their neighbours only; the rest is told as a changed value. */
const SOUGHT_FAR = 10
const SOUGHT_NEAR = 400
const NEAR = 3

interface Known extends PublishedPlan {
  plan: Plan | null
  randomOf: ReturnType<typeof randomsOf> | null
  fits: boolean
  /** Draws of it, and those whose random value follows from its seed. */
  draws: number
  follow: number
}

/**
 * Recomputes the draws of an event one by one, in their order, as docs/decisions/draws.md has it. Engine and page share the formulas;
 * the tests hold a second checker that shares nothing.
 */
export class Verifier {
  readonly findings: Finding[] = []
  /** Draws looked at. */
  seen = 0
  readonly #published: Published
  readonly #plans: readonly Known[]
  readonly #ledger = new Ledger()
  /** What came back, by the number of the draw it came back after. */
  readonly #returns = new Map<number, { gift: number; store: string; day: string }[]>()
  readonly #wrong: { draw: PublishedDraw; finding: Finding }[] = []
  #last = 0
  #code: string

  constructor(published: Published) {
    this.#published = published
    this.#plans = published.plans
      .toSorted((a, b) => a.version - b.version)
      .map((one) => {
        const { text, seed, commitment, version, first } = one
        if (text === null || seed === null)
          return { ...one, plan: null, randomOf: null, fits: true, draws: 0, follow: 0 }
        const plan = planIn(text)
        const isNamed = plan?.event === published.event.code && plan.version === version && plan.first === first
        const fits = isNamed && commitmentOf(seed, text) === commitment
        const randomOf = plan && randomsOf(seed, published.event.code, version)
        return { ...one, plan, randomOf, fits, draws: 0, follow: 0 }
      })
    this.#code = this.#plans[0]?.commitment ?? ''
  }

  /** Looks at the next draw. */
  add(draw: PublishedDraw): void {
    const [n, version, store, day, digest, , , total, random, drawn, given, returned, code] = draw
    this.seen++
    if (n <= this.#last) this.#say({ what: 'added', n })
    if (n > this.#last + 1) this.#say({ what: 'missing', n: this.#last + 1, to: n - 1 })
    for (const after of this.#returns.keys()) if (after < n) this.#takeBack(after)
    this.#last = Math.max(this.#last, n)

    const own = this.#plans.find((one) => one.version === version)
    if (this.#plans.findLast(({ first }) => first <= n)?.version !== version) this.#say({ what: 'version', n })
    const commitment = own?.commitment ?? ''
    const row = { n, version, store, day, digest, total, random, drawn, given }
    if (rowCode(this.#code, commitment, row) !== code) this.#say({ what: 'code', n })
    // With the published code before it, one change is told once.
    this.#code = code

    if (own?.plan) {
      own.draws++
      if (this.#isOf(draw, n)) own.follow++
      else this.#wrong.push({ draw, finding: this.#say({ what: 'random', n }) })
      const { gifts } = own.plan
      const hit = giftAt(gifts, slotOf(random))
      const right = givenOf(gifts, hit, { store, total }, (gift) => this.#ledger.of(gift, store, day))
      this.#give(right, draw)
      if (hit !== drawn) this.#say({ what: 'result', n, right: hit, written: drawn })
      else if (right !== given) this.#say({ what: 'result', n, right, written: given })
    }
    const most = this.#published.closing ? this.#published.count : Number.POSITIVE_INFINITY
    if (returned !== null && (given === 0 || returned < n || returned > most)) this.#say({ what: 'returned', n })
  }

  /** After the last draw: what only all of them tell. */
  end(): readonly Finding[] {
    for (const one of this.#plans) this.#judge(one)
    this.#seekOrder()
    const { closing } = this.#published
    if (closing) {
      const [first, last] = [this.#last + 1, closing.count]
      if (first <= last) this.#say({ what: 'missing', n: first, to: last })
      else if (last < this.#last) this.#say({ what: 'added', n: last + 1, to: this.#last })
      else if (closing.code !== this.#code) this.#say({ what: 'closing', n: this.#last })
    }
    return this.findings
  }

  /** A commitment that does not fit: where the draws follow from the seed, the plan was changed; else the seed, and no draw can tell more. */
  #judge({ version, fits, draws, follow }: Known): void {
    if (fits) return
    const isSeed = draws > 0 && follow === 0
    this.findings.unshift({ what: isSeed ? 'seed' : 'plan', n: version })
    if (!isSeed) return
    const ofVersion = new Set(this.#wrong.filter(({ draw }) => draw[1] === version).map(({ finding }) => finding))
    this.findings.splice(0, this.findings.length, ...this.findings.filter((one) => !ofVersion.has(one)))
    this.#wrong.splice(0, this.#wrong.length, ...this.#wrong.filter(({ draw }) => draw[1] !== version))
  }

  /** A value that follows from another number stood elsewhere in the order. */
  #seekOrder(): void {
    let shift = 1
    this.#wrong.forEach(({ draw, finding }, at) => {
      const [n] = draw
      const near = [shift, ...Array.from({ length: NEAR }, (_, by) => [by + 1, -by - 1]).flat()].map((by) => n + by)
      const far = at < SOUGHT_FAR ? Array.from({ length: this.#published.count + 1 }, (_, by) => by + 1) : []
      const was = (at < SOUGHT_NEAR ? [...near, ...far] : [n + shift]).find(
        (m) => m > 0 && m !== n && this.#isOf(draw, m),
      )
      if (was === undefined) return
      shift = was - n
      finding.what = 'order'
      finding.was = was
    })
  }

  /** Whether a draw's random value follows from this number. */
  #isOf([, version, , , digest, , , , random]: PublishedDraw, n: number): boolean {
    const own = this.#plans.find((one) => one.version === version)
    return own?.randomOf?.(n, digest) === random
  }

  /** Counted is what was right to give, so that a gift entered by hand makes no later winner look wrong. */
  #give(gift: number, [n, , store, day, , , , , , , , returned]: PublishedDraw): void {
    if (gift === 0) return
    this.#ledger.add(gift, store, day)
    if (returned === null) return
    const after = Math.max(returned, n)
    this.#returns.set(after, [...(this.#returns.get(after) ?? []), { gift, store, day }])
  }

  #takeBack(after: number): void {
    for (const { gift, store, day } of this.#returns.get(after) ?? []) this.#ledger.add(gift, store, day, -1)
    this.#returns.delete(after)
  }

  #say(finding: Finding): Finding {
    this.findings.push(finding)
    return finding
  }
}

/** A text that is no plan has been tampered with. */
function planIn(text: string): Plan | null {
  try {
    const plan = readPlan(text)
    return Array.isArray(plan.gifts) ? plan : null
  } catch {
    return null
  }
}
