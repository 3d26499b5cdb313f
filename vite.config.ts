import { existsSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { borders } from './scripts/web/borders.ts'
import { catalogs } from './scripts/web/catalogs.ts'
import { mantineStyles } from './scripts/web/mantine-styles.ts'
import { pages } from './scripts/web/pages.ts'

const root = import.meta.dirname
const api = `http://127.0.0.1:${process.env.API_PORT ?? '3001'}`

export default defineConfig({
  root,
  publicDir: 'src/web/static',
  plugins: [react(), borders(), catalogs(root), mantineStyles(root), pages()],
  server: { proxy: { '/api': api, '/healthz': api, '/readyz': api } },
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
    },
  },
})
