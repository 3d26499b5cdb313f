import type { Plugin } from 'vite'
import { publicPageAt } from '../../src/modules/public-pages.ts'

/** While developing: the public pages from their own entry, everything else from the application's. */
export function pages(): Plugin {
  return {
    name: 'pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path = '/'] = (request.url ?? '/').split('?')
        if (request.headers.accept?.includes('text/html') && publicPageAt(path)) request.url = '/public.html'
        next()
      })
    },
  }
}
