import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import css from './show.module.css'

const ALLOWED = { ALLOWED_TAGS: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'a', 'blockquote', 'span'], ALLOWED_ATTR: ['href', 'class', 'data-mention'] }

export default function SafeHtml({ html }: { html: string }) {
  const clean = useMemo(() => outward(DOMPurify.sanitize(html, ALLOWED)), [html])
  return <div className={css.rich} dangerouslySetInnerHTML={{ __html: clean }} />
}

/** Links in people's texts lead away from the application, without telling where from. */
const outward = (html: string) => html.replaceAll('<a ', '<a target="_blank" rel="noopener noreferrer nofollow" ')
