import { Suspense, useSyncExternalStore } from 'react'
import { ErrorBoundary } from '../app/error-boundary.tsx'
import { lazyWithCatalog } from '../catalogs.ts'
import { keptCount, listenToKeptCount } from './kept-count.ts'

const ActsStrip = lazyWithCatalog(() => import('./acts-strip.tsx'))

/** What waits on this device, above every screen; without anything kept it costs nothing. */
export function ActsNotice() {
  const isAny = useSyncExternalStore(listenToKeptCount, () => keptCount() > 0)
  if (!isAny) return null
  return (
    <ErrorBoundary instead={null}>
      <Suspense>
        <ActsStrip />
      </Suspense>
    </ErrorBoundary>
  )
}
