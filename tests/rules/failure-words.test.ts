import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './imports.ts'

/** The words of an error itself: of a refusal they lack its reason, of any other error they are an engine's English. */
const OWN_WORDS = /instanceof (?:Error|ApiRefusal)\s*\?\s*\w+\.(?:message|description)|String\(error\)/

const failures = (files: readonly (readonly [path: string, text: string])[]) =>
  files.filter(([, text]) => OWN_WORDS.test(text)).map(([path]) => path)

test('a screen says what failed by failureWords or sayFailure, not in a way of its own', () => {
  const inBrowser = sourceFiles().filter(
    (file) => /^src\/(web|modules)\//.test(file) && !/\.(server|test)\.ts$/.test(file),
  )
  expect(inBrowser.length).toBeGreaterThan(800)
  expect(failures(inBrowser.map((file) => [file, readFileSync(file, 'utf8')]))).toEqual([])
})

test('one that does is found', () => {
  const ways = [
    ['message.tsx', "setProblem(error instanceof Error ? error.message : t('Something went wrong'))"],
    ['description.tsx', 'error instanceof ApiRefusal\n  ? refusal.description : null'],
    ['text.ts', 'snackbar(String(error))'],
    ['fields.ts', 'error instanceof ApiRefusal ? error.fields : {}'],
  ] as const
  expect(failures(ways)).toEqual(['message.tsx', 'description.tsx', 'text.ts'])
})
