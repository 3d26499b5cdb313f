import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Asked, Confirmed, ConfirmOptions } from './confirm-dialog.tsx'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

let asked: Asked | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Asks before something is done. */
export function confirm(options: ConfirmOptions = {}): Promise<Confirmed> {
  asked?.answer({ status: 0 })
  lastId += 1
  return new Promise((answer) => become({ id: lastId, ...options, answer }))
}

/** Where the question stands: once, in the shell. */
export function ConfirmHost() {
  const now = useSyncExternalStore(listen, () => asked)
  if (lastId === 0) return null
  const finish = (confirmed: Confirmed) => {
    now?.answer(confirmed)
    become(null)
  }
  return (
    <Suspense>
      <ConfirmDialog asked={now} finish={finish} />
    </Suspense>
  )
}

function become(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
