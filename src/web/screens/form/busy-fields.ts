import { useCallback, useState } from 'react'

/** Fields whose files or answers are still on their way: nothing is sent before. */
export function useBusyFields() {
  const [busy, setNames] = useState<readonly string[]>([])
  const setBusy = useCallback((name: string, isNow: boolean) => {
    setNames((now) => (isNow ? [...new Set([...now, name])] : now.filter((one) => one !== name)))
  }, [])
  return { isBusy: busy.length > 0, setBusy }
}
