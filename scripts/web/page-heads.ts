import type { Plugin } from 'vite'
import { catalogOf, filesOf, isEntry, partsOf } from './page-files.ts'
import { publicPages } from './public-pages.ts'

/** Beside the built pages; `server/http/pages.ts` reads it. */
const NAME = 'public-heads.json'
const LANGUAGES = ['vi', 'en', 'ko']

/**
 * What each public page needs beyond their common entry, by page and language, as lines of its head: the browser fetches it together
 * with the entry, not after it, which on a phone is a third of a second.
 */
export function pageHeads(root: string): Plugin {
  return {
    name: 'page-heads',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const entry = chunks.find(isEntry)
      if (!entry) return // a part of the pages, built by a test
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const common = filesOf([entry], byName, false)
      const headOf = (page: string, source: string, language: string) => {
        const isOther = (id: string | null) =>
          id?.includes(catalogOf(page, '')) && !id.includes(catalogOf(page, language))
        const parts = partsOf(chunks, page, source).filter(({ facadeModuleId }) => !isOther(facadeModuleId))
        return [...filesOf(parts, byName, false).difference(common)].map(lineOf).join('')
      }
      const heads = Object.entries(publicPages(root)).map(([page, source]) => [
        page,
        Object.fromEntries(LANGUAGES.map((language) => [language, headOf(page, source, language)])),
      ])
      this.emitFile({ type: 'asset', fileName: NAME, source: JSON.stringify(Object.fromEntries(heads)) })
    },
  }
}

const lineOf = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`
