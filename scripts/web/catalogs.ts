import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { filesBelow } from './files-below.ts'
import { publicPages } from './public-pages.ts'

type Catalog = Record<string, string>

interface Sources {
  folders: readonly string[]
  files: RegExp
  but?: RegExp
}
/** What the application may say as it opens: the shell, definitions, the complaints. Its other rooms bring their own words, the audit all of its sentences. */
const FIRST: Sources = {
  folders: ['src/web', 'src/shared', 'src/modules'],
  files:
    /^(?!public\/(?!language))(?!consents\/)(?!audit\/)(?!(?!complaints\/)[\w-]+\/[\w.-]+\.web\.tsx?$)(?!.*\.(test|server|public)\.).+\.tsx?$/,
  /** What opens by `seldom`, and definitions that neither the shell nor a complaint shows anything of. */
  but: /^(screens\/(import\/|keys-help|export\/sheets-choices|saved-views\/saved-view-panel)|app\/settings\/settings-panel|(mailbox|escalation-rungs|vat-rates|delivery-fees|shippers)\/|report\/schedules|vat-info\/invoice|complaints\/mail\/incoming)/,
}
/** What the application may say at all: everything but the public pages' and the server's own words. */
const INSIDE: Sources = {
  folders: ['src/web', 'src/shared', 'src/modules'],
  files: /^(?!public\/(?!language))(?!.*\.(test|server|public)\.).+\.tsx?$/,
}
const VIRTUAL = /^virtual:(rooms-)?catalog\/(vi|ko)$/
const PUBLIC_VIRTUAL = /^virtual:public-catalog\/([\w-]+)\/(vi|ko)$/
const PUBLIC_LIST = 'virtual:public-pages'

/**
 * `virtual:catalog/vi` holds the sentences that the application opens with in a language, `virtual:rooms-catalog/vi` the others,
 * `virtual:public-pages` each public page with those of its own.
 */
export function catalogs(root: string): Plugin {
  return {
    name: 'catalogs',
    resolveId: (id) => (VIRTUAL.test(id) || PUBLIC_VIRTUAL.test(id) || id === PUBLIC_LIST ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0virtual:')) return
      if (id === `\0${PUBLIC_LIST}`) return publicList(root)
      const [, page, spoken] = PUBLIC_VIRTUAL.exec(id.slice(1)) ?? []
      const [, kind, language = spoken] = VIRTUAL.exec(id.slice(1)) ?? []
      if (!language) return
      for (const file of catalogFiles(root, language)) this.addWatchFile(join(root, file))
      const catalog = readCatalog(root, language)
      if (page) return `export default ${JSON.stringify(saidOn(root, catalog, publicPages(root)[page] ?? ''))}`
      const opening = onlySaid(root, catalog, FIRST)
      return `export default ${JSON.stringify(kind === 'rooms-' ? without(onlySaid(root, catalog, INSIDE), opening) : opening)}`
    },
    configureServer(server) {
      server.watcher.add(join(root, 'locales'))
    },
    handleHotUpdate({ file, server }) {
      if (!/\/locales\/.*\.(vi|ko)\.json$|\/locales\/(vi|ko)\.json$/.test(file)) return
      for (const module of server.moduleGraph.idToModuleMap.values())
        if (module.id?.startsWith('\0virtual:')) server.moduleGraph.invalidateModule(module)
      server.ws.send({ type: 'full-reload' })
    },
  }
}

const without = (catalog: Catalog, held: Catalog): Catalog =>
  Object.fromEntries(Object.entries(catalog).filter(([key]) => !(key in held)))

/** Every catalog of a language as one; a sentence translated in two ways in two files is a mistake. */
function readCatalog(root: string, language: string): Catalog {
  const merged: Catalog = {}
  for (const file of catalogFiles(root, language)) {
    const found: unknown = JSON.parse(readFileSync(join(root, file), 'utf8'))
    Object.assign(merged, found)
  }
  return merged
}

function catalogFiles(root: string, language: string): string[] {
  return filesBelow(root, 'locales', new RegExp(`(^|[./])${language}\\.json$`))
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

/** The sentences that stand literally in the sources. */
function onlySaid(root: string, catalog: Catalog, said: Sources): Catalog {
  const among = (folder: string) =>
    filesBelow(root, folder, said.files).filter((file) => !said.but?.test(file.slice(folder.length + 1)))
  return onlyIn(
    said.folders.flatMap(among).map((file) => join(root, file)),
    catalog,
  )
}

/** The sentences of a page and of all it imports, at once or later. */
const saidOn = (root: string, catalog: Catalog, page: string): Catalog =>
  onlyIn([...reached(join(root, page), new Set())], catalog)

const IMPORTED = /(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g

function reached(file: string, known: Set<string>): Set<string> {
  if (known.has(file)) return known
  known.add(file)
  const source = readFileSync(file, 'utf8').replace(/^import type [^\n]+/gm, '')
  for (const [, path = ''] of source.matchAll(IMPORTED)) reached(join(dirname(file), path), known)
  return known
}

function onlyIn(files: readonly string[], catalog: Catalog): Catalog {
  const sources = files.map((file) => readFileSync(file, 'utf8'))
  const text = sources.join('\n').replaceAll("\\'", "'")
  const isSaid = (key: string) => [`'${key}'`, `"${key}"`, `\`${key}\``].some((quoted) => text.includes(quoted))
  return Object.fromEntries(Object.entries(catalog).filter(([key]) => isSaid(key)))
}
