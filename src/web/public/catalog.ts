import catalogs from 'virtual:public-catalogs'
import type { Catalog, Language } from '../../shared/language.ts'

/** The words of one open page in one language; English needs none. */
export const loadCatalog = async (page: string, language: Language): Promise<Catalog | null> =>
  language === 'en' ? null : ((await catalogs[page]?.[language]())?.default ?? null)
