import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { filesBelow } from './files-below.ts'

type Catalog = Record<string, string>

interface Sources {
  folders: readonly string[]
  files: RegExp
}
/** What the public pages may say: their own words, the checks' and the complaint's. */
const PUBLIC: Sources = {
  folders: ['src/web/public', 'src/shared', 'src/modules/complaints'],
  files: /(^|\/)(?!.*\.(test|server|web)\.)(?!flow|comments|history|links)[\w.-]+\.tsx?$/,
}
/** What the application may say as it opens: the shell, every definition, the complaints. Its other rooms bring their own words. */
const FIRST: Sources = {
  folders: ['src/web', 'src/shared', 'src/modules'],
  files: /^(?!public\/(?!language))(?!(?!complaints\/)[\w-]+\/[\w.-]+\.web\.tsx?$)(?!.*\.(test|server)\.).+\.tsx?$/,
}
/** What the application may say at all: everything but the public pages' and the server's own words. */
const INSIDE: Sources = {
  folders: ['src/web', 'src/shared', 'src/modules'],
  files: /^(?!public\/(?!language))(?!.*\.(test|server)\.).+\.tsx?$/,
}
const VIRTUAL = /^virtual:(public-|rooms-)?catalog\/(vi|ko)$/

/**
 * `virtual:catalog/vi` holds the sentences that the application opens with in a language, `virtual:rooms-catalog/vi` the others,
 * `virtual:public-catalog/vi` those of the public pages.
 */
export function catalogs(root: string): Plugin {
  return {
    name: 'catalogs',
    resolveId: (id) => (VIRTUAL.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, kind, language] = (id.startsWith('\0') && VIRTUAL.exec(id.slice(1))) || []
      if (!language) return
      for (const file of catalogFiles(root, language)) this.addWatchFile(join(root, file))
      const catalog = readCatalog(root, language)
      const said = kind === 'public-' ? PUBLIC : FIRST
      const opening = onlySaid(root, catalog, said)
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

/** The sentences that stand literally in the sources. */
function onlySaid(root: string, catalog: Catalog, said: Sources): Catalog {
  const files = said.folders.flatMap((folder) => filesBelow(root, folder, said.files))
  const sources = files.map((file) => readFileSync(join(root, file), 'utf8'))
  const text = sources.join('\n').replaceAll("\\'", "'")
  const isSaid = (key: string) => [`'${key}'`, `"${key}"`, `\`${key}\``].some((quoted) => text.includes(quoted))
  return Object.fromEntries(Object.entries(catalog).filter(([key]) => isSaid(key)))
}
