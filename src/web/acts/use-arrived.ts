import { useState } from 'react'
import type { Act } from './act.ts'
import { wasTaken } from './acts.ts'

/** What is found, with when it was asked for. */
export async function withAskedAt<T extends object>(ask: () => Promise<T>): Promise<T & { askedAt: number }> {
  const askedAt = Date.now()
  return { ...(await ask()), askedAt }
}

/** What the server has taken and no list says yet: what it is about would fall back for a moment, and its buttons go from under the finger. */
export function useArrived(acts: readonly Act[], askedAt: number): readonly Act[] {
  const [seen, setSeen] = useState(acts)
  const [kept, setKept] = useState<readonly (Act & { at: number })[]>([])
  const arrived = kept.filter(({ at }) => askedAt <= at)
  if (seen !== acts) {
    const gone = seen.filter(({ key }) => wasTaken(key) && acts.every((one) => one.key !== key))
    setSeen(acts)
    if (gone.length > 0) setKept([...arrived, ...gone.map((act) => ({ ...act, at: Date.now() }))])
  }
  return arrived
}
