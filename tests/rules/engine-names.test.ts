import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modules } from '../../src/modules/index.ts'
import { sourceFiles } from './imports.ts'

/** Tables of the sessions and of the scope of a role: the engine's own, though people keep them as modules. */
const ENGINES = ['users', 'user_roles', 'stores', 'departments']

/** What still names a module, and why; nothing may be added. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // Live events carry the number of a complaint, and the contract of the API has events of tickets.
  'src/server/activity/feed.ts': ['complaints'],
  'src/server/activity/stream.ts': ['complaints'],
  // The working calendar of the chain, which deadlines and reports count by.
  'src/server/calendars.ts': ['holidays'],
  // A comment’s file belongs to its complaint, a merged complaint’s files to the one it went into, and a customer follows theirs.
  'src/server/http/file-routes.ts': ['complaint-comments', 'complaint_comments', 'complaints'],
  // Mail that failed is a line of the history of the complaint it answers.
  'src/server/mail/postman.ts': ['complaints'],
}

const names = new Set(
  modules
    .filter(({ table }) => !ENGINES.includes(table))
    .flatMap(({ name, table, wire }) => [name, table, ...(wire.includes('-') ? [wire] : [])]),
)

const codeOf = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** Names in quotes, before the rest of an address, and as tables of a statement. */
const NAMED = /'([a-z][\w-]*)['/]|\b(?:from|join|into|update|table) ([a-z_]+)\b/g

test('the engine names no module, nor its table', async () => {
  const found: Record<string, string[]> = {}
  for (const file of sourceFiles()) {
    if (!file.startsWith('src/server/') || file.endsWith('.test.ts')) continue
    const named = [...codeOf(file).matchAll(NAMED)].map(([, quoted, table]) => quoted ?? table ?? '')
    const of = [...new Set(named.filter((name) => names.has(name)))].toSorted()
    if (of.length > 0) found[file] = of
  }
  expect(found).toEqual(ALLOWED)
})
