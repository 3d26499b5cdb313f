import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/** Hears Escape from the moment a dialog is drawn until its library does, which on a busy device is a while later. */
export function useEarlyEscape(isOpen: boolean, close: () => void): void {
  const stop = useRef<() => void>(undefined)
  const onKey = useEffectEvent(({ key, isComposing }: KeyboardEvent) => {
    if (key === 'Escape' && !isComposing) close()
  })
  useLayoutEffect(() => {
    if (!isOpen) return
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener, true)
    stop.current = () => window.removeEventListener('keydown', listener, true)
    return stop.current
  }, [isOpen])
  useEffect(() => {
    if (isOpen) stop.current?.()
  }, [isOpen])
}
