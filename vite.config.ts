import { existsSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { borders } from './scripts/web/borders.ts'
import { catalogs } from './scripts/web/catalogs.ts'
import { mantineStyles } from './scripts/web/mantine-styles.ts'
import { notices } from './scripts/web/notices.ts'
import { offline } from './scripts/web/offline.ts'
import { packed } from './scripts/web/packed.ts'
import { pages } from './scripts/web/pages.ts'
import { publicForms } from './scripts/web/public-pages.ts'

const root = import.meta.dirname
const api = `http://127.0.0.1:${process.env.API_PORT ?? '3001'}`

/** The one page below /api; all else there is the server's. */
const bypass = ({ url = '' }) => (url.split('?')[0] === '/api/docs' ? '/index.html' : undefined)

/** What every page needs together stands together: fewer requests, and a release leaves the libraries in the cache. */
const GROUPS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|vite\/preload-helper/, priority: 3 },
  {
    name: 'frame',
    test: /node_modules\/(@tanstack\/(?!react-virtual|virtual-core)|@mantine\/core\/esm\/core)/,
    priority: 2,
  },
  { name: 'icons', test: /node_modules\/@tabler\//, minShareCount: 3, priority: 1 },
]

export default defineConfig({
  root,
  publicDir: 'src/web/static',
  resolve: { alias: { rrule: `${root}/src/modules/task-management/calendar/no-repetition.web.ts` } },
  plugins: [
    react(),
    borders(),
    publicForms(),
    catalogs(root),
    mantineStyles(root),
    pages(),
    offline(root),
    packed(root),
    notices(root),
  ],
  server: { proxy: { '/api': { target: api, bypass }, '/healthz': api, '/readyz': api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'public.html'].filter((file) => existsSync(new URL(file, import.meta.url))),
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
})
