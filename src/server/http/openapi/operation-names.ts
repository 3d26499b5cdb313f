import type { Method, Route } from '../route.ts'

/**
 * What a client calls each call, read from method and path alone so that a name stays as long as its address does: the words of the
 * path, and what is done where the path does not say it. `GET ticket` is `ticketList`, `POST ticket/:id/assign` is `ticketAssign`.
 */
export function operationNames(routes: readonly Route[]): Map<Route, string> {
  const methods = new Map<string, number>()
  for (const { path } of routes) methods.set(path, (methods.get(path) ?? 0) + 1)
  return new Map(routes.map((route) => [route, camel([...wordsOf(route, methods), verbOf(route, methods)])]))
}

/** What may be done to one record and to a list of them says which it is. */
function wordsOf({ path }: Route, methods: ReadonlyMap<string, number>): string[] {
  const parts = path.replace(/\.json$/, '').split('/')
  const plain = parts.filter((part) => !part.startsWith(':'))
  const isOfBoth = plain.length < parts.length && !parts.at(-1)?.startsWith(':') && methods.has(plain.join('/'))
  return (isOfBoth ? parts.map((part) => part.replace(/^:.*/, 'one')) : plain).map((part) =>
    part === 'get-name' ? 'names' : part.replace(/^get-/, ''),
  )
}

function verbOf({ method, path, creates }: Route, methods: ReadonlyMap<string, number>): string {
  if (/\/:\w+$/.test(path)) return OF_ONE[method]
  const isCollection = [...methods.keys()].some((one) => /^\/(:\w+|get-name)$/.test(one.replace(path, '')))
  if (isCollection && method === 'GET') return 'list'
  if (isCollection && creates) return 'create'
  return (methods.get(path) ?? 0) > 1 ? OF_ONE[method] : ''
}

const OF_ONE: Record<Method, string> = { GET: 'get', POST: 'post', PUT: 'update', DELETE: 'delete' }

const camel = (parts: readonly string[]): string =>
  parts
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/))
    .filter(Boolean)
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
