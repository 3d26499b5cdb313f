import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modules } from '../../src/modules/index.ts'
import { sourceFiles } from './imports.ts'

/** Tables of who calls, a person in a session or a system with a key, and of the scope of a role: the engine's own, though people keep them as modules. */
const ENGINES = ['users', 'user_roles', 'api_keys', 'stores', 'departments']

/** The same word for something else; nothing may be added that means a module. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // The tag that proves a sealed value.
  'src/server/backup/secrets.ts': ['tag'],
  // The word of OpenAPI.
  'src/server/http/openapi.ts': ['tags'],
  'src/server/http/openapi/operation.ts': ['tags'],
  // The word of the job library, for one kind of job.
  'src/server/jobs/jobs.ts': ['task'],
  // What became of a received mail, as it is stored.
  'src/server/mail/message.ts': ['ticket'],
  'src/server/mail/receiving.ts': ['ticket'],
}

/** What comes before what, and nothing that anybody buys; the orders of the mall are still found by name and table. */
const WORDS = ['order']

const names = new Set(
  modules
    .filter(({ table }) => !ENGINES.includes(table))
    .flatMap(({ name, table, wire }) => [name, table, wire])
    .filter((name) => !WORDS.includes(name)),
)

/** Names in quotes, before the rest of an address, as tables of a statement, and as keys. */
const NAMED = /'([a-z][\w-]*)['/]|\b(?:from|join|into|update|table) ([a-z_]+)\b|(?:^|[{,])\s*([a-z]\w*)\??: /gm

function namedIn(code: string): string[] {
  const bare = code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const named = [...bare.matchAll(NAMED)].map(([, quoted, table, key]) => quoted ?? table ?? key ?? '')
  return [...new Set(named.filter((name) => names.has(name)))].toSorted()
}

test('the engine names no module, nor its table or its name in the API', () => {
  const found: Record<string, string[]> = {}
  for (const file of sourceFiles()) {
    if (!file.startsWith('src/server/') || file.endsWith('.test.ts')) continue
    const named = namedIn(readFileSync(file, 'utf8'))
    if (named.length > 0) found[file] = named
  }
  expect(found).toEqual(ALLOWED)
})

test('a name is found in quotes, in an address, in a statement and as a key, but not in a comment', () => {
  expect(namedIn("moduleOf('complaints')")).toEqual(['complaints'])
  expect(namedIn("get('ticket/:id')")).toEqual(['ticket'])
  expect(namedIn('sql`select 1 from vat_info r join holidays h on true`')).toEqual(['holidays', 'vat_info'])
  expect(namedIn('const EXTRA = { vat_info: [] }')).toEqual(['vat_info'])
  expect(namedIn("// as of 'complaints'\n/* from complaints */ const a = 'complain'")).toEqual([])
})
