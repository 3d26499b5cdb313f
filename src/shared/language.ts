export const LANGUAGES = ['vi', 'en', 'ko'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'vi'
/** Each by the name that its own readers know it by. */
export const LANGUAGE_NAMES = { vi: 'Tiếng Việt', en: 'English', ko: '한국인' } as const
export const LANGUAGE_CHOICES = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))
/** By which the platform writes numbers and days in each. */
export const LOCALES: Record<Language, string> = { vi: 'vi-VN', en: 'en-GB', ko: 'ko-KR' }

/** English sentence to translation. English itself needs none: the text is the key. */
export type Catalog = Record<string, string>

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)

/** First of the query's `lang`, the cookie, the accepted languages; Vietnamese when none is ours. */
export function detectLanguage(query: unknown, cookie: unknown, accepted = ''): Language {
  if (isLanguage(query)) return query
  if (isLanguage(cookie)) return cookie
  const wished = accepted.split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  return wished.find(isLanguage) ?? DEFAULT_LANGUAGE
}

const catalogs = new Map<Language, Catalog>()
let current: Language = DEFAULT_LANGUAGE

/** Loads the catalogs; on the web only the page's language, on the server all. */
export function speak(given: Partial<Record<Language, Catalog>>, language: Language = DEFAULT_LANGUAGE): void {
  current = language
  for (const one of LANGUAGES) if (given[one]) catalogs.set(one, given[one])
}

/** Further sentences of a language, as screens need them. */
export const learn = (language: Language, catalog: Catalog): void =>
  void catalogs.set(language, { ...catalogs.get(language), ...catalog })

/** All that is known in a language; English has none. */
export const catalogIn = (language: Language): Catalog => catalogs.get(language) ?? {}

export const currentLanguage = (): Language => current

export type Params = Record<string, string | number>

/** The sentence in the page's language (web), or in the default one (server). */
export const t = (key: string, params?: Params): string => tIn(current, key, params)

/** The sentence in a given language: what the server uses, one request's user at a time. What has no translation is said as it is. */
export function tIn(language: Language, key: string, params: Params = {}): string {
  const catalog = catalogs.get(language)
  const sentence = catalog && Object.hasOwn(catalog, key) ? (catalog[key] ?? key) : key
  return sentence.replace(/\{\{(\w+)\}\}( 님| [a-z]{2,}[a-rt-z]s\b)?/g, (gap, name: string, behind = '') => {
    if (!Object.hasOwn(params, name)) return gap
    const value = String(params[name] ?? '')
    return value + behindName(value, counted(value, behind), language)
  })
}

/** How a sentence goes on behind whoever acted: Korean honours people there ('님'), a customer in one word, but not the system. */
export function behindName(who: string, words: string, language = current): string {
  if (!words.startsWith(' 님')) return words
  if (who === tIn(language, 'The system')) return words.slice(2)
  return who === tIn(language, 'The customer') ? words.slice(1) : words
}

/** The same words where they stand apart from who acted, as in a column beside. */
export const apartFromName = (words: string): string => words.replace(/^님이 /, '')

/** The English plural right behind a gap: of one there is no plural, and no other language of ours has one. */
const counted = (value: string, plural: string): string =>
  value === '1' ? plural.replace(/(ie)?s$/, (ending) => (ending === 's' ? '' : 'y')) : plural
