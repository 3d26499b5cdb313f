import { type HTMLAttributes, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import css from './scroll-box.module.css'

/** A box that scrolls sideways: reached by keyboard, and faded at the side where there is more. */
export function ScrollBox({
  label,
  children,
  ...rest
}: { label: string; children: ReactNode } & HTMLAttributes<HTMLElement>) {
  const box = useRef<HTMLElement>(null)
  useMoreAside(box)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section {...rest} ref={box} tabIndex={0} aria-label={label} className={`${css.box} ${rest.className ?? ''}`}>
      {children}
    </section>
  )
}

/** Marks a scroller with the side at which it has more, for `scroll-box.module.css`. */
export function useMoreAside(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const scroller = box.current
    if (!scroller) return
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = scroller
      const gone = Math.abs(scrollLeft) // to the left of nothing where words run from right to left
      scroller.toggleAttribute('data-more-before', gone > 1)
      scroller.toggleAttribute('data-more-after', gone + clientWidth < scrollWidth - 1)
    }
    const size = new ResizeObserver(look)
    for (const part of [scroller, ...scroller.children]) size.observe(part)
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [box])
}

/** The class of a scroller that is marked by `useMoreAside`. */
export const fading = css.box
