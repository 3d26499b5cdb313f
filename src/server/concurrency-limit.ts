/** Limits concurrency: at most `atOnce` run, the others wait in FIFO order. */
export function limitConcurrency(atOnce: number): <R>(work: () => Promise<R>) => Promise<R> {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resume) => queue.push(resume))
    else running += 1
    try {
      return await work()
    } finally {
      // The slot is handed to the next in line and not released, so that a new caller cannot overtake it.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
