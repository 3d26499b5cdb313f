import { expect, test } from 'vitest'
import { filesBelow } from '../../scripts/web/files-below.ts'
import { importsOf, sourceFiles } from './imports.ts'

/** Folders with one door: the file that everybody else imports, so that what stands behind it can change alone. */
const DOORS: Readonly<Record<string, string>> = {
  'src/server/counters/': 'counters.ts',
  'src/server/search/': 'search.ts',
  'src/server/resource/bulk/': 'bulk.ts',
  'src/server/sheets/': 'sheets.ts',
}

const files = [...sourceFiles(), ...['scripts', 'bench'].flatMap((folder) => filesBelow('.', folder, /\.tsx?$/))]
const { all } = importsOf(files)

/** Imports, types' too, that reach past a door. */
const pastDoors = (arrows: ReadonlyMap<string, readonly string[]>): string[] =>
  [...arrows].flatMap(([file, targets]) =>
    targets.flatMap((target) => {
      const [folder, door] = Object.entries(DOORS).find(([one]) => target.startsWith(one)) ?? []
      return !folder || file.startsWith(folder) || target === folder + door ? [] : [`${file} → ${target}`]
    }),
  )

test('counters, search, bulk and sheets are reached by their doors alone', () => {
  expect(pastDoors(all)).toEqual([])
})

test('each door is used, and imports nothing but what stands behind it', () => {
  for (const [folder, door] of Object.entries(DOORS)) {
    expect([...all].filter(([, targets]) => targets.includes(folder + door)).length, folder).toBeGreaterThan(1)
    expect((all.get(folder + door) ?? []).filter((target) => !target.startsWith(folder))).toEqual([])
  }
})

const MODULE = /^src\/modules\/([^/]+)\//
const TOP = /^src\/modules\/[^/]+\/[^/.]+\.ts$/

/** Imports of a module that reach into another one's inner folders, or for what runs elsewhere. */
const intoModules = (arrows: ReadonlyMap<string, readonly string[]>): string[] =>
  [...arrows].flatMap(([file, targets]) => {
    const own = MODULE.exec(file)?.[1]
    const isOthers = (target: string) => (MODULE.exec(target)?.[1] ?? own) !== own
    return own ? targets.filter((one) => isOthers(one) && !TOP.test(one)).map((one) => `${file} → ${one}`) : []
  })

test('a module reaches of another one the plain files at the top of its folder alone', () => {
  expect(intoModules(all)).toEqual([])
  const arrows = ['src/modules/a/a.ts', 'src/modules/b/b.ts', 'src/modules/b/in/b.ts', 'src/modules/b/b.web.ts']
  expect(intoModules(new Map([['src/modules/a/in/x.ts', arrows]]))).toEqual([
    'src/modules/a/in/x.ts → src/modules/b/in/b.ts',
    'src/modules/a/in/x.ts → src/modules/b/b.web.ts',
  ])
})

test('a file that reaches past a door is found, and one behind it is not', () => {
  const arrows = {
    'src/server/resource/query/list.ts': ['src/server/counters/counters.ts', 'src/server/counters/totals.ts'],
    'src/server/counters/totals.ts': ['src/server/counters/shape.ts'],
  }
  expect(pastDoors(new Map(Object.entries(arrows)))).toEqual([
    'src/server/resource/query/list.ts → src/server/counters/totals.ts',
  ])
})
