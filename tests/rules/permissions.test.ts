import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { modules } from '../../src/modules/index.ts'
import { buildApp } from '../../src/server/http/app.ts'
import type { openApi } from '../../src/server/http/openapi.ts'
import type { Needs, Route } from '../../src/server/http/route.ts'
import { loadModules } from '../../src/server/module-registry.ts'
import type { Envelope } from '../../src/shared/api.ts'
import { entriesOf } from '../../src/shared/resource.ts'
import {
  ALL_FLAGS,
  FLAGS,
  flagsOfRight,
  IDENTIFIERS,
  mayOpen,
  NO_FLAGS,
  type Permissions,
  routeAccess,
} from '../../src/shared/users/permissions.ts'
import { OPENS_NOTHING } from '../../src/web/grants/grants.ts'
import { atTheEnd } from '../setup/at-the-end.ts'
import { type Person, startChain } from '../setup/chain.ts'

const { routes, servers } = await loadModules()
const people = new Map<string, Person>()

const chain = await startChain()
const nobody = await chain.person({ permissions: {} })
const dead = {
  'no token': '',
  garbage: 'garbage',
  'a signed-out session': await signedOut(),
  'a blocked user': await blocked(),
}

async function signedOut(): Promise<string> {
  const person = await chain.person()
  await chain.call('POST', 'logout', { by: person })
  return person.token
}

async function blocked(): Promise<string> {
  const [admin, person] = [await chain.person(), await chain.person()]
  await chain.call('POST', `user/${person.id}/block`, { by: admin })
  return person.token
}

/** A person with just these permissions; the same wish gives the same person. */
async function holding(permissions: Permissions): Promise<Person> {
  const key = JSON.stringify(permissions)
  const known = people.get(key) ?? (await chain.person({ permissions }))
  people.set(key, known)
  return known
}

/** Within this process: of thousands of calls the wire would take most of the time. */
const app = await buildApp(chain.running.context, chain.running.routes)
atTheEnd(() => app.close())

async function ask({ method, path }: Route, by: Person | string): Promise<{ status: number; data: unknown }> {
  const token = typeof by === 'string' ? by : by.token
  // An export takes a process of its own: asked for by a name it does not know, none is begun.
  const url = `/api/${path.replace(/:id/g, '999999').replace(/:\w+/g, 'x')}${path.endsWith('/export') ? '?nothing=1' : ''}`
  const answer = await app.inject({ method, url, headers: { ...(token && { authorization: `Bearer ${token}` }) } })
  const isJson = answer.headers['content-type']?.toString().startsWith('application/json')
  return { status: answer.statusCode, data: isJson ? answer.json<Envelope>().Data : answer.body }
}

const permission = (route: Route): Extract<Needs, object> | null =>
  typeof route.needs === 'object' && 'permission' in route.needs ? route.needs : null

/** Every call that the framework answers below /api, from its own tree: each line continues the line one step further out. */
function mounted(): string[] {
  const above: string[] = []
  const found: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    above.splice(indent.length / 4, Infinity, part)
    for (const method of methods?.split(', ') ?? []) found.push(`${method} ${above.join('')}`)
  }
  return found.filter((one) => one.includes(' /api/')).toSorted()
}

async function printed(): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/routes.ts'])
  return [...stdout.matchAll(/^([A-Z]+) +(\/api\/\S+) /gm)].map(([, method, path]) => `${method} ${path}`).toSorted()
}

test('what is served, what is printed, what the reference describes and what is asked for are the same', async () => {
  const answer = await fetch(`${chain.url}/api/openapi.json`, { headers: { authorization: `Bearer ${nobody.token}` } })
  const document = (await answer.json()) as ReturnType<typeof openApi> // its own document
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  const served = mounted()
  expect(served).toEqual(await printed())
  expect(served).toEqual(described.toSorted())
  expect(served).toEqual(routes.map(({ method, path }) => `${method} /api/${path}`).toSorted())
  for (const one of ['GET /api/stream', 'GET /api/file/:file', 'POST /api/upload']) expect(served).toContain(one)
  for (const route of routes)
    if (typeof route.needs === 'object') expect(IDENTIFIERS, route.path).toContain(permission(route)?.permission)
})

test('the rights that open nothing are exactly those that nobody is asked to grant', () => {
  const opened = new Set(
    routes.flatMap((route) => {
      const right = permission(route)
      return right ? flagsOfRight(right.flag).map((flag) => `${right.permission}.${flag}`) : []
    }),
  )
  // A page is opened by reading, also where no call of its own needs that.
  const idle = FLAGS.filter((flag) => flag !== 'read')
  const used = IDENTIFIERS.filter((identifier) => [...opened].some((one) => one.startsWith(`${identifier}.`)))
  const unused = used.flatMap((identifier) =>
    idle.map((flag) => `${identifier}.${flag}`).filter((one) => !opened.has(one)),
  )
  const told = Object.entries(OPENS_NOTHING).flatMap(([identifier, flags]) =>
    flags.map((one) => `${identifier}.${one}`),
  )
  expect(told.toSorted()).toEqual(unused.toSorted())
})

/** Pages that live by a call: where the figures of each are shown, and where orders are scanned. */
const SHOWN_AT: Readonly<Record<string, readonly string[]>> = {
  'report/by-year': ['/report/by-year', '/orders/reports/by-year'],
  'report/by-month': ['/report/by-month', '/orders/reports/by-month'],
  'report/by-dept': ['/report/by-department', '/orders/reports/by-department'],
  'report/by-tag': ['/report/by-tag', '/orders/reports/by-tag'],
  'report/by-stores': ['/report/by-stores', '/orders/reports/by-stores'],
  'report/by-province': ['/report/by-province', '/orders/reports/by-province'],
  'report/by-solution': ['/report/by-solution', '/orders/reports/by-solution'],
  'report/schedule': ['/report/by-year'],
  'order/statistics': ['/orders/statistics', '/orders/reports/by-year'],
  'task/statistics': ['/task-statistics'],
  'supplier-staffs-checking/report': ['/supplier-staffs-statistics'],
  'supplier-staffs-checking/report-by-month': ['/supplier-staffs-statistics'],
  'product-promotion-history/statistics': ['/product-promotions-statistics'],
  'product-promotion-history/sum-report': ['/product-promotions-sum-report'],
  'price-checking/statistics': ['/price-checking/statistics'],
  'price-checking/price-index': ['/price-checking/price-index'],
  'gift-card-event-logs/report': ['/gift-card-event-statistics/figures'],
  'gift-card-event-logs/report-chart': ['/gift-card-event-statistics'],
  'gift-card-events/:id/closing': ['/gift-card-events/closing/7'],
  'event-logs/report': ['/event-logs/figures'],
  'event-logs/report-chart': ['/event-logs/statistics'],
  'events/:id/closing': ['/events/closing/7'],
  'customer-survey-responses/results': ['/customer-survey-responses/results/7'],
  'customer-survey-responses/results/by': ['/customer-survey-responses/results/7'],
  'customer-survey-responses/results/texts': ['/customer-survey-responses/results/7'],
  'customer-survey-responses/results/words': ['/customer-survey-responses/results/7'],
  // Of a record, on its page.
  'ticket/:id/case-file': [],
  'order/scan-desk': ['/scan-order-success'],
  'order/my-scans': ['/my-orders'],
}

test('a page is neither in the menu nor opened for whoever may not make the call it lives by', () => {
  const called = routes.filter(({ method, path }) => method === 'GET' && SHOWN_AT[path])
  const figures = routes.filter(
    (route) => route.method === 'GET' && permission(route)?.flag === 'report' && !route.path.endsWith('/export'),
  )
  expect(figures.filter(({ path }) => !SHOWN_AT[path])).toEqual([])
  expect(called.map(({ path }) => path).toSorted()).toEqual(Object.keys(SHOWN_AT).toSorted())
  const everything = Object.fromEntries(IDENTIFIERS.map((id) => [id, ALL_FLAGS]))
  for (const route of called)
    for (const page of SHOWN_AT[route.path] ?? []) {
      const needed = permission(route)
      const lacking = flagsOfRight(needed?.flag ?? []).map((flag) => [flag, false])
      const without = { ...everything, [needed?.permission ?? '']: { ...ALL_FLAGS, ...Object.fromEntries(lacking) } }
      const opens = [everything, without].map((permissions) => mayOpen(routeAccess(permissions), page))
      expect([page, ...opens]).toEqual([page, true, false])
    }
})

test('what everybody signed in may read in full says of nobody who they are or how to reach them', () => {
  const open = modules.filter(({ visibility }) => visibility === 'all')
  expect(open).not.toEqual([])
  const told = open.flatMap((one) =>
    entriesOf(one).flatMap(([name, field]) => (field.private || field.person ? [`${one.name}.${name}`] : [])),
  )
  expect(told).toEqual([])
})

test('what the engine does to many records it does to one of them as well', () => {
  const all = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  const ofModules = servers.flatMap(({ server: { default: served } }) =>
    served && 'serving' in served ? Object.keys(served.serving.acts ?? {}) : [],
  )
  const singles = routes
    .filter(({ path }) => /\/bulk\/\w+$/.test(path))
    .map(({ path }) => path.split('/bulk/'))
    .filter(([, act = '']) => !ofModules.includes(act))
    .map(([wire, act]) => (act === 'delete' ? `DELETE ${wire}/:id` : `POST ${wire}/:id/${act}`))
  expect(singles).not.toEqual([])
  expect(singles.filter((one) => !all.has(one))).toEqual([])
})

test('the routes open to the public are exactly these', () => {
  expect(
    routes
      .filter((route) => route.needs === 'nothing')
      .map((route) => `${route.method} ${route.path}`)
      .toSorted(),
  ).toMatchSnapshot()
})

describe.each(
  routes.filter((route) => route.needs !== 'nothing').map((route) => [`${route.method} ${route.path}`, route] as const),
)('%s', (_name, route) => {
  test('is closed without a living session', async () => {
    for (const [why, token] of Object.entries(dead)) {
      const answer = await ask(route, token)
      expect(answer.status, why).toBe(401)
      expect(answer.data, why).toEqual({})
    }
  })

  const needed = permission(route)
  if (!needed) return

  test('is closed to whoever lacks the flag, and open to whoever holds only it', async () => {
    const flags = flagsOfRight(needed.flag)
    const without = flags.map(
      (flag): Permissions => ({
        ...Object.fromEntries(IDENTIFIERS.map((id) => [id, ALL_FLAGS])),
        [needed.permission]: { ...ALL_FLAGS, [flag]: false },
      }),
    )
    const held = Object.fromEntries(flags.map((flag) => [flag, true]))
    const elsewhere: Permissions = Object.fromEntries(
      IDENTIFIERS.filter((id) => id !== needed.permission).map((id) => [id, { ...NO_FLAGS, ...held }]),
    )
    for (const person of [nobody, ...(await Promise.all([...without, elsewhere].map(holding)))]) {
      const answer = await ask(route, person)
      expect(answer.status).toBe(403)
      expect(answer.data).toEqual({})
    }
    const only = await ask(route, await holding({ [needed.permission]: held }))
    expect([200, 201, 400, 404, 409, 415, 422]).toContain(only.status)
  })
})

test('all six flags of all identifiers are told apart in the session', async () => {
  for (const flag of FLAGS) {
    const person = await chain.person({ permissions: { complaints: { [flag]: true } } })
    const me = await chain.call<{ user: { route_access: Record<string, Record<string, boolean>> } }>('POST', 'me', {
      by: person,
    })
    expect(me.data.user.route_access.complaints).toEqual({ ...NO_FLAGS, [flag]: true })
    expect(me.data.user.route_access.users).toEqual(NO_FLAGS)
  }
})
