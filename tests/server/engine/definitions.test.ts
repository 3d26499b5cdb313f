import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { moduleOf, modules } from '../../../src/modules/index.ts'
import { loadModules } from '../../../src/server/module-registry.ts'
import { REF_TARGETS } from '../../../src/shared/definition/ref-targets.ts'
import type { Definition } from '../../../src/shared/resource.ts'

const { routes } = await loadModules()

// What the types of a definition cannot say; tests/definitions.types.ts holds what they refuse.

test('the modules that fields may point at are all there, and each is pointed at', () => {
  // By a record's field, or by one that a form asks for.
  const asked = [...modules.map(({ fields }) => fields), ...routes.map(({ body = {} }) => body)]
  const pointed = new Set(asked.flatMap((fields) => Object.values(fields).flatMap(targetsOf)))
  expect([...pointed].toSorted()).toEqual(REF_TARGETS.toSorted())
  for (const name of REF_TARGETS) expect(moduleOf(name), name).toBeDefined()
})
const targetsOf = ({ to, line }: Definition['fields'][string]): string[] => [
  ...(to === undefined ? [] : [to]),
  ...Object.values(line ?? {}).flatMap(targetsOf),
]

test('a form that opens from another record takes over fields that both have', () => {
  for (const { name, fields, prefillFrom = {} } of modules)
    for (const [from, taken = {}] of Object.entries(prefillFrom)) {
      const target = moduleOf(fields[from]?.to ?? '')
      for (const [own, theirs] of Object.entries(taken))
        expect(target?.fields[theirs ?? '']?.label, `${name}.${own}`).toBeDefined()
    }
})

test('a person of a record that a field points at is a field there', () => {
  for (const { name, fields, ownership } of modules)
    for (const person of ownership.people ?? []) {
      const [field = '', theirs] = person.split('.')
      if (theirs) expect(moduleOf(fields[field]?.to ?? '')?.fields[theirs]?.to, `${name}: ${person}`).toBe('users')
    }
})

test('the index whose violation has a message of its own is there', () => {
  const folder = 'src/server/db/migrations'
  const made = readdirSync(folder)
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .join('\n')
  for (const { uniqueViolationMessages = {} } of modules)
    for (const index of Object.keys(uniqueViolationMessages)) expect(made).toContain(`create unique index ${index} `)
})
