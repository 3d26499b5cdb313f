import type { KeyboardEvent } from 'react'

/** Up and down within a column, left and right to the next one with cards; M moves a card, Enter opens it. */
export function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const card = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-card]') : null
  if (!card || event.target !== card) return
  if (event.key === 'm' || event.key === 'M') return card.querySelector<HTMLElement>('[data-move]')?.click()
  if (event.key === 'Enter') return card.querySelector<HTMLElement>('a')?.click()
  const target = neighbour(card, event.key)
  if (!target) return
  event.preventDefault()
  target.focus()
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function neighbour(card: HTMLElement, key: string): HTMLElement | undefined {
  const column = card.closest('[data-column]')
  if (!column) return
  const cards = (of: Element) => [...of.querySelectorAll<HTMLElement>('[data-card]')]
  const at = cards(column).indexOf(card)
  if (key === 'ArrowDown') return cards(column)[at + 1]
  if (key === 'ArrowUp') return cards(column)[at - 1]
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
  const filled = [...document.querySelectorAll('[data-column]')].filter(
    (one) => one === column || cards(one).length > 0,
  )
  const beside = filled[filled.indexOf(column) + (key === 'ArrowRight' ? 1 : -1)]
  if (!beside) return
  return cards(beside)[Math.min(at, cards(beside).length - 1)]
}

const AFTER_DIALOG_MS = 300

/** A card that was moved comes into sight where it went, and the keyboard goes with it, unless somebody is elsewhere by then. */
export function followCard(id: number): void {
  setTimeout(() => {
    const selector = `[data-card="${id}"]`
    const { activeElement } = document
    if (activeElement !== document.body && !activeElement?.closest(selector)) return
    const card = document.querySelector<HTMLElement>(selector)
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    card?.focus()
  }, AFTER_DIALOG_MS)
}
