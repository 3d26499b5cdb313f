import { useEffect } from 'react'
import { t } from '../../shared/language.ts'

/** Whether this browser writes into the margins of a page: Chrome and Edge since 131. */
const HAS_MARGINS = 'CSSMarginRule' in globalThis

/** Stand for the numbers until the browser fills them in. */
const [PAGE, PAGES] = ['{page}', '{pages}']

/**
 * Writes at the foot of every printed page: what `said` says at that moment on the left, 'Page 1 of 3' on the right. The boxes
 * stand in `ui/page.module.css`, whose styles are there from the start.
 * @returns whether the browser does; where not, the paper says it itself
 */
export function usePageFoot(said: () => string): boolean {
  useEffect(() => {
    const { style } = document.documentElement
    const write = () => {
      style.setProperty('--page-printed', quoted(said()))
      style.setProperty('--page-number', numbered())
    }
    write()
    addEventListener('beforeprint', write)
    return () => {
      removeEventListener('beforeprint', write)
      style.removeProperty('--page-printed')
      style.removeProperty('--page-number')
    }
  })
  return HAS_MARGINS
}

const numbered = (): string =>
  t('Page {{page}} of {{pages}}', { page: PAGE, pages: PAGES })
    .split(/(\{pages?\})/)
    .map((part) => (part === PAGE ? 'counter(page)' : part === PAGES ? 'counter(pages)' : quoted(part)))
    .join(' ')

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, ' ')}"`
