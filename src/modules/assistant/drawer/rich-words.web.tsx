import DOMPurify from 'dompurify'
import { Marked } from 'marked'
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { go } from '../../../web/app/location.ts'
import css from './message.module.css'

const markdown = new Marked({ gfm: true, breaks: true, async: false })

/** Words and their shape; no picture, no style, nothing that is fetched or that covers anything. */
const ALLOWED = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'a', 'blockquote', 'code', 'pre', 'hr'],
    ...['h1', 'h2', 'h3', 'h4', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const

/** What the generative service wrote, cleaned. Links lead to pages of ours; one that leads elsewhere is left as words. */
export function RichWords({ text, leave }: { text: string; leave: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const clean = DOMPurify.sanitize(markdown.parse(text, { async: false }), {
      ...ALLOWED,
      ALLOWED_TAGS: [...ALLOWED.ALLOWED_TAGS],
      ALLOWED_ATTR: [...ALLOWED.ALLOWED_ATTR],
    })
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
