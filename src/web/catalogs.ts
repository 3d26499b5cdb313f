import { type ComponentType, lazy } from 'react'
import { type Catalog, currentLanguage, type Language, learn } from '../shared/language.ts'

type Load = () => Promise<{ default: Catalog }>

/** What the application opens with; English needs none. */
export const CATALOGS: Partial<Record<Language, Load>> = {
  vi: () => import('virtual:catalog/vi'),
  ko: () => import('virtual:catalog/ko'),
}
const ROOMS: Partial<Record<Language, Load>> = {
  vi: () => import('virtual:rooms-catalog/vi'),
  ko: () => import('virtual:rooms-catalog/ko'),
}
let known: Promise<void> | undefined

/** The sentences of every room but the first one, fetched with the first such room that is opened. */
export function loadScreenCatalog(): Promise<void> {
  const language = currentLanguage()
  known ??= (ROOMS[language]?.() ?? Promise.resolve({ default: {} })).then(
    ({ default: catalog }) => learn(language, catalog),
    (error: unknown) => {
      known = undefined
      throw error
    },
  )
  return known
}

type Part<P> = { default: ComponentType<P> }

/** What is opened seldom, and says what no room says as it opens: it comes with the words of the others. */
export const lazyWithCatalog = <P extends object>(load: () => Promise<Part<P>>) =>
  lazy(() => Promise.all([load(), loadScreenCatalog()]).then(([part]) => part))
