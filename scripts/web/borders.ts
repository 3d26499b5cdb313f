import type { Plugin } from 'vite'

/** The browser's bundle never holds the server's code: such an import ends the build. */
export function borders(): Plugin {
  return {
    name: 'borders',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id.startsWith('node:') || id.startsWith('#server/'))
        this.error(`${importer ?? 'The browser'} imports ${id}, which exists only in Node.`)
    },
    moduleParsed({ id }) {
      if (/\.server\.ts(\?|$)/.test(id) || /\/src\/server\//.test(id))
        this.error(`${id} runs only in Node, and must not reach the browser.`)
    },
  }
}
