import { useLayoutEffect, useRef } from 'react'
import { isTaken } from './list-keys.ts'

/** Single keys that act on a page, while nobody types and no dialog is open. Who sees the page may press them: they are heard before it is drawn. */
export function usePageKeys(acts: Record<string, (() => void) | undefined>): void {
  const latest = useRef(acts)
  useLayoutEffect(() => {
    latest.current = acts
  })
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event.target)) return
      const act = latest.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
