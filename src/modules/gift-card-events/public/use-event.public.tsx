import { useCallback, useEffect, useState } from 'react'
import type { ShownEvent } from '../../../shared/draws/published.ts'
import { call, Refused } from '../../../web/public/request.ts'

type State =
  | { at: 'loading' }
  | { at: 'unknown' }
  | { at: 'failed'; message: string | null }
  | { at: 'open'; found: ShownEvent }

export const pathOf = (code: string, part = '') => `/draws/${encodeURIComponent(code)}${part}`

/** What a failed question means: an address that leads nowhere, or another try. */
export const failureOf = (error: unknown): { at: 'unknown' } | { at: 'failed'; message: string | null } =>
  error instanceof Refused && [400, 404, 422].includes(error.status)
    ? { at: 'unknown' }
    : { at: 'failed', message: error instanceof Refused ? error.message : null }

/** The event, looked at again when the page is come back to: gifts go while it lies open. */
export function useEvent(code: string) {
  const [state, setState] = useState<State>({ at: 'loading' })
  const look = useCallback(
    () =>
      call<ShownEvent>('GET', pathOf(code)).then(
        (found) => setState({ at: 'open', found }),
        (error: unknown) => setState((before) => (before.at === 'open' ? before : failureOf(error))),
      ),
    [code],
  )
  useEffect(() => {
    const onShown = () => document.visibilityState === 'visible' && void look()
    void look()
    document.addEventListener('visibilitychange', onShown)
    return () => document.removeEventListener('visibilitychange', onShown)
  }, [look])
  return { state, retry: () => void look() }
}
