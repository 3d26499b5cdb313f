import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/** Hears Escape wherever the focus is, before anything else does, until the answer is called. */
function hearEscape(hear: (event: KeyboardEvent) => void): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isComposing) hear(event)
  }
  window.addEventListener('keydown', listener, true)
  return () => window.removeEventListener('keydown', listener, true)
}

/** The same for a dialog that is on its way: the page behind it takes no Escape. */
export const escapeFor = (leave: () => void): (() => void) =>
  hearEscape((event) => {
    event.stopPropagation()
    leave()
  })

/** Hears Escape from the moment a dialog is drawn until its library does, which on a busy device is a while later. */
export function useEarlyEscape(isOpen: boolean, close: () => void): void {
  const stop = useRef<() => void>(undefined)
  const onEscape = useEffectEvent(close)
  useLayoutEffect(() => {
    if (!isOpen) return
    stop.current = hearEscape(() => onEscape())
    return stop.current
  }, [isOpen])
  useEffect(() => {
    if (isOpen) stop.current?.()
  }, [isOpen])
}
