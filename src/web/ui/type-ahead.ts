/**
 * Puts the focus into a box that may still be on its way: what is typed until it comes is held and written there,
 * as letters are keys of the page wherever nothing takes them. Whoever goes elsewhere meanwhile, or presses Escape, gives it up.
 * @param find answers the box once it is there
 */
export function typeAhead(label: string, find: () => HTMLElement | null): void {
  const box = find()
  if (box) {
    box.focus()
    return
  }
  const held = document.createElement('input')
  held.className = 'visually-hidden'
  held.tabIndex = -1
  held.ariaLabel = label
  held.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') held.blur()
  })
  document.getElementById('main')?.append(held)
  held.focus({ preventScroll: true })
  const look = () => {
    const found = find()
    if (found) handOn(held, found)
    else if (document.activeElement === held) requestAnimationFrame(look)
    else held.remove()
  }
  requestAnimationFrame(look)
}

function handOn(held: HTMLInputElement, box: HTMLElement): void {
  if (document.activeElement === held) box.focus()
  held.remove()
  if (held.value === '' || document.activeElement !== box) return
  // A draft may stand there.
  if (box.isContentEditable) {
    getSelection()?.selectAllChildren(box)
    getSelection()?.collapseToEnd()
  }
  // Deprecated, and the one way to type for a person that every field, framework and undo understands.
  document.execCommand('insertText', false, held.value)
}
