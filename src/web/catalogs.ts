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

const others = new Map<Language, Promise<void>>()

/** The sentences of another language than the screen's, for paper that speaks to everybody. */
export function loadLanguage(language: Language): Promise<void> {
  const loading =
    others.get(language) ??
    Promise.all([CATALOGS[language], ROOMS[language]].map(async (load) => load?.())).then((parts) => {
      learn(language, Object.assign({}, ...parts.map((part) => part?.default)))
    })
  others.set(language, loading)
  return loading.catch(() => {
    others.delete(language)
  })
}

/** What a screen says only after some act, and what acts: it comes with the words of all screens. */
export const withCatalog = async <M>(load: () => Promise<M>): Promise<M> =>
  (await Promise.all([load(), loadScreenCatalog()]))[0]

type Part<P> = { default: ComponentType<P> }

/** What is opened seldom, and says what no room says as it opens: it comes with the words of the others. */
export const lazyWithCatalog = <P extends object>(load: () => Promise<Part<P>>) => lazy(() => withCatalog(load))
