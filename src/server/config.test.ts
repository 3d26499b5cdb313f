import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
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
  for (const wayToName of [/^DATABASE_.*URL$/, /^DATABASE_(?!.*URL$|POOL$|PASSWORD_FILE$)/])
    expect(() =>
      load(Object.fromEntries(given.filter(([name]) => !/^DATABASE_(?!POOL$)/.test(name) || wayToName.test(name)))),
    ).not.toThrow()
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

const PASSWORD = 'p/a?s#s@w:o%r d'
const PARTS = { DATABASE_HOST: 'db.lan', DATABASE_NAME: 'office', DATABASE_USER: 'office', DATABASE_PASSWORD: PASSWORD }

test('an address that its password breaks is refused with what to write instead, and without the password', () => {
  for (const url of ['pa/ss@db/office', '12/34@db/office', 'pa?ss@db/office', '12?a@db/office', 'pa#ss@db/office']) {
    const refused = () => load({ DATABASE_URL: `postgresql://office:${url}` })
    expect(refused, url).toThrow(/DATABASE_URL cannot be read: in a password write \/ as %2F.*DATABASE_PASSWORD/)
    expect(refused, url).not.toThrow(url.slice(0, 5))
  }
  for (const url of [
    'office:p%2Fa@db/office',
    'office@db/office',
    'office:p@%2Frun%2Fdb/office',
    'office@/office?host=/run',
  ])
    expect(load({ DATABASE_URL: `postgresql://${url}` }).databaseUrl).toBe(`postgresql://${url}`)
})

test('a database is also named by its parts, with any password, in the environment or in a file', () => {
  const read = (url = '') => new pg.Client(url)
  const { databaseUrl, poolerUrl, replicaUrl } = load(PARTS)
  expect(read(databaseUrl)).toMatchObject({
    host: 'db.lan',
    port: 5432,
    user: 'office',
    database: 'office',
    password: PASSWORD,
  })
  expect([poolerUrl, replicaUrl]).toEqual([undefined, undefined])
  const file = join(folder, 'password')
  writeFileSync(file, `${PASSWORD}\n`)
  const { DATABASE_PASSWORD: _, ...rest } = PARTS
  expect(read(load({ ...rest, DATABASE_PASSWORD_FILE: file }).databaseUrl)).toMatchObject({ password: PASSWORD })
  expect(read(load({ ...PARTS, DATABASE_HOST: '/run/postgresql' }).databaseUrl)).toMatchObject({
    host: '/run/postgresql',
  })
})

test('PgBouncer, the database behind it and a replica share name, role and password', () => {
  const read = (url = '') => new pg.Client(url)
  const named = load({
    ...PARTS,
    DATABASE_PORT: '6432',
    DATABASE_DIRECT_HOST: 'db.lan',
    DATABASE_REPLICA_HOST: 'copy.lan',
  })
  expect(read(named.poolerUrl)).toMatchObject({ host: 'db.lan', port: 6432, password: PASSWORD })
  expect(read(named.databaseUrl)).toMatchObject({ host: 'db.lan', port: 5432, password: PASSWORD })
  expect(read(named.replicaUrl)).toMatchObject({ host: 'copy.lan', port: 5432, password: PASSWORD })
})

test('parts that do not go together are refused in a sentence', () => {
  const refused: [Record<string, string>, RegExp][] = [
    [{ ...PARTS, DATABASE_URL: 'postgresql://db/office' }, /DATABASE_URL and DATABASE_HOST say the same/],
    [{ DATABASE_HOST: 'db' }, /DATABASE_NAME and DATABASE_USER/],
    [{ ...PARTS, DATABASE_PASSWORD_FILE: '/nowhere' }, /DATABASE_PASSWORD and DATABASE_PASSWORD_FILE/],
    [{ ...PARTS, DATABASE_PASSWORD: '', DATABASE_PASSWORD_FILE: '/nowhere' }, /\/nowhere cannot be read \(ENOENT\)/],
    [{ ...PARTS, DATABASE_PORT: 'x' }, /DATABASE_PORT must be the number of a port/],
    [{ DATABASE_DIRECT_URL: 'postgresql://db/office' }, /DATABASE_DIRECT_… goes with/],
  ]
  for (const [env, sentence] of refused) {
    expect(() => load(env)).toThrow(sentence)
    expect(() => load(env)).toThrow(ConfigError)
  }
})

test('a proxy is trusted by its address only, never by a number or a yes', () => {
  expect(load({ TRUST_PROXY: '10.0.0.5, 10.1.0.0/16,::1' }).trustProxy).toEqual(['10.0.0.5', '10.1.0.0/16', '::1'])
  for (const loose of ['true', '1', '*', 'proxy.local', '10.0.0.0/33', '::1/129'])
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
  const source = readFileSync('src/server/config.ts', 'utf8') + readFileSync('src/server/database-settings.ts', 'utf8')
  const known = [...source.matchAll(/^ {2,4}([A-Z][A-Z_0-9]+):/gm)].map(([, name]) => name)
  // The secret and the passphrase of a backup are read on their own.
  expect(listed.sort()).toEqual(['APP_SECRET', 'BACKUP_PASSPHRASE', ...known].sort())
})
