import { useState } from 'react'
import type { Act } from './act.ts'
import { wasTaken } from './acts.ts'

/** What was found, and when it was asked for. */
export type Asked<T> = T & { askedAt: number }

export async function withAskedAt<T extends object>(ask: () => Promise<T>): Promise<Asked<T>> {
  const askedAt = Date.now()
  return { ...(await ask()), askedAt }
}

/** What the server has taken and no list says yet: what it is about would fall back for a moment, and its buttons go from under the finger. */
export function useArrived(acts: readonly Act[], askedAt: number): readonly Act[] {
  const [seen, setSeen] = useState(acts)
  const [arrived, setArrived] = useState<readonly (Act & { at: number })[]>([])
  if (seen !== acts) {
    const gone = seen.filter(({ key }) => wasTaken(key) && acts.every((one) => one.key !== key))
    setSeen(acts)
    if (gone.length > 0) setArrived([...arrived, ...gone.map((act) => ({ ...act, at: Date.now() }))])
  }
  return arrived.filter(({ at }) => askedAt <= at)
}
