import { readFileSync } from 'node:fs'
import { type Catalog, type Language, speak } from '../shared/language.ts'

const FOLDER = new URL('../../locales/', import.meta.url)

/** The translations into a language; English has none, as its sentences are the keys. */
export function catalogOf(language: Language): Catalog {
  return language === 'en' ? {} : (JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8')) as Catalog) // flat, as the tests of the catalogs see to
}

/** Makes the server speak all languages. */
export function speakAll(): void {
  speak({ vi: catalogOf('vi'), ko: catalogOf('ko') })
}

/** The same of one language alone, for a process that says little and shall begin at once. */
export function speakOnly(language: Language): void {
  speak({ [language]: catalogOf(language) })
}
