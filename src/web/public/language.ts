import { detectLanguage, isLanguage, type Language } from '../../shared/language.ts'

const YEAR_SECONDS = 365 * 24 * 3600

/**
 * The server writes the language into the page; without it (a page served plainly) it is found as the server would. What the address asks for
 * is kept: the calls of this page and the pages after it do not carry the query.
 */
export function pageLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang')
  if (isLanguage(asked)) keepLanguage(asked)
  const written = document.documentElement.lang
  if (isLanguage(written)) return written
  const cookie = /(?:^|;\s*)lang=(\w+)/.exec(document.cookie)?.[1]
  const found = detectLanguage(asked, cookie, navigator.languages.join(','))
  document.documentElement.lang = found
  return found
}

function keepLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store exists on https only
  document.cookie = `lang=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
}

/** Keeps the choice in the cookie and loads the page anew; a `lang` in the address would win over it, so it goes. */
export function switchLanguage(language: Language): void {
  keepLanguage(language)
  const url = new URL(location.href)
  if (!url.searchParams.has('lang')) {
    location.reload()
    return
  }
  url.searchParams.delete('lang')
  location.replace(url)
}
