import pages from 'virtual:public-pages'
import type { ComponentType } from 'react'
import type { PublicPage } from '../../modules/public-pages.ts'
import type { Catalog, Language } from '../../shared/language.ts'

/** What a page is given: the private part of its address, if it has one. */
export interface PageProps {
  token: string
}

export const loadPage = (page: PublicPage): Promise<{ default: ComponentType<PageProps> }> => pages[page].load()

/** The words of one public page in one language; English needs none. */
export const loadCatalog = async (page: PublicPage, language: Language): Promise<Catalog | null> =>
  language === 'en' ? null : (await pages[page][language]()).default
