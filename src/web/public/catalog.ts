import type { Catalog, Language } from '../../shared/language.ts'

const CATALOGS: Partial<Record<Language, () => Promise<{ default: Catalog }>>> = {
  vi: () => import('virtual:public-catalog/vi'),
  ko: () => import('virtual:public-catalog/ko'),
}

/** The words of the open pages in one language; English needs none. */
export const loadCatalog = async (language: Language): Promise<Catalog | null> =>
  (await CATALOGS[language]?.())?.default ?? null
