import { type PointerEvent, useRef } from 'react'

const FAR_ENOUGH = 88
/** px a finger goes before it is clear that it swipes and does not scroll. */
const DECIDED = 12

/** A row swiped by a finger: to the right and to the left each does something, and short of that it goes back. */
export function useSwipe(acts: { right: () => void; left: () => void }) {
  const front = useRef<HTMLDivElement>(null)
  const from = useRef<{ x: number; y: number; is: 'open' | 'swipe' | 'scroll' }>(null)
  const put = (x: number) => {
    if (!front.current) return
    front.current.style.transform = x === 0 ? '' : `translateX(${x}px)`
    front.current.parentElement?.toggleAttribute('data-to-right', x > 0)
    front.current.parentElement?.toggleAttribute('data-to-left', x < 0)
  }
  const end = (event: PointerEvent, isDone: boolean) => {
    const start = from.current
    from.current = null
    if (start?.is !== 'swipe') return
    const x = event.clientX - start.x
    put(0)
    if (!isDone || Math.abs(x) < FAR_ENOUGH) return
    if (x > 0) acts.right()
    else acts.left()
  }
  return {
    front,
    on: {
      onPointerDown: (event: PointerEvent) => {
        if (event.pointerType === 'touch') from.current = { x: event.clientX, y: event.clientY, is: 'open' }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const start = from.current
        if (!start || start.is === 'scroll') return
        const [x, y] = [event.clientX - start.x, event.clientY - start.y]
        if (start.is === 'open') {
          if (Math.max(Math.abs(x), Math.abs(y)) < DECIDED) return
          start.is = Math.abs(x) > Math.abs(y) ? 'swipe' : 'scroll'
          if (start.is === 'swipe') event.currentTarget.setPointerCapture(event.pointerId)
        }
        if (start.is === 'swipe') put(x)
      },
      onPointerUp: (event: PointerEvent) => end(event, true),
      onPointerCancel: (event: PointerEvent) => end(event, false),
    },
  }
}
