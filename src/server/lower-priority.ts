import type { ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'

const LOW = 10

/**
 * Lets everybody else on the machine go before a process that was started just now. Set from outside and at once, as threads that it
 * has begun already would keep theirs.
 */
export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, LOW)
  } catch {
    // It is gone already, and its exit says why.
  }
}
