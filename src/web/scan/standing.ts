/** What had the focus at a moment. */
export interface Standing {
  focused: Element | null
  /** Nobody has typed nor gone anywhere since: the focus may be led to what comes next. */
  isSame: () => boolean
}

export function standingNow(): Standing {
  const focused = document.activeElement
  const text = textIn(focused)
  const isSame = () => {
    const { activeElement } = document
    return activeElement === document.body || (activeElement === focused && ['', text].includes(textIn(focused)))
  }
  return { focused, isSame }
}

const textIn = (field: Element | null): string =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : ''
