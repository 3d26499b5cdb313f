import type { ComboboxProps, PopoverProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { OPENED_LAYER } from './frame.tsx'

/** Marks the element that covers all of a window above a dialog's buttons: what the dialog's inputs open stays in it. */
export const ROOM = 'data-room'
const AMPLE = 300
/** The padding and border of a list around its options. */
const EDGES = 10

/** How high the options of a list may be: no higher than the room has left. */
export const mostHigh = (px: number): string => `min(${px}px, var(--room-left, ${px}px))`

interface Opening {
  /** Where the input opens what it opens; told while it opens. */
  place: () => void
  position: 'top' | 'bottom'
  middlewares: PopoverProps['middlewares']
}

/**
 * Where an input opens its list or calendar: on a page the library decides; in a dialog above its buttons, never over them.
 * The side is chosen once per opening, so that a list does not jump while it becomes shorter.
 * @param id of the input
 * @param height of what it opens, in px, where that cannot be made lower as a list can
 */
export function useOpening(id: string, height?: number): Opening {
  const [room, setRoom] = useState<Element | null>(null)
  const [isAbove, setAbove] = useState(false)
  // The library goes on naming the option that was reached last, also once it is no longer offered.
  useEffect(() => {
    const input = document.getElementById(id)
    const reached = input?.getAttribute('aria-activedescendant')
    if (reached && !document.getElementById(reached)) input?.removeAttribute('aria-activedescendant')
  })
  const place = () => {
    const input = document.getElementById(id)
    const found = input?.closest('form')?.querySelector(`[${ROOM}]`) ?? null
    setRoom(found)
    if (!input || !found) return setAbove(false)
    const { top, bottom } = input.getBoundingClientRect()
    const below = found.getBoundingClientRect().bottom - bottom
    setAbove(below < (height ?? AMPLE) && top > (height ?? below))
  }
  return { place, position: isAbove ? 'top' : 'bottom', middlewares: room ? { flip: false, size: within(room) } : {} }
}

/** What a list of options gets. */
export const listIn = ({ position, middlewares }: Opening): Omit<ComboboxProps, 'children'> => ({
  position,
  middlewares,
  zIndex: OPENED_LAYER,
})

const within = (boundary: Element) => ({
  boundary,
  padding: 5,
  apply: ({ availableHeight, elements }: { availableHeight: number; elements: { floating: HTMLElement } }) =>
    elements.floating.style.setProperty('--room-left', `${Math.max(0, availableHeight - EDGES)}px`),
})
