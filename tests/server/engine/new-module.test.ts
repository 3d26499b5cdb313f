import { execFile, execFileSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../setup/at-the-end.ts'

/** Everything a new module is written into. */
const copy = newFolder('new-module')
for (const one of [
  'src',
  'locales',
  'scripts',
  'package.json',
  'biome.json',
  '.gitignore',
  'tsconfig.base.json',
  'tsconfig.shared.json',
  'tsconfig.web.json',
])
  cpSync(one, join(copy, one), { recursive: true })
symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))

const make = (...args: string[]) =>
  new Promise<{ code: number | null; said: string }>((done) => {
    const command = execFile(process.execPath, ['scripts/new-module.ts', ...args], { cwd: copy }, (_, stdout, stderr) =>
      done({ code: command.exitCode, said: `${stdout}${stderr}` }),
    )
  })
const text = (path: string) => readFileSync(join(copy, path), 'utf8')
const TOUCHED = [
  'src/modules/index.ts',
  'src/modules/menu.ts',
  'src/shared/users/permissions.ts',
  'locales/vi.json',
  'locales/ko.json',
]
const touched = () => TOUCHED.map(text)
const WORDS = ['--one', 'Shelf', '--vi', 'Kệ hàng | Kệ', '--ko', '선반 목록 | 선반']

const PLACED = ['--permission', 'system', '--menu', 'lookups']

const REFUSED: [string[], string][] = [
  [[], 'Usage: npm run new'],
  [['Price Checking', '--one', 'x'], 'is no name for a module'],
  [['../evil', '--one', 'x'], 'is no name for a module'],
  [['order', '--one', 'x'], 'is no name for a module'],
  [['stores', '--one', 'x'], 'There is a module stores already'],
  [['dashboard', '--one', 'x'], 'There is a module dashboard already'],
  [['stored-files', '--one', 'x', '--permission', 'system'], 'The database has a table stored_files already'],
  [['comments', '--one', 'x', '--permission', 'system'], 'src/modules/index.ts has a comments already'],
  [['shelves', '--label', 'Shelves', ...WORDS], 'No flags open shelves yet'],
  [['shelves', '--label', 'Shelves', ...WORDS, '--permission', 'system'], 'The menu has no shelves yet'],
  [['shelves', ...WORDS, '--permission', 'system', '--menu', 'lookups'], 'A module needs a label'],
  [['shelves', '--label', 'Stores', ...PLACED, '--one', 'Shelf'], 'How do you say "Shelf"?'],
  [['shelves', '--label', 'Shelves', ...WORDS, ...PLACED, '--icon', 'unicorn'], 'has no icon unicorn'],
  [['shelves', '--label', 'Shelves', ...WORDS, ...PLACED, '--ownership', 'all'], '--ownership is store or chain'],
  [['shelves', '--label', 'Shelves', ...WORDS, ...PLACED, '--colour', 'red'], "Unknown option '--colour'"],
]

test('npm run new refuses what is wrong in a sentence, and writes nothing', async () => {
  const before = touched()
  await Promise.all(
    REFUSED.map(async ([args, sentence]) => {
      const { code, said } = await make(...args)
      expect({ code, said }, args.join(' ')).toEqual({ code: 1, said: expect.stringContaining(sentence) })
    }),
  )
  expect(touched()).toEqual(before)
})

test('npm run new writes modules that compile, are listed, translated, permitted and in the menu', {
  timeout: 120_000,
}, async () => {
  const first = await make(
    'shelf-prices',
    ...['--label', 'Shelf prices', '--one', 'Shelf price'],
    ...['--vi', 'Giá kệ | Giá trên kệ', '--ko', '선반 가격표 | 선반 가격'],
    ...['--permission', 'event-products', '--menu', 'events-group'],
  )
  expect(first).toMatchObject({ code: 0, said: expect.stringContaining('npm run migration -- add-shelf-prices') })
  const second = await make('shelves', '--label', 'Shelves', ...WORDS, ...PLACED, '--ownership', 'chain')
  expect(second).toMatchObject({ code: 0 })
  expect((await make('shelves', '--one', 'Shelf')).said).toContain('There is a module shelves already')

  const found = execFileSync(process.execPath, ['--input-type=module', '--eval', LOOK], { cwd: copy, encoding: 'utf8' })
  expect(JSON.parse(found)).toEqual([
    {
      label: 'Shelf prices',
      permission: 'event-products',
      ownership: { store: 'store' },
      menu: 'events-group',
      opens: 'event-products',
    },
    { label: 'Shelves', permission: 'system', ownership: {}, menu: 'lookups', opens: 'system' },
  ])
  const vi: Record<string, string> = JSON.parse(text('locales/vi.json'))
  expect(vi).toMatchObject({
    Shelves: 'Kệ hàng',
    Shelf: 'Kệ',
    'Shelf price': 'Giá trên kệ',
  })
  expect(Object.keys(vi)).toEqual(Object.keys(vi).toSorted())
  execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.shared.json', '--noEmit'], { cwd: copy, stdio: 'pipe' })
})

test('a module made by the letter of the guide compiles', { timeout: 120_000 }, async () => {
  const guide = readFileSync('docs/add-a-module.md', 'utf8')
  const [, command = ''] = /^npm run new -- (.*)$/m.exec(guide) ?? []
  const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
  const { said } = await make(...words)
  const written = /^Written: (.*)$/m.exec(said)?.[1]?.split(', ') ?? []
  expect(written.filter((path) => !guide.includes(basename(path)))).toEqual([])
  expect(written).toContain('src/modules/cold-checks/cold-checks.ts')

  const files = [...guide.matchAll(/^```tsx? (\S+)\n(.*?)^```$/gms)]
  expect(files.length).toBeGreaterThan(4)
  for (const [, path = '', code = ''] of files) writeFileSync(join(copy, path), code)
  const [, line = ''] = /`('cold-report': \{.*?\},)`/.exec(guide) ?? []
  const pages = 'src/modules/public-pages.ts'
  writeFileSync(join(copy, pages), text(pages).replace(/(PUBLIC_FORMS = \{\n)/, `$1${line}\n`))
  const settings = {
    extends: './tsconfig.web.json',
    compilerOptions: {
      composite: false,
      emitDeclarationOnly: false,
      noEmit: true,
      types: ['node', 'vite/client'],
      customConditions: ['node'],
    },
    references: [],
    include: ['src/web/*.d.ts'],
    files: files.map(([, path]) => path),
  }
  writeFileSync(join(copy, 'tsconfig.guide.json'), JSON.stringify(settings))
  const mistakes = await new Promise<string>((done) =>
    execFile('node_modules/.bin/tsc', ['-p', 'tsconfig.guide.json'], { cwd: copy }, (_, stdout) => done(stdout)),
  )
  expect(mistakes).toBe('')
})

const LOOK = `
  import { moduleOf } from './src/modules/index.ts'
  import { MENU } from './src/modules/menu.ts'
  import { identifierOf } from './src/shared/users/permissions.ts'
  const parents = (nodes, of) => nodes.flatMap((node) => [[node.url, of], ...parents(node.children ?? [], node.id)])
  console.log(JSON.stringify(['shelf-prices', 'shelves'].map((name) => {
    const { label, permission, ownership } = moduleOf(name)
    return { label, permission, ownership, menu: Object.fromEntries(parents(MENU))['/' + name], opens: identifierOf(name) }
  })))`
