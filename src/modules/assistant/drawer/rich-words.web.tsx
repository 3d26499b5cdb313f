import DOMPurify from 'dompurify'
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { go } from '../../../web/app/location.ts'
import { markupOf, TAGS } from './markup.web.ts'
import css from './message.module.css'

const ALLOWED = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ['href'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const

/** What the generative service wrote, cleaned. Links lead to pages of ours; one that leads elsewhere is left as words. */
export function RichWords({ text, leave }: { text: string; leave: () => void }) {
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

/** A path of this application, or null. */
export function ownPath(href: string | null): string | null {
  if (!href?.startsWith('/') || href.startsWith('//') || href.includes('\\')) return null
  const url = new URL(href, location.origin)
  return url.origin === location.origin && !url.pathname.startsWith('/api/') ? url.pathname + url.search : null
}
