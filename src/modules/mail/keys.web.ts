import { useLayoutEffect, useRef } from 'react'
import { isTaken } from '../../web/screens/list/list-keys.ts'

export type Keys = Record<string, (() => void) | undefined>

const isPressable = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, summary') !== null

/** Single keys that act on the mail page, also those pressed inside the frame of a mail; Enter stays with the button it is on. */
export function useMailKeys(acts: Keys): (event: KeyboardEvent) => void {
  const latest = useRef(acts)
  // Who sees the mails may press a key: it is heard before they are drawn.
  useLayoutEffect(() => {
    latest.current = acts
  })
  const onKey = useRef((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event.target)) return
    if (event.key === 'Enter' && isPressable(event.target)) return
    const act = latest.current[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useLayoutEffect(() => {
    const listener = onKey.current
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return onKey.current
}
