/** Acts that go to the server one after the other, whatever comes of each: of two under way at once, it could keep the earlier one last. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(act: () => Promise<T>): Promise<T> {
    const answer = this.#last.then(act)
    this.#last = answer.catch(() => undefined)
    return answer
  }

  /** Waits for the acts that were given so far. */
  drain = (): Promise<unknown> => this.#last
}
