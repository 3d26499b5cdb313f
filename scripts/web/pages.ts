import type { Plugin } from 'vite'
import { isPublicPage } from '../../src/web/token.ts'

/** While developing: the public pages from their own entry, everything else from the application's. */
export function pages(): Plugin {
  return {
    name: 'pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path = '/'] = (request.url ?? '/').split('?')
        if (request.headers.accept?.includes('text/html') && isPublicPage(path)) request.url = '/public.html'
        next()
      })
    },
  }
}
