import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { modules } from '../../src/modules/index.ts'
import { filesBelow } from './files-below.ts'
import { isFormFile, publicPages, textsOfForm } from './public-pages.ts'
import { SourceGraph } from './source-graph.ts'

type Catalog = Record<string, string>

/**
 * What the staff application opens with: the shell and the list of complaints. All other screens and what `withCatalog` loads come with
 * all the rest.
 */
const OPENING = ['src/web/main.tsx', 'src/modules/complaints/list/list.web.tsx']
/** Refusals are said by the server, but for those of screen-refusals.ts. */
const SAID_BY_SERVER = 'src/shared/refusals.ts'
/** There from the start, but said by no screen that opens so: of a definition only its names are. */
const SILENT = ['src/modules/index.ts', SAID_BY_SERVER]
const NAMES = new Set(modules.flatMap(({ label, one }) => [label, one]))
/** What the staff application may say at all. Of the sentences of definitions some reach the browser as data, e.g. a consent's purpose. */
const SHARED = { folders: ['src/shared', 'src/modules'], files: /^(?!.*\.(public|server|test|web)\.).+\.ts$/ }
const VIRTUAL = /^virtual:(rooms-)?catalog\/(vi|ko)$/
const PUBLIC_VIRTUAL = /^virtual:public-catalog\/([\w-]+)\/(vi|ko)$/
const PUBLIC_LIST = 'virtual:public-pages'

/**
 * `virtual:catalog/vi` holds the sentences that the application opens with in a language, `virtual:rooms-catalog/vi` the others,
 * `virtual:public-pages` each public page with those of its own.
 */
export function catalogs(root: string): Plugin {
  const sources = new SourceGraph(root)
  const opening = () => sources.textsOf(sources.reached(OPENING, 'opening', SILENT)).union(NAMES)
  const all = () => {
    const shared = SHARED.folders.flatMap((folder) => filesBelow(root, folder, SHARED.files))
    const entries = [...OPENING, ...shared].filter((file) => file !== SAID_BY_SERVER)
    return sources.textsOf(sources.reached(entries, 'all', [SAID_BY_SERVER]))
  }
  const textsOfPage = async (page: string) => {
    const { forms = [], others = [] } = Object.groupBy(
      sources.reached([publicPages(root)[page] ?? ''], 'all'),
      (file) => (isFormFile(file) ? 'forms' : 'others'),
    )
    const values = await Promise.all(forms.map((file) => textsOfForm(join(root, file))))
    return sources.textsOf(others).union(new Set(values.flat()))
  }
  const textsOf = (kind: string | undefined, page: string | undefined) => {
    if (page) return textsOfPage(page)
    return kind === 'rooms-' ? all().difference(opening()) : opening()
  }
  return {
    name: 'catalogs',
    resolveId: (id) => (VIRTUAL.test(id) || PUBLIC_VIRTUAL.test(id) || id === PUBLIC_LIST ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith('\0virtual:')) return
      if (id === `\0${PUBLIC_LIST}`) return publicList(root)
      const [, page, spoken] = PUBLIC_VIRTUAL.exec(id.slice(1)) ?? []
      const [, kind, language = spoken] = VIRTUAL.exec(id.slice(1)) ?? []
      if (!language) return
      const file = join(root, 'locales', `${language}.json`)
      this.addWatchFile(file)
      const catalog = JSON.parse(readFileSync(file, 'utf8')) as Catalog // flat, as the tests of the catalogs see to
      const said = await textsOf(kind, page)
      return `export default ${JSON.stringify(Object.fromEntries(Object.entries(catalog).filter(([key]) => said.has(key))))}`
    },
    configureServer(server) {
      server.watcher.add(join(root, 'locales'))
    },
    handleHotUpdate({ file, server }) {
      const isCatalog = /\/locales\/(vi|ko)\.json$/.test(file)
      if (!isCatalog && !sources.isKnown(file)) return
      for (const module of server.moduleGraph.idToModuleMap.values())
        if (module.id?.startsWith('\0virtual:')) server.moduleGraph.invalidateModule(module)
      if (isCatalog) server.ws.send({ type: 'full-reload' })
    },
  }
}

/** How to load each public page and its words, by page and language. */
function publicList(root: string): string {
  const loader = (page: string, language: string) =>
    `${language}: () => import('virtual:public-catalog/${page}/${language}')`
  const pages = Object.entries(publicPages(root)).map(
    ([page, source]) => `'${page}': { load: () => import('/${source}'), ${loader(page, 'vi')}, ${loader(page, 'ko')} }`,
  )
  return `export default { ${pages.join(', ')} }`
}
