import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesBelow } from '../../scripts/web/files-below.ts'
import { AUDIT_FILTERS } from '../../src/modules/audit/audit.ts'
import { fieldOf, isSaid } from '../../src/modules/audit/told.ts'
import { modules } from '../../src/modules/index.ts'

const sources = filesBelow(process.cwd(), 'src', /^(?!.*\.(test|d|web|public)\.).+\.ts$/)
  .filter((file) => !/^src\/(demo|shared|server\/http)\//.test(file))
  .map((file) => readFileSync(file, 'utf8'))
const written = (...shapes: RegExp[]): string[] => [
  ...new Set(
    sources.flatMap((code) =>
      shapes.flatMap((shape) => [...code.matchAll(shape)].flatMap(([, name]) => name?.trim() ?? [])),
    ),
  ),
]

test('the log has words for all that is done', () => {
  const acts = written(
    /\baction: '(?!string'|action')([\w -]*\w)'/g,
    /\brecordSql\(\s*\w+,\s*'([\w -]+)'/g,
    /insert into activity[^`]{0,120}?select '([\w -]*\w)'/g,
    /const action = .*'([\w -]+)' : '[\w -]+'$/gm,
  )
  expect(acts.length).toBeGreaterThan(70)
  const known = new Set(AUDIT_FILTERS.action?.of?.map(({ value }) => value))
  expect(acts.filter((act) => !known.has(act))).toEqual([])
})

test('the log has words for all that is told with it, or leaves it out', () => {
  const keys = written(
    /(?<=[{\s,])'?([\w ]+?)'?: \[(?:null|before\.\w+|last\.\w+), /g,
    /\bnote: \{ (\w+)/g,
    /'(\w+)'(?:::text)?, jsonb_build_array\(/g,
  )
  expect(keys.length).toBeGreaterThan(35)
  const hasWords = (resource: string, key: string, action = '') =>
    fieldOf({ resource, action }, key) !== undefined || !isSaid({ resource, action }, key)
  const isKnown = (key: string) =>
    modules.some(({ name }) => hasWords(name, key)) || hasWords('users', key, 'notification choices')
  expect(keys.filter((key) => !isKnown(key))).toEqual([])
  const own = modules.flatMap(({ name, ownColumns = [] }) => ownColumns.map((key) => [name, key] as const))
  expect(own.filter(([name, key]) => !hasWords(name, key))).toEqual([])
})
