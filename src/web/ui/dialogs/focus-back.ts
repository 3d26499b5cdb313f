import { useLayoutEffect } from 'react'

/** What the focus was on last outside of dialogs and menus: those go, and one dialog may lead to the next. */
let outside: Element | null = null
const note = (one: EventTarget | null) => {
  if (one instanceof Element && one !== document.body && !one.closest('[role="dialog"], [role="menu"]')) outside = one
}
document.addEventListener('focusin', (event) => note(event.target))
// Whoever leaves a box by Escape is nowhere; a window that is left keeps its focus.
document.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (target === outside && relatedTarget === null && document.hasFocus()) outside = null
})

/**
 * While open, remembers what the focus was on, and gives it back at the end unless it has gone elsewhere by then.
 * For dialogs that are drawn only while they are open as well: their library takes that for no opening.
 */
export function useFocusBack(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const held = document.activeElement
    note(held)
    const wanted = [held, outside]
    return () => giveBack(wanted)
  }, [isOpen])
}

function giveBack(wanted: readonly (Element | null)[]): void {
  const left = document.activeElement
  window.setTimeout(() => {
    const now = document.activeElement
    if (now && now !== document.body && now !== left) return
    const target = wanted.find((one) => one !== document.body && one?.isConnected)
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  })
}
