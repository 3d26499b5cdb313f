import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { addressesOf, PUBLIC_FORMS } from '../../src/modules/public-pages.ts'
import { publicPages } from './public-pages.ts'

const NAME = 'forms-worker.js'
const WORKER = 'src/web/public/offline/worker.ts'

/** What the worker is told: all of a form's files, with the words of all its languages. */
interface Told {
  version: string
  entry: string
  files: Record<string, string[]>
}

/** The service worker of the public forms, one script of its own, with the list of the files that each form consists of. */
export function offline(root: string): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      if (!chunks.some(isEntry)) return // a part of the pages, built by a test
      this.emitFile({ type: 'asset', fileName: NAME, source: await scriptOf(root, toldOf(chunks, publicPages(root))) })
    },
  }
}

/** Filled in behind links of many addresses, which share its files. */
const SURVEY = 'survey'

type Chunk = Rolldown.OutputChunk

const isEntry = ({ facadeModuleId }: Chunk): boolean => facadeModuleId?.endsWith('/public.html') === true

function toldOf(chunks: readonly Chunk[], sources: Record<string, string>): Told {
  const entry = chunks.find(isEntry)
  if (!entry) throw new Error('The public pages have no entry')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const files = Object.fromEntries(
    [...Object.keys(PUBLIC_FORMS), SURVEY].flatMap((page) => {
      const files = filesOf(entry, partsOf(chunks, page, sources[page] ?? ''), byName)
      if (page === SURVEY) return [[`/${SURVEY}/`, files] as const]
      return addressesOf(page).flatMap((path) => (path === '/' ? [] : [[path, files] as const]))
    }),
  )
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)
  return { version, entry: `/${entry.fileName}`, files }
}

/** The page itself, and its words in each language. */
function partsOf(chunks: readonly Chunk[], page: string, source: string): Chunk[] {
  const found = chunks.filter(
    ({ facadeModuleId }) =>
      facadeModuleId?.endsWith(`/${source}`) || facadeModuleId?.includes(`virtual:public-catalog/${page}/`),
  )
  if (found.length !== 3) throw new Error(`The page ${page} should be a page and two catalogs`)
  return found
}

/** Of the entry only what it begins with; of the form also what comes with the first touch. */
function filesOf(entry: Chunk, parts: readonly Chunk[], byName: ReadonlyMap<string, Chunk>): string[] {
  const found = new Set<string>()
  const take = (chunk: Chunk | undefined) => {
    if (!chunk || found.has(`/${chunk.fileName}`)) return
    found.add(`/${chunk.fileName}`)
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(`/${style}`)
    for (const name of [...chunk.imports, ...(chunk === entry ? [] : chunk.dynamicImports)]) take(byName.get(name))
  }
  take(entry)
  for (const part of parts) take(part)
  return [...found].toSorted()
}

async function scriptOf(root: string, told: Told): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { __FORMS__: JSON.stringify(told) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: join(root, WORKER), output: { format: 'iife', codeSplitting: false } },
    },
  })
  const [made] = [built].flat()
  const script = made && 'output' in made ? made.output.find((part) => part.type === 'chunk') : undefined
  if (!script) throw new Error('The worker of the forms was not built')
  return script.code
}
