import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './imports.ts'

/** Connections of their own beside the pool, whose rows no shape is compared with; nothing may be added. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/server/backup/recover.ts': 'a cluster that is just being restored',
  'src/server/db/embedded-start.ts': 'before the pool is open',
  'src/server/db/pooler.ts': 'tells how the pool is to be opened',
  'src/server/db/reach.ts': 'before the pool is open',
  'src/server/db/shared-connections.ts': 'hands on what quickRow compares',
  'src/server/db/start-turn.ts': 'before the pool is open',
  'src/server/sheets/export/export-names.ts': 'rows as arrays, by the column',
}

/** `sql<…>`, `query<…>` and rows that are cast say by hand what a statement gives; `rows` and `row` with a shape are compared with PostgreSQL. */
const ASSERTED = /\bsql<|\.query<|\bawait (?:rows|row|quickRow|contendedRow)\((?:[^()]|\([^()]*\))*\)\)* as (?!const)/

test('no statement of the product says the type of its rows by hand', () => {
  const found = sourceFiles().filter(
    (file) => file.startsWith('src/') && !file.endsWith('.test.ts') && ASSERTED.test(readFileSync(file, 'utf8')),
  )
  expect(found.toSorted()).toEqual(Object.keys(ALLOWED).toSorted())
})

test('each of the ways to say it by hand is found', () => {
  for (const code of [
    'sql<{ n: number }>`select 1 as n`',
    "client.query<{ n: number }>('select 1 as n')",
    '(await row(db, sql`select ${n} as n`)) as { n: number }',
    'await rows(tx, sql`select f(${n})`) as Row[]',
  ])
    expect(code).toMatch(ASSERTED)
  for (const code of [
    "await rows(db, { n: 'number' }, sql`select 1 as n`)",
    'await row(db, SHAPE, sql`select 1 as n`)',
  ])
    expect(code).not.toMatch(ASSERTED)
})
