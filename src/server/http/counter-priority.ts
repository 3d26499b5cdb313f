import { availableParallelism } from 'node:os'

/** How many of the other calls are under way at once while a counter is at work: what the processors can do side by side. */
const FEW = Math.max(2, availableParallelism())
/** A call that takes longer waits for something else mostly (a mail server, a long statement): it keeps nobody waiting. */
const HOLDS_MS = 250
/** A counter is at work for so long after its last call. */
const AT_WORK_MS = 5000

/**
 * Admission control of one server: while somebody works at a counter (`Route.atCounter`), few of the other calls begin their work at
 * once, the rest wait in the order in which they came. A counter's call then shares the processors, the database and this process's
 * event loop with those few, however many have been asked (docs/decisions/counter-priority.md).
 */
export class CounterPriority {
  readonly #waiting: (() => void)[] = []
  readonly #now: () => number
  #inside = 0
  #atWorkUntil = Number.NEGATIVE_INFINITY

  /** @param now ms of a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** A counter's call: it waits for nobody. */
  counterCalled(): void {
    this.#atWorkUntil = this.#now() + AT_WORK_MS
  }

  /** Waits for the turn of another call; answers what ends it, which may be called more than once. */
  async enter(): Promise<() => void> {
    if (this.#inside < FEW || !this.#isAtWork()) this.#inside += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
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

  #isAtWork = (): boolean => this.#now() <= this.#atWorkUntil

  #letIn(): void {
    const places = this.#isAtWork() ? Math.max(0, FEW - this.#inside) : this.#waiting.length
    const next = this.#waiting.splice(0, places)
    this.#inside += next.length
    for (const begin of next) begin()
  }
}
