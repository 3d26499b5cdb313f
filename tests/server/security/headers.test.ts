import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startChain } from '../../setup/chain.ts'
import { headOf, openConnection, type RawAnswer } from '../../setup/http/raw.ts'
import { photo } from '../../setup/media.ts'

const METRICS = 'a token for measuring'
const chain = await startChain({ PUBLIC_URL: 'https://office.example', METRICS_TOKEN: METRICS })
const admin = await chain.person()
const asset = `/assets/${readdirSync('dist/assets').find((name) => name.endsWith('.js'))}`

const COMMON = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-xss-protection': '0',
}
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

async function ask(bytes: string): Promise<RawAnswer> {
  const connection = await openConnection(chain.url)
  await connection.send(bytes)
  // A stream has no end, and a HEAD no body: the lines before it are what counts.
  const answer = await connection.answer(3000, !bytes.startsWith('HEAD'))
  connection.socket.destroy()
  if (!answer) throw new Error('No answer came')
  return answer
}
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(headOf(method, path, { headers: { connection: 'close', ...headers } }))

const signed = { authorization: `Bearer ${admin.token}` }
const ANSWERS: [string, () => Promise<RawAnswer>, number, Partial<Record<string, string>>][] = [
  ['a list', () => get('/api/ticket', signed), 200, { 'cache-control': 'no-store' }],
  ['no session', () => get('/api/ticket'), 401, { 'cache-control': 'no-store' }],
  ['an unknown call', () => get('/api/nope', signed), 404, { 'cache-control': 'no-store' }],
  ['a HEAD of a call', () => get('/api/ticket', signed, 'HEAD'), 404, {}],
  ['the live stream', () => get('/api/stream', signed), 200, { 'cache-control': 'no-store' }],
  ['health', () => get('/healthz'), 200, { 'cache-control': 'no-store' }],
  ['readiness', () => get('/readyz'), 200, {}],
  ['metrics', () => get('/metrics', { authorization: `Bearer ${METRICS}` }), 200, {}],
  ['metrics without their token', () => get('/metrics'), 404, {}],
  ['an address that cannot be read', () => get('/api/%E0%A4%A'), 404, {}],
  ['a method that no page knows', () => get('/dashboard', {}, 'DELETE'), 404, {}],
  ['what is no request', () => ask('rubbish\r\n\r\n'), 400, { 'cache-control': 'no-store' }],
  ['headers without end', () => get('/', { 'x-long': 'x'.repeat(20_000) }), 431, {}],
  ['a body of another kind', () => ask(`${headOf('POST', '/api/login', { length: 1, type: 'text/xml' })}x`), 415, {}],
  ['a body too large', () => ask(headOf('POST', '/api/login', { length: 1e9, type: 'application/json' })), 413, {}],
  ['a file of the build', () => get(asset), 200, { 'cache-control': 'public, max-age=31536000, immutable' }],
  ['a file of the build that has not changed', unchanged, 304, {}],
  ['a missing file of the build', () => get('/assets/nope.js'), 404, {}],
  ['the icon', () => get('/favicon.svg'), 200, { 'cache-control': 'no-cache' }],
  ['the worker of the forms', () => get('/forms-worker.js'), 200, { 'cache-control': 'no-cache' }],
]

test.each(ANSWERS)('%s carries every security header', async (_name, answer, status, more) => {
  const found = await answer()
  expect(found.status).toBe(status)
  expect(found.headers).toMatchObject({ ...COMMON, ...more })
  expect(found.headers['content-security-policy']).toContain("default-src 'none'")
  expect(found.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  if (found.headers['content-type']?.includes('json')) expect(found.headers['content-security-policy']).toBe(NOTHING)
  for (const name of ['server', 'x-powered-by', 'set-cookie']) expect(found.headers).not.toHaveProperty(name)
})

async function unchanged(): Promise<RawAnswer> {
  const { etag = '' } = (await get(asset)).headers
  return get(asset, { 'if-none-match': etag })
}

test('a file of a record is looked at and never run', async () => {
  const body = new FormData()
  const { name, buffer } = await photo()
  body.append('file', new Blob([new Uint8Array(buffer)]), name)
  const { data } = await chain.call<{ files: { id: string }[] }>('POST', 'upload', { by: admin, body })
  const { key } = (await chain.call<{ key: string }>('POST', 'file-key', { by: admin })).data
  const { status, headers } = await get(`/api/file/${data.files[0]?.id}?key=${key}`)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    ...COMMON,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  })
})

test.each(['/dashboard', '/feedback', '/nowhere'])(
  'the page %s takes text as script only through a policy',
  async (path) => {
    const { headers } = await get(path)
    expect(headers).toMatchObject({
      ...COMMON,
      'cache-control': 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['content-security-policy']).toContain(
      "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default dompurify",
    )
  },
)

test('an address that is no page says so, and what the server itself speaks at is none', async () => {
  const statuses = async (paths: string[]) => Promise.all(paths.map(async (path) => (await get(path)).status))
  const pages = ['/', '/dashboard', '/complaints/view/1', '/feedback', '/backoffice/login', '/not-found', '/my-orders']
  expect(await statuses(pages)).toEqual(pages.map(() => 200))
  const unknown = ['/nowhere', '/backoffice/nowhere', '/wp-admin', '/admin/login', '/server-status']
  for (const path of unknown) {
    const { status, headers } = await get(path)
    expect([path, status, headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8'])
  }
  const none = [
    '/.git/config',
    '/.env',
    '/complaints/.git/HEAD',
    '/%2egit/config',
    '/metrics',
    '/metrics/x',
    '/api',
    '/assets',
  ]
  for (const path of none) {
    const { status, headers } = await get(path)
    expect([path, status, headers['content-type']]).toEqual([path, 404, 'application/json; charset=utf-8'])
  }
})

test('only the pages of staff may start a program for reading codes, and no page may evaluate text', async () => {
  const scripts = async (path: string) =>
    /script-src ([^;]+)/.exec((await get(path)).headers['content-security-policy'] ?? '')?.[1]
  for (const path of ['/goods-refund/create', '/dashboard'])
    expect(await scripts(path)).toBe("'self' 'wasm-unsafe-eval'")
  for (const path of ['/feedback', '/backoffice/login', '/vat-registration']) expect(await scripts(path)).toBe("'self'")
})

test('the page that holds the words of a mail runs nothing and asks nobody, but for pictures where they are allowed', async () => {
  for (const [path, pictures] of [
    ['/mail-frame', 'blob: data:'],
    ['/mail-frame?pictures=1', 'blob: data: https:'],
    ['/mail-frame?pictures=yes', 'blob: data:'],
  ] as const) {
    const { status, headers } = await get(path)
    expect([path, status, headers['x-frame-options']]).toEqual([path, 200, 'SAMEORIGIN'])
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'unsafe-inline'; img-src ${pictures}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin`,
    )
  }
})
