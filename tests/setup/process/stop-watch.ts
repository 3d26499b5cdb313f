import { readFileSync } from 'node:fs'

/** ms that this thread was ready to run while others had the processors, as Linux counts them; elsewhere 0. */
function keptWaiting(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/**
 * ms since it was started, without those in which a busy machine left this process waiting for a processor: what the product
 * promises within a second is none of what else runs beside it.
 */
export function stopWatch(): () => number {
  const [began, waited] = [performance.now(), keptWaiting()]
  return () => performance.now() - began - (keptWaiting() - waited)
}
