import { type RefObject, useEffect, useState } from 'react'

export interface Span {
  first: number
  /** One past the last. */
  end: number
}

/** Rows beyond what is in sight, so that scrolling never shows a gap. */
const SPARE = 14

/** Which of many rows of one height are in sight. */
export function spanOf(scrolled: number, sight: number, height: number, count: number): Span {
  const first = Math.max(0, Math.floor(scrolled / height) - SPARE)
  return { first, end: Math.min(count, Math.ceil((scrolled + sight) / height) + SPARE) }
}

/** The rows of a scroller that are worth drawing; all of them where there are few. */
export function useShownRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  isFew: boolean,
): Span {
  const [span, setSpan] = useState<Span>({ first: 0, end: Math.min(count, 2 * SPARE + 10) })
  useEffect(() => {
    const box = scroller.current
    if (isFew || !box) return
    const look = () => {
      const next = spanOf(box.scrollTop, box.clientHeight, height, count)
      setSpan((now) => (now.first === next.first && now.end === next.end ? now : next))
    }
    look()
    const size = new ResizeObserver(look)
    size.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller, count, height, isFew])
  return isFew ? { first: 0, end: count } : { first: Math.min(span.first, count), end: Math.min(span.end, count) }
}
