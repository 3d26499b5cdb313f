import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openApi } from '../../../src/server/http/openapi.ts'
import { loadModules } from '../../../src/server/module-registry.ts'
import { startChain } from '../../setup/chain.ts'

interface Problem {
  ruleId: string
  severity: string
  message: string
  location: { pointer: string }[]
}

test('the reference of the API is valid OpenAPI and says of each call who may make it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'))
  const [document, config] = [join(folder, 'openapi.json'), join(folder, 'redocly.yaml')]
  writeFileSync(document, JSON.stringify(openApi((await loadModules()).routes)))
  writeFileSync(config, 'extends: [recommended]\ntelemetry: off\nrules:\n  no-server-example.com: off\n')
  try {
    const said = await promisify(execFile)(
      join('node_modules', '.bin', 'redocly'),
      ['lint', document, '--config', config, '--format', 'json', '--max-problems', '50'],
      {
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: '1' },
        maxBuffer: 2 ** 24,
      },
    ).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    )
    const { problems } = JSON.parse(said.slice(said.indexOf('{'))) as { problems: Problem[] } // the linter's own shape
    expect(
      problems
        .filter(({ severity }) => severity === 'error')
        .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Where in it stands an object of which nothing is said, which the types of a client know as one without any properties. */
function untoldObjects(schema: unknown, at = '#'): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const below = Object.entries(schema).flatMap(([name, part]) => untoldObjects(part, `${at}/${name}`))
  const isObject = 'type' in schema && [schema.type].flat().includes('object')
  return isObject && !('properties' in schema) && !('additionalProperties' in schema) ? [at, ...below] : below
}

test('the reference says of every object what it holds', async () => {
  expect(untoldObjects(openApi((await loadModules()).routes))).toEqual([])
})

test('the reference says of an export in full that it needs both rights', async () => {
  const { paths } = openApi((await loadModules()).routes)
  expect(paths['/api/ticket/export']?.get?.summary).toMatch(/Needs complaints\.report\.$/)
  expect(paths['/api/ticket/export']?.post?.summary).toMatch(/Needs complaints\.report and complaints\.other\.$/)
})

test('the reference says of each name in a path whether it is an id', async () => {
  const { paths } = openApi((await loadModules()).routes)
  const inPaths = Object.values(paths)
    .flatMap((calls) => Object.values(calls))
    .flatMap(({ parameters = [] }) => parameters)
    .flatMap((one) => (one.in === 'path' ? [[String(one.name), (one.schema as { type: string }).type] as const] : []))
  const named = (type: string) => [...new Set(inPaths.flatMap(([name, of]) => (of === type ? [name] : [])))].toSorted()
  expect(named('integer')).toEqual(['delivery', 'id', 'item', 'link'])
  expect(named('string')).toEqual(['code', 'file', 'session', 'token'])
})

test('in production as elsewhere whoever is signed in reads the description, by program and by the address bar; a stranger is sent to sign in', async () => {
  const chain = await startChain({ NODE_ENV: 'production' })
  const by = await chain.person({ permissions: {} })
  const asked = (path: string, headers: Record<string, string>) =>
    fetch(`${chain.url}/api/${path}`, { headers: { 'accept-language': 'en', ...headers }, redirect: 'manual' })
  const authorization = `Bearer ${by.token}`
  for (const path of ['openapi.json', 'docs']) {
    const stranger = await asked(path, {})
    expect([stranger.status, await stranger.json()], path).toEqual([
      401,
      { ErrorCode: 1100, ErrorDescription: 'Please sign in again.', Data: {} },
    ])
    expect((await asked(path, { authorization: 'Bearer garbage' })).status, path).toBe(401)
  }
  const document = await asked('openapi.json', { authorization })
  expect([document.status, document.headers.get('content-encoding')]).toEqual([200, 'gzip'])
  expect(await document.json()).toMatchObject({ openapi: '3.1.0' })
  const plain = await asked('openapi.json', { authorization, 'accept-encoding': 'identity' })
  expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null])
  const guides = await (await asked('docs', { authorization })).text()
  expect(guides).toContain('# The first call')
  expect(guides).toContain(`${chain.url}/api/`)
  expect(guides).not.toContain('{{host}}')
  // The page is the application's own, which sends who is not signed in to sign in; it tells nothing itself.
  const page = await asked('docs', { accept: 'text/html,*/*' })
  const shell = await asked('../dashboard', { accept: 'text/html,*/*' })
  expect([page.status, page.headers.get('content-type')]).toEqual([shell.status, shell.headers.get('content-type')])
  expect((await asked('docs/more', { accept: 'text/html,*/*' })).status).toBe(404)
})
