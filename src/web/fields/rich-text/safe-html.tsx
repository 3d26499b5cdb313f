import DOMPurify from 'dompurify'
import { useLayoutEffect, useRef } from 'react'
import css from '../show.module.css'

const ALLOWED = {
  ALLOWED_TAGS: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'a', 'blockquote', 'span'],
  ALLOWED_ATTR: ['href', 'start', 'class', 'data-mention'],
  RETURN_DOM_FRAGMENT: true,
} as const

/** The server cleaned it already; a page that shows what strangers wrote does it once more. */
export default function SafeHtml({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const clean = DOMPurify.sanitize(html, {
      ...ALLOWED,
      ALLOWED_TAGS: [...ALLOWED.ALLOWED_TAGS],
      ALLOWED_ATTR: [...ALLOWED.ALLOWED_ATTR],
    })
    for (const link of clean.querySelectorAll('a')) {
      // Links in people's texts lead away from the application, without telling where from.
      link.target = '_blank'
      link.rel = 'noopener noreferrer nofollow'
    }
    place.current?.replaceChildren(clean)
  }, [html])
  return <div ref={place} className={css.rich} />
}
