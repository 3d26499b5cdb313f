/** Lets only so many run at a time; the others wait in line. */
export function limitConcurrency(atOnce: number): <R>(work: () => Promise<R>) => Promise<R> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await work()
    } finally {
      // Whoever waits longest takes over this turn, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
