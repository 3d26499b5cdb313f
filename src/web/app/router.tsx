import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { readSession } from '../session.ts'
import { redirectOf } from './addresses.ts'
import { CrashPage } from './error-boundary.tsx'
import { history } from './location.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { Screen } from './screen.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage, errorComponent: CrashPage })

/** Every address inside the shell: the guard here, the screen by the modules (screen.tsx). */
const any = createRoute({
  getParentRoute: () => root,
  path: '$',
  component: Screen,
  errorComponent: CrashPage,
  beforeLoad: ({ location }) => guard(location.pathname),
})
const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: () => guard('/') })

export const router = createRouter({
  routeTree: root.addChildren([home, any]),
  history,
  // Parameters stay the plain text of the address; screens read it through useSearchParams.
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  scrollRestoration: false,
})

function guard(path: string): void {
  const session = readSession()
  if (session.state !== 'in') return
  const elsewhere = redirectOf(path, session.user.route_access)
  if (elsewhere) throw redirect({ href: elsewhere, replace: true })
}

type Search = Record<string, string | string[]>

function readSearch(text: string): Search {
  const params = new URLSearchParams(text)
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, onlyOrAll(params.getAll(name))]))
}

const onlyOrAll = (values: string[]): string | string[] => (values.length === 1 ? (values[0] ?? '') : values)

function writeSearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams(Object.entries(search).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])))
  const text = params.toString()
  return text && `?${text}`
}
