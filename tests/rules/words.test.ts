import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { complaintFlow } from '../../src/modules/complaints/flow.ts'
import { modules } from '../../src/modules/index.ts'
import { MENU, type MenuNode } from '../../src/modules/menu.ts'
import { catalogOf } from '../../src/server/translations.ts'
import { complaintConsent } from '../../src/shared/consents/complaint.ts'
import { deliveryConsent } from '../../src/shared/consents/delivery.ts'
import { membershipConsent, offersConsent } from '../../src/shared/consents/membership.ts'
import { vatConsent } from '../../src/shared/consents/vat.ts'
import type { Choice, Field } from '../../src/shared/fields.ts'
import { REFUSALS } from '../../src/shared/refusals.ts'

/** A poster in three languages at once, the reference for programmers, and kinds that are no sentences. */
const OF_ITS_OWN = ['stores/poster.web.tsx', 'http/openapi.ts', 'notifications/recipients.ts']
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(
    (name) =>
      /\.tsx?$/.test(name) &&
      !name.includes('.test.') &&
      !name.startsWith('demo/') &&
      !OF_ITS_OWN.some((one) => name.endsWith(one)),
  )
  .map((name) => ({ name, text: readFileSync(join('src', name), 'utf8') }))

const QUOTED = /(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/.source
/** Where a sentence for people stands: as an argument of these, or as one of these properties. */
const SAID = [
  String.raw`\b(?:t|tIn|tell|say|pack)\(\s*(?:\w+,\s*)?`,
  String.raw`\b(?:label|hint|requiredMessage|one|title|meaning)[:=]\s*`,
  String.raw`\bkey:\s*`,
]

function wordsIn(text: string): string[] {
  const found = SAID.flatMap((before) => [...text.matchAll(new RegExp(before + QUOTED, 'g'))])
  return found
    .map(([, single, double]) => (single ?? double ?? '').replaceAll("\\'", "'").replaceAll('\\"', '"'))
    .filter(isSentence)
}

/** Not a path, a property's name or a code: begins with a capital or holds a gap or a blank. */
const isSentence = (text: string) =>
  /\p{L}/u.test(text) && (/^[A-Z“]/.test(text) || /\{\{|\s/.test(text)) && !/^[A-Z_\d]+$/.test(text)

const labelsOf = (field: Field): string[] =>
  [field.label, field.hint, field.requiredMessage, ...(field.of ?? []).map((choice: Choice) => choice.label)].filter(
    (one) => one !== undefined,
  )
const titlesOf = (node: MenuNode): string[] => [node.title, ...(node.children ?? []).flatMap(titlesOf)]

/** Each with where it is said. */
const said = new Map<string, string>()
for (const { name, text } of sources) for (const one of wordsIn(text)) said.set(one, name)
for (const module of modules) {
  for (const one of [
    module.label,
    module.one,
    ...(module.sheets.fileName ? [module.sheets.fileName] : []),
    ...Object.values(module.fields).flatMap(labelsOf),
    ...module.views.map((view) => view.label),
    ...(module.groups ?? []).map((group) => group.label),
  ])
    said.set(one, module.name)
}
for (const node of MENU) for (const one of titlesOf(node)) if (one) said.set(one, 'menu')
for (const step of Object.values(complaintFlow.steps)) said.set(step.label, 'flow')
for (const field of Object.values(complaintFlow.extra)) for (const one of labelsOf(field)) said.set(one, 'flow')
for (const { purpose, words } of [complaintConsent, membershipConsent, offersConsent, vatConsent, deliveryConsent])
  for (const one of [purpose, ...words]) said.set(one, 'consents')
for (const { text } of Object.values(REFUSALS)) said.set(text, 'refusals')

const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_-]/g, ' ')
/** Every text that stands anywhere in the product, whatever it is for, and the names that become a sentence's beginning. */
const standing = new Set(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .flatMap((name) => [...readFileSync(join('src', name), 'utf8').matchAll(new RegExp(QUOTED, 'g'))])
    .map(([, single, double]) => (single ?? double ?? '').replaceAll("\\'", "'").replaceAll('\\"', '"'))
    .flatMap((text) => [text, titled(text)]),
)

/** Languages call themselves the same everywhere. */
const SAME_EVERYWHERE = new Set(['English', 'Tiếng Việt', '한국인'])

const gapsOf = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].toSorted()

describe.each(['vi', 'ko'] as const)('The %s catalog', (language) => {
  const catalog = catalogOf(language)

  test('has every sentence that the product says', () => {
    expect(said.size).toBeGreaterThan(700)
    const missing = [...said].filter(([one]) => !SAME_EVERYWHERE.has(one) && catalog[one] === undefined)
    expect(missing.map(([one, where]) => `${where}: ${one}`)).toEqual([])
  })

  test('holds no sentence that nobody says any more', () => {
    expect(Object.keys(catalog).filter((english) => !standing.has(english))).toEqual([])
  })

  test('leaves nothing empty, keeps every gap, and says no sentence in two ways', () => {
    for (const [english, translated] of Object.entries(catalog)) {
      expect(translated.trim(), english).not.toBe('')
      expect(gapsOf(translated), english).toEqual(gapsOf(english))
    }
    const files = readdirSync('locales', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith(`${language}.json`),
    )
    const ways = new Map<string, Set<string>>()
    for (const name of files)
      for (const [english, translated] of Object.entries(
        JSON.parse(readFileSync(join('locales', name), 'utf8')) as Record<string, string>,
      ))
        ways.set(english, (ways.get(english) ?? new Set()).add(translated)) // a flat catalog
    expect(
      [...ways].filter(([, one]) => one.size > 1).map(([english, one]) => `${english}: ${[...one].join(' | ')}`),
    ).toEqual([])
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
  const [vi, ko] = [Object.keys(catalogOf('vi')), Object.keys(catalogOf('ko'))].map((one) => new Set(one))
  expect([...(vi?.symmetricDifference(ko ?? new Set()) ?? [])]).toEqual([])
})
