import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { addressesOf, PUBLIC_FORMS } from '../../src/modules/public-pages.ts'
import { type Chunk, filesOf, isEntry, partsOf } from './page-files.ts'
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

function toldOf(chunks: readonly Chunk[], sources: Record<string, string>): Told {
  const entry = chunks.find(isEntry)
  if (!entry) throw new Error('The public pages have no entry')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const files = Object.fromEntries(
    [...Object.keys(PUBLIC_FORMS), SURVEY].flatMap((page) => {
      // Of the entry only what it begins with; of the form also what comes with the first touch.
      const parts = partsOf(chunks, page, sources[page] ?? '')
      if (parts.length !== 3) throw new Error(`The page ${page} should be a page and two catalogs`)
      const files = [...filesOf([entry], byName, false).union(filesOf(parts, byName, true))].toSorted()
      if (page === SURVEY) return [[`/${SURVEY}/`, files] as const]
      return addressesOf(page).flatMap((path) => (path === '/' ? [] : [[path, files] as const]))
    }),
  )
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)
  return { version, entry: `/${entry.fileName}`, files }
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
