import { availableParallelism } from 'node:os'

/** So many of the other calls at once are never too many: what the processors can do side by side. */
const LEAST = Math.max(1, availableParallelism() - 1)
/** A counter's call that takes longer shares the machine with too many others. */
const SLOW_MS = 20
/** In which twice as many may begin, as long as no counter's call was slow. */
const RECOVERY_MS = 1000
/** A call that takes longer waits for something else (a mail server, a long statement): it keeps nobody waiting. */
const HOLDS_MS = 1000
/** A counter is at work for so long after its last call. */
const AT_WORK_MS = 5000

/**
 * Admission control of one server with an adaptive concurrency limit: while somebody works at a counter (`Route.atCounter`), the other
 * calls begin their work up to a limit, the rest wait in the order in which they came. A slow call of a counter cuts the limit to the
 * least; from then on it doubles every second (docs/decisions/counter-priority.md).
 */
export class CounterPriority {
  readonly #waiting: (() => void)[] = []
  readonly #now: () => number
  #inside = 0
  #slowAt = Number.NEGATIVE_INFINITY
  #atWorkUntil = Number.NEGATIVE_INFINITY

  /** @param now ms of a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** A counter's call begins and waits for nobody; answers what is called at its end. */
  counterCalled(): () => void {
    const begun = this.#now()
    this.#atWorkUntil = begun + AT_WORK_MS
    return () => {
      const now = this.#now()
      if (now - begun > SLOW_MS) this.#slowAt = now
    }
  }

  /** Waits for the turn of another call; answers what ends it, which may be called more than once. */
  async enter(): Promise<() => void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
      this.#letIn()
    })
    let isOver = false
    const leave = (): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      this.#inside -= 1
      this.#letIn()
    }
    const timer = setTimeout(leave, HOLDS_MS)
    timer.unref()
    return leave
  }

  /** How many may be under way. */
  get #limit(): number {
    const now = this.#now()
    return now <= this.#atWorkUntil ? LEAST * 2 ** ((now - this.#slowAt) / RECOVERY_MS) : Number.POSITIVE_INFINITY
  }

  #letIn(): void {
    while (this.#waiting.length > 0 && this.#inside < this.#limit) {
      this.#inside += 1
      this.#waiting.shift()?.()
    }
  }
}
