import DOMPurify from 'dompurify'
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { go } from '../../../web/app/location.ts'
import { markupOf, TAGS } from './markup.web.ts'
import css from './message.module.css'
import { ownPath } from './own-path.web.ts'

const ALLOWED = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ['href'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const

/** What the generative service wrote, cleaned. Links lead to pages of ours; one that leads elsewhere is left as words. */
export default function RichWords({ text, leave }: { text: string; leave: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const clean = DOMPurify.sanitize(markupOf(text), { ...ALLOWED, ALLOWED_ATTR: [...ALLOWED.ALLOWED_ATTR] })
    for (const link of clean.querySelectorAll('a')) {
      const path = ownPath(link.getAttribute('href'))
      if (path === null) link.replaceWith(...link.childNodes)
      else link.setAttribute('href', path)
    }
    place.current?.replaceChildren(clean)
  }, [text])
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    go(link.getAttribute('href') ?? '/')
    leave()
  }
  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the links within are what is pressed, and Enter presses them
  return <div ref={place} className={css.rich} onClick={follow} />
}
