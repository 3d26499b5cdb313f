import { type TouchEvent, useRef } from 'react'

/** px that a finger goes before it counts, and how much further aside than up or down. */
const FAR = 72
const STEEPNESS = 2

/** A finger drawn aside over something presses the button or link in it that is marked with that side. */
export function useSwipe() {
  const from = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches.item(0)
      from.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches, currentTarget }: TouchEvent) => {
      const finger = changedTouches.item(0)
      if (!from.current || !finger) return
      const [aside, along] = [finger.clientX - from.current.x, finger.clientY - from.current.y]
      if (Math.abs(aside) < FAR || Math.abs(aside) < STEEPNESS * Math.abs(along)) return
      const place = `[data-swipe="${aside > 0 ? 'right' : 'left'}"]`
      currentTarget.querySelector<HTMLElement>(`${place}:is(a, button), ${place} :is(a, button)`)?.click()
    },
  }
}
