import { createBrowserHistory, useBlocker, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

export const history = createBrowserHistory()

/** Leads to a path of this application, its query included. */
export function go(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replace(to)
  else history.push(to)
}

export const usePath = (): string => useRouterState({ select: (state) => state.location.pathname })

type Change = URLSearchParams | Record<string, string | string[] | null> | ((now: URLSearchParams) => URLSearchParams)
export type ChangeSearch = (change: Change, options?: { replace?: boolean }) => void

/** The query of the address, and how to change it: new parameters, a function of them, or some names (null takes one away). */
export function useSearchParams(): [URLSearchParams, ChangeSearch] {
  const text = useRouterState({ select: (state) => state.location.searchStr })
  const params = useMemo(() => new URLSearchParams(text), [text])
  const change = useCallback<ChangeSearch>((wanted, options) => {
    const next = apply(new URLSearchParams(history.location.search), wanted).toString()
    go(history.location.pathname + (next ? `?${next}` : ''), options)
  }, [])
  return [params, change]
}

/** Asks before a page with unsaved changes is left; `ask` answers whether to leave. */
export function useLeaveGuard(isUnsaved: boolean, ask: () => Promise<boolean>): void {
  useBlocker({
    shouldBlockFn: async () => isUnsaved && !(await ask()),
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
  })
}

function apply(now: URLSearchParams, change: Change): URLSearchParams {
  if (typeof change === 'function') return change(now)
  if (change instanceof URLSearchParams) return change
  for (const [name, value] of Object.entries(change)) {
    now.delete(name)
    for (const one of value === null ? [] : [value].flat()) now.append(name, one)
  }
  return now
}
