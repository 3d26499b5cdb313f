import { globSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it, test } from 'vitest'
import { borders } from '../../scripts/web/borders.ts'
import { catalogs } from '../../scripts/web/catalogs.ts'
import { computedFields } from '../../scripts/web/computed-fields.ts'
import { mantineStyles } from '../../scripts/web/mantine-styles.ts'
import { publicPages } from '../../scripts/web/public-pages.ts'
import { SourceGraph } from '../../scripts/web/source-graph.ts'
import { complaintConsent } from '../../src/shared/consents/complaint.ts'
import { vatConsent } from '../../src/shared/consents/vat.ts'
import { newFolder } from '../setup/at-the-end.ts'

const root = join(import.meta.dirname, '../..')
const folder = newFolder('borders')

const buildOf = (source: string) => {
  const entry = join(folder, 'entry.ts')
  writeFileSync(entry, source)
  const options = { write: false, rolldownOptions: { input: entry } }
  return build({ root: folder, configFile: false, logLevel: 'silent', plugins: [borders()], build: options })
}

describe('the build of the pages', () => {
  it('ends when the browser would get what runs in Node', async () => {
    await expect(buildOf("import 'node:fs'")).rejects.toThrow('exists only in Node')
    await expect(buildOf("import '#server/config.ts'")).rejects.toThrow('exists only in Node')
    writeFileSync(join(folder, 'x.server.ts'), 'export const secret = 1')
    await expect(buildOf("import './x.server.ts'")).rejects.toThrow('must not reach the browser')
  })

  it('lets pass what both sides share', async () => {
    await expect(buildOf(`import ${JSON.stringify(join(root, 'src/shared/format.ts'))}`)).resolves.toBeDefined()
  })
})

test('a browser gets a computed field without the SQL that computes it', () => {
  const { transform } = computedFields(root)
  if (typeof transform !== 'function') throw new Error('The plugin has no transform')
  const source =
    "const ONE = 'r.số'\nexport const n = computed<number>('Số – n', 'count', `(select ${ONE})`, { sortable: false })"
  // The plugin's own context is not read by it.
  const found = transform.call({} as never, source, join(root, 'src/modules/some.ts'))
  expect(found).toMatchObject({
    code: "const ONE = 'r.số'\nexport const n = computed<number>('Số – n', 'count', '', { sortable: false })",
  })
})

describe('the styles of a page', () => {
  const stylesOf = (source: string) => {
    const { transform } = mantineStyles(root)
    if (typeof transform !== 'function') throw new Error('The plugin has no transform')
    // The plugin's own context is not read by it.
    const found = transform.call({} as never, source, join(root, 'src/web/some.tsx'))
    return typeof found === 'object' && found !== null && 'code' in found ? String(found.code) : ''
  }

  it('come with each component, and with the parts it is made of', () => {
    const code = stylesOf("import { Switch, type ButtonProps } from '@mantine/core'")
    expect(code).toContain("import '@mantine/core/styles/Switch.css'")
    expect(code).toContain("import '@mantine/core/styles/InlineInput.css'")
    expect(code).not.toContain('Button.css')
  })

  /** What is chosen by a neighbour’s or a parent’s `:has()` and not called by any name: each node that comes or goes has Chromium style the whole page anew. */
  const namelessBesideHas = (sheet: string) =>
    [...sheet.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)]
      .flatMap(([, selectors = '']) => withoutArguments(selectors).split(','))
      .map((one) => one.trim())
      .filter((one) => {
        const [, before = '', last = ''] = /^(.*[\s>~+])([^\s>~+]+)$/s.exec(one) ?? []
        return before.includes(':has') && last.replace(/::?[\w-]+|\*/g, '') === ''
      })

  it('are not all found anew where something comes or goes', () => {
    const nameless = ['#main:has(.a) > *', '.a :has(> b) > :not(c)', ':root:has(a) body > :not(:has([d], e))']
    const named = [
      '.a:has(b)',
      '.a:has(b) > :first-child > header',
      ':root:has(:not(a, b)) .c:not([d])',
      'a > :has(~ b)',
    ]
    expect(nameless.flatMap((one) => namelessBesideHas(`${one} { x: y }`))).toHaveLength(nameless.length)
    expect(named.flatMap((one) => namelessBesideHas(`${one} { x: y }`))).toEqual([])
    const found = globSync('src/**/*.css', { cwd: root }).flatMap((path) =>
      namelessBesideHas(readFileSync(join(root, path), 'utf8')).map((one) => `${path}: ${one}`),
    )
    expect(found).toEqual([])
  })
})

/** `:has(> a)` is `:has`, `:global(.a)` is `.a`. */
function withoutArguments(selectors: string): string {
  const shorter = selectors.replace(/:(\w+)\(([^()]*)\)/g, (_, name: string, inner: string) =>
    name === 'global' ? inner : `:${name}`,
  )
  return shorter === selectors ? shorter : withoutArguments(shorter)
}

describe('the catalogs', () => {
  const { load } = catalogs(root)
  const sentencesOf = async (name: string): Promise<string[]> => {
    if (typeof load !== 'function') throw new Error('The plugin loads nothing')
    // Of the plugin's own context it needs only the list of watched files.
    const loaded = await load.call({ addWatchFile: () => {} } as never, `\0virtual:${name}`)
    return Object.keys(JSON.parse(String(loaded).replace('export default ', '')) as object)
  }

  it.each(['vi', 'ko'])('bring each page what it says and nothing else, in %s', async (language) => {
    const feedback = await sentencesOf(`public-catalog/feedback/${language}`)
    expect(feedback).toEqual(expect.arrayContaining([...complaintConsent.words]))
    expect(feedback).not.toContain('Password')
    const vat = await sentencesOf(`public-catalog/vat-registration/${language}`)
    expect(vat).toEqual(
      expect.arrayContaining(['Ask for a VAT invoice', 'Company name', 'Bank transfer', ...vatConsent.words]),
    )
    expect(vat).not.toContain('Sent to the provider')
    const opening = await sentencesOf(`catalog/${language}`)
    const others = await sentencesOf(`rooms-catalog/${language}`)
    expect(opening).toEqual(expect.arrayContaining(['Complaints', 'Start handling']))
    expect(others).toEqual(expect.arrayContaining(['Save as a new view', vatConsent.purpose]))
    expect(opening.filter((one) => others.includes(one))).toEqual([])
  })

  it('follow what a file imports at run time, at once or later', () => {
    const place = newFolder('sources')
    const sources = {
      'entry.ts': `
        import { a } from './a.ts' // import './no.ts'
        import type { No } from './no.ts'
        import { type No } from './no.ts'
        export { b } from './b.ts'
        export type { No } from './no.ts'
        const text = "import './no.ts'"
        const c = () => import('./c.ts')
        const d = lazyWithCatalog(async () => ({ default: (await import('./d.ts')).D }))
        const e = import.meta.glob('./e*.ts')`,
      'a.ts': "t('It\\'s said') // t('Not said')",
      'b.ts': '',
      'c.ts': '',
      'd.ts': '',
      'e1.ts': '',
      'no.ts': '',
    }
    for (const [name, code] of Object.entries(sources)) writeFileSync(join(place, name), code)
    const graph = new SourceGraph(place)
    const opening = graph.reached(['entry.ts'], 'opening')
    expect([...opening].toSorted()).toEqual(['a.ts', 'b.ts', 'c.ts', 'entry.ts'])
    expect([...graph.reached(['entry.ts'], 'all').difference(opening)].toSorted()).toEqual(['d.ts', 'e1.ts'])
    expect([...graph.textsOf(['a.ts'])]).toEqual(["It's said"])
    writeFileSync(join(place, 'a.ts'), "t('Said now')")
    utimesSync(join(place, 'a.ts'), 1, 1)
    expect([...graph.textsOf(['a.ts'])]).toEqual(['Said now'])
  })
})

describe('a public page', () => {
  it('has one source, and without it the build says which is missing', () => {
    expect(publicPages(root)['vat-registration']).toMatch(/vat-registration\.public\.tsx$/)
    expect(() => publicPages(folder)).toThrow('The public page feedback needs one file feedback.public.tsx')
  })
})
