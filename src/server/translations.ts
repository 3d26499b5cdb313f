import { readdirSync, readFileSync } from 'node:fs'
import { type Catalog, type Language, speak } from '../shared/language.ts'

const FOLDER = new URL('../../locales/', import.meta.url)

/** All catalogs of a language merged; the parts are files so that each part of the product keeps its own words. */
export function catalogOf(language: Language): Catalog {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(`${language}.json`),
  )
  return Object.assign(
    {},
    ...names
      .toSorted()
      .map((name): Catalog => JSON.parse(readFileSync(new URL(name.replaceAll('\\', '/'), FOLDER), 'utf8'))),
  )
}

/** Makes the server speak all languages. */
export function speakAll(): void {
  speak({ vi: catalogOf('vi'), ko: catalogOf('ko'), en: catalogOf('en') })
}

/** The same of one language alone, for a process that says little and shall begin at once. */
export function speakOnly(language: Language): void {
  speak({ [language]: catalogOf(language) })
}
