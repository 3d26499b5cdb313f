import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { filesBelow } from '../../scripts/web/files-below.ts'
import { readSource, untranslated } from '../../scripts/web/sentences.ts'
import { catalogOf } from '../../src/server/translations.ts'

/** Texts that are written in every language at once, or read by programmers and operators only. */
const OF_THEIR_OWN = [
  'modules/complaints/handling/numbers.server.ts',
  'modules/customer-survey-responses/results/verify.server.ts',
  'modules/escalation-rungs/delivered.ts',
  'modules/mailbox/courtesy.ts',
  'modules/stores/poster.web.tsx',
  'web/draw-report/poster-words.ts',
  'server/http/metrics.ts',
  'server/http/openapi.ts',
  'server/http/openapi/errors.ts',
  'server/http/openapi/operation.ts',
]
const sources = filesBelow(process.cwd(), 'src', /^(?!.*\.(test|d)\.).+\.tsx?$/).map((file) =>
  readSource(file, readFileSync(file, 'utf8')),
)
const product = sources.filter(
  ({ file }) => !file.startsWith('src/demo/') && !OF_THEIR_OWN.some((own) => file.endsWith(own)),
)

/** Languages call themselves the same everywhere, and so do companies, fonts and keys; no person sees the field that catches programs. */
const SAME_EVERYWHERE = new Set([
  'English',
  'Tiếng Việt',
  '한국인',
  'Google',
  'Microsoft',
  'Zoho',
  'Re',
  'Fwd',
  'Roboto',
  'Serif',
  'Georgia, "Noto Serif", "Nanum Myeongjo", serif',
  'Enter',
  'Esc',
  'Ctrl',
  'Ctrl K',
  'Website',
])

const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_-]/g, ' ')
const gapsOf = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].toSorted()

test('each language has one catalog', () => {
  expect(readdirSync('locales', { recursive: true })).toEqual(['ko.json', 'vi.json'])
})

describe.each(['vi', 'ko'] as const)('The %s catalog', (language) => {
  const catalog = catalogOf(language)

  test('has every sentence that the product says', () => {
    expect(product.length).toBeGreaterThan(700)
    const missing = product.flatMap((source) => untranslated(source, (text) => Object.hasOwn(catalog, text)))
    expect(missing.filter((one) => !SAME_EVERYWHERE.has(one.replace(/^\S+: /, '')))).toEqual([])
  })

  test('holds no sentence that nobody says any more', () => {
    const texts = sources.flatMap((source) => source.texts.map(({ text }) => text))
    // A name may become a sentence's beginning.
    const said = new Set([...texts, ...texts.map(titled)])
    expect(Object.keys(catalog).filter((english) => !said.has(english))).toEqual([])
  })

  test('is sorted', () => {
    expect(Object.keys(catalog)).toEqual(Object.keys(catalog).toSorted())
  })

  test('leaves nothing empty and keeps every gap', () => {
    for (const [english, translated] of Object.entries(catalog)) {
      expect(translated.trim(), english).not.toBe('')
      expect(gapsOf(translated), english).toEqual(gapsOf(english))
    }
  })

  test('is written in its own language', () => {
    const letters = language === 'ko' ? /[\uac00-\ud7af]/ : /[\u00c0-\u1ef9]/
    const same = Object.entries(catalog).filter(
      ([english, translated]) =>
        english === translated && !SAME_EVERYWHERE.has(english) && /\p{L}{2} \p{L}{2}/u.test(english),
    )
    expect(same).toEqual([])
    const foreign = Object.entries(catalog).filter(
      ([english, translated]) => /(\p{L}{2,} ){3}/u.test(english) && !letters.test(translated),
    )
    expect(foreign).toEqual([])
  })
})

test('both catalogs hold the same sentences', () => {
  expect(Object.keys(catalogOf('vi'))).toEqual(Object.keys(catalogOf('ko')))
})

describe('A sentence without a translation is found', () => {
  /** Each source with the sentence that it would show in English. */
  const planted: [where: string, code: string, text?: string][] = [
    ['as an argument', "t('Buy milk')"],
    ['as an argument, however small', "t('milk')", 'milk'],
    ['as an argument with a language before it', "tIn(language, 'Buy milk')"],
    ['as an argument of what packs, tells or says', "tell(pack('Buy milk'))"],
    ['in a condition', "t(isOpen ? known : 'Buy milk')"],
    ['behind a default', "t(given ?? 'Buy milk')"],
    ['in quotes of the other kind, with an apostrophe', 't("Buy the cow\'s milk")', "Buy the cow's milk"],
    ['with an apostrophe escaped', "t('Buy the cow\\'s milk')", "Buy the cow's milk"],
    ['as a template', 't(`Buy milk`)'],
    ['as a template over two lines', 't(\n  `Buy milk`,\n)'],
    ['as a template with an expression, which no catalog can hold', 't(`Buy ${what}`)', 'Buy …'],
    ['in what fills a gap', "pack('known', { field: 'Milk' })", 'Milk'],
    ['as a label', "const field = { label: 'Buy milk' }"],
    ['as a hint that begins with a number', "const field = text(known, { hint: '2 litres' })", '2 litres'],
    ['as a message of its own', "text(known, { requiredMessage: 'Buy milk' })"],
    ["as a field's label", "const fields = { milk: text('Milk', { required: true }) }", 'Milk'],
    ["as a choice's label", "choice(known, { open: 'Open milk', shut: ['Shut', 'mute'] })", 'Open milk'],
    ['as the name of one', "resource('milk', { label: known, one: 'Milk' })", 'Milk'],
    ['as a heading of a group', "const groups = [{ label: 'Milk and eggs', fields: [] }]", 'Milk and eggs'],
    ['as a question', "const completing = { question: 'Is the milk there?', asks: [] }", 'Is the milk there?'],
    ["as a consent's purpose", "export const consent: Consent = { purpose: 'Buy milk', words: [] }"],
    ["among a consent's words", "export const consent = { purpose: known, words: [known, 'Buy milk'] }"],
    ['among the refusals', "const REFUSALS = { 'no milk': { code: 1, status: 409, text: 'Buy milk' } } as const"],
    ['as a constant', "const RIGHTS = 'Buy milk'"],
    ['as a sentence with a gap', "const RIGHTS = 'milk of {{who}}'", 'milk of {{who}}'],
    ['in a list', "const steps = [known, 'Buy milk']"],
    ['as the default of a parameter', "function Button({ label = 'Buy milk' }) {}"],
    ['as the default of any parameter', "const save = (what = 'Buy milk') => what"],
    ['as what a function returns', "const nameOf = () => 'Buy milk'"],
    ['as the text of an element', 'const Page = () => <p>Buy milk</p>'],
    ['as the text of an element, in small letters', 'const Page = () => <p>{count} milk</p>', 'milk'],
    ['in a fragment', 'const Page = () => <>Buy milk</>'],
    ['as an expression in an element', "const Page = () => <p>{isOpen && 'milk'}</p>", 'milk'],
    ['as a template in an element', 'const Page = () => <p>{`Milk of ${who}`}</p>', 'Milk of …'],
    ['as an attribute', 'const Page = () => <button aria-label="milk" />', 'milk'],
    ['as an attribute of a condition', "const Page = () => <img alt={isOpen ? 'milk' : ''} />", 'milk'],
    ['as an attribute of a component', 'const Page = () => <TextInput placeholder="milk" />', 'milk'],
    ['as any attribute of a component', 'const Page = () => <Panel heading="Buy milk" />'],
  ]
  test.each(planted)('%s', (_where, code, text = 'Buy milk') => {
    const found = untranslated(readSource('src/web/milk.tsx', `\n${code}`), (key) => key === 'known')
    expect(found[0]).toMatch(/^src\/web\/milk\.tsx:[23]: /)
    expect(found.map((one) => one.replace(/^\S+: /, ''))).toContain(text)
  })

  test('even if the catalog has it, where nothing asks the catalog', () => {
    const code = 'const Page = () => <p title="Close">Open</p>'
    expect(untranslated(readSource('src/web/milk.tsx', code), () => true)).toEqual([
      'src/web/milk.tsx:1: Close',
      'src/web/milk.tsx:1: Open',
    ])
  })

  test('and what is for programs only is none', () => {
    const code = `
      import { Milk } from './Milk.tsx'
      type Kind = 'Fresh milk'
      throw new Error('No milk')
      log.warn('Milk is low')
      const found = sql\`Select milk\`
      if (event.key === 'ArrowDown') go('application/json')
      const route = { summary: 'All milk', query: { kind: { says: 'Fresh or not' } } }
      const page = <Milk className="Wide tall" path={'/milk'}>{t('known')} · {count}</Milk>`
    expect(untranslated(readSource('src/web/milk.tsx', code), (key) => key === 'known')).toEqual([])
  })
})
