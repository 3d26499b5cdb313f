import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'config-'))
const load = (env: Record<string, string> = {}) => loadConfig({ DATA_DIR: folder, ...env })

afterAll(() => rmSync(folder, { recursive: true }))

test('an empty environment gives the documented defaults', () => {
  const { host, port, timezone, sessionIdleMinutes, autoCloseDays, trustProxy, rateLimitFactor, demo } = load()
  expect({ host, port, timezone, sessionIdleMinutes, autoCloseDays, trustProxy, rateLimitFactor, demo }).toEqual({
    host: '127.0.0.1',
    port: 3000,
    timezone: 'Asia/Ho_Chi_Minh',
    sessionIdleMinutes: 480,
    autoCloseDays: 7,
    trustProxy: [],
    rateLimitFactor: 1,
    demo: true,
  })
})

test('every example of .env.example is a setting that is taken', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const given = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=(.+)$/gm)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  )
  expect(given.length).toBeGreaterThan(20)
  expect(() => load(Object.fromEntries(given))).not.toThrow()
})

test('a blank setting counts as not set', () => {
  expect(load({ PORT: '', PUBLIC_URL: ' ' }).port).toBe(3000)
})

test('every wrong setting is named with what it should be', () => {
  const wrong = {
    PORT: '70000',
    APP_TIMEZONE: 'Hanoi',
    PUBLIC_URL: 'ftp://x',
    DATABASE_URL: 'mysql://x',
    DEMO: 'maybe',
  }
  for (const name of Object.keys(wrong)) expect(() => load(wrong), name).toThrow(name)
  expect(() => load(wrong)).toThrow(ConfigError)
})

test('a proxy is trusted by its address only, never by a number or a yes', () => {
  expect(load({ TRUST_PROXY: '10.0.0.5, 10.1.0.0/16,::1' }).trustProxy).toEqual(['10.0.0.5', '10.1.0.0/16', '::1'])
  for (const loose of ['true', '1', '*', 'proxy.local'])
    expect(() => load({ TRUST_PROXY: loose })).toThrow(/TRUST_PROXY/)
})

test('a missing secret is made once and only its owner may read it', () => {
  const { secret } = load()
  expect(secret).toHaveLength(43)
  expect(load().secret).toBe(secret)
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(secret)
})

test('a damaged secret file is reported, not replaced', () => {
  const damaged = join(folder, 'damaged')
  loadConfig({ DATA_DIR: damaged })
  writeFileSync(join(damaged, 'secret'), '')
  expect(() => loadConfig({ DATA_DIR: damaged })).toThrow(/secret is damaged/)
})

test('production with a database of its own needs the secret that all servers share', () => {
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgresql://db/office' }
  expect(() => load(production)).toThrow(/APP_SECRET is missing/)
  expect(() => load({ ...production, APP_SECRET: 'short' })).toThrow(/at least 32/)
  expect(load({ ...production, APP_SECRET: 'x'.repeat(32) }).secret).toBe('x'.repeat(32))
})

test('demo data never loads in production unless it is asked for', () => {
  expect(load({ NODE_ENV: 'production' }).demo).toBe(false)
  expect(load({ NODE_ENV: 'production', DEMO: '1' }).demo).toBe(true)
  expect(load({ DEMO: '0' }).demo).toBe(false)
})

test('rate limits are the defaults or a factor of them', () => {
  expect(load({ RATE_LIMITS: 'default' }).rateLimitFactor).toBe(1)
  expect(load({ RATE_LIMITS: '100' }).rateLimitFactor).toBe(100)
  expect(() => load({ RATE_LIMITS: 'off' })).toThrow(/RATE_LIMITS/)
})

test('.env.example lists every setting, and nothing else', () => {
  const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^#?\s?([A-Z][A-Z_0-9]+)=/gm)].map(
    ([, name]) => name,
  )
  const source = readFileSync('src/server/config.ts', 'utf8')
  const known = [...source.matchAll(/^ {4}([A-Z][A-Z_0-9]+):/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual(['APP_SECRET', ...known].sort())
})
