import { existsSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { borders } from './scripts/web/borders.ts'
import { catalogs } from './scripts/web/catalogs.ts'
import { chunks } from './scripts/web/chunks.ts'
import { computedFields } from './scripts/web/computed-fields.ts'
import { mantineStyles } from './scripts/web/mantine-styles.ts'
import { notices } from './scripts/web/notices.ts'
import { offline } from './scripts/web/offline.ts'
import { packed } from './scripts/web/packed.ts'
import { pageHeads } from './scripts/web/page-heads.ts'
import { pages } from './scripts/web/pages.ts'
import { publicForms } from './scripts/web/public-pages.ts'

const root = import.meta.dirname
const api = `http://127.0.0.1:${process.env.API_PORT ?? '3001'}`

/** The one page below /api; all else there is the server's. */
const bypass = ({ url = '' }) => (url.split('?')[0] === '/api/docs' ? '/index.html' : undefined)

const folded = chunks()

export default defineConfig({
  root,
  publicDir: 'src/web/static',
  resolve: { alias: { rrule: `${root}/src/modules/task-management/calendar/no-repetition.web.ts` } },
  plugins: [
    react(),
    borders(),
    computedFields(root),
    publicForms(),
    catalogs(root),
    mantineStyles(root),
    pages(),
    offline(root),
    pageHeads(root),
    packed(root),
    notices(root),
    folded,
  ],
  server: { proxy: { '/api': { target: api, bypass }, '/healthz': api, '/readyz': api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    reportCompressedSize: false,
    modulePreload: {
      polyfill: false,
      // What every page opens with is there already when it asks for more: naming it with each of 200 screens is bytes for nothing.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !/^assets\/(rolldown-runtime|react|base)-/.test(file)),
    },
    rolldownOptions: {
      input: ['index.html', 'public.html'].filter((file) => existsSync(new URL(file, import.meta.url))),
      output: {
        codeSplitting: { groups: folded.groups },
        // The application names every file of its screens twice, and a hash does not compress: 7 signs are the fewest there may be.
        entryFileNames: 'assets/[name]-[hash:7].js',
        // What several screens share would bear all their names.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
})
