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

test('in production a stranger, also one whom a proxy on this machine brings, gets no description; a browser is led to where it is read', async () => {
  const chain = await startChain({ NODE_ENV: 'production' })
  const by = await chain.person()
  const asked = (path: string, headers: Record<string, string>) =>
    fetch(`${chain.url}/api/${path}`, { headers: { 'x-forwarded-for': '203.0.113.9', ...headers }, redirect: 'manual' })
  for (const path of ['openapi.json', 'docs']) {
    expect((await asked(path, {})).status, path).toBe(404)
    expect((await asked(path, { authorization: `Bearer ${by.token}` })).status, path).toBe(200)
  }
  const led = await asked('docs', { accept: 'text/html,*/*' })
  expect([led.status, led.headers.get('location')]).toEqual([302, '/about'])
})
