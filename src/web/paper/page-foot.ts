import { useEffect } from 'react'
import { t } from '../../shared/language.ts'

/** Whether this browser writes into the margins of a page: Chrome and Edge since 131. */
const HAS_MARGINS = 'CSSMarginRule' in globalThis

/** Stand for the numbers until the browser fills them in. */
const [PAGE, PAGES] = ['{page}', '{pages}']

/**
 * Writes at the foot of every printed page: what `said` says at that moment on the left, 'Page 1 of 3' on the right.
 * @returns whether the browser does; where not, the paper says it itself
 */
export function usePageFoot(said: () => string): boolean {
  useEffect(() => {
    if (!HAS_MARGINS) return
    let kept: CSSStyleSheet | null = null
    const leave = () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== kept)
    }
    // Anew each time: Chromium forgets the margins of a sheet when another one is fetched after it.
    const write = () => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(footOf(said()))
      document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== kept), sheet]
      kept = sheet
    }
    write()
    addEventListener('beforeprint', write)
    return () => {
      removeEventListener('beforeprint', write)
      leave()
    }
  })
  return HAS_MARGINS
}

const footOf = (left: string): string => {
  const numbered = t('Page {{page}} of {{pages}}', { page: PAGE, pages: PAGES })
    .split(/(\{pages?\})/)
    .map((part) => (part === PAGE ? 'counter(page)' : part === PAGES ? 'counter(pages)' : quoted(part)))
  const look = 'font: 8pt/1.3 Roboto, "Noto Sans KR", sans-serif; color: #333; vertical-align: top; padding-top: 4mm;'
  return `@page sheet { margin: 14mm 14mm 18mm;
    @bottom-left { content: ${quoted(left)}; ${look} }
    @bottom-right { content: ${numbered.join(' ')}; ${look} } }`
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, ' ')}"`
