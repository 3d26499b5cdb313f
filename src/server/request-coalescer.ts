/** How many of the same question run at once before later ones wait together. */
const AT_ONCE = 2

interface Waiting<R> {
  answer: Promise<R>
  go(): void
}

/**
 * Answers the same question once for all who asked while it could not start yet. A new complaint makes every open list ask the same
 * thing at the same moment; whoever waits shares one reading that begins after the last of them asked, so nobody is told less than
 * the database knew at their question.
 */
export class RequestCoalescer<R> {
  readonly #running = new Map<string, number>()
  readonly #waiting = new Map<string, Waiting<R>>()

  /** @param key says everything the answer depends on, the asker's scope included */
  ask(key: string, work: () => Promise<R>): Promise<R> {
    if ((this.#running.get(key) ?? 0) < AT_ONCE) return this.#run(key, work)
    const known = this.#waiting.get(key)
    if (known) return known.answer
    const { promise, resolve } = Promise.withResolvers<void>()
    const answer = promise.then(() => this.#run(key, work))
    this.#waiting.set(key, { answer, go: resolve })
    return answer
  }

  async #run(key: string, work: () => Promise<R>): Promise<R> {
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1)
    try {
      return await work()
    } finally {
      const left = (this.#running.get(key) ?? 1) - 1
      if (left > 0) this.#running.set(key, left)
      else this.#running.delete(key)
      const next = this.#waiting.get(key)
      this.#waiting.delete(key)
      next?.go()
    }
  }
}
