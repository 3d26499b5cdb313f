import { sql } from 'kysely'
import { type Db, ident, rows, type Sql } from '#server/db/db.ts'
import { titleSql } from '#server/resource/query/columns.ts'
import { type Field, shownAs } from '../../../shared/fields.ts'
import { LANGUAGES, type Language, tIn } from '../../../shared/language.ts'
import { isSealedField } from '../../../shared/private.ts'
import { type Definition, entriesOf } from '../../../shared/resource.ts'
import { moduleOf, modules } from '../../index.ts'
import { SCREENS } from '../commands/screens.ts'
import { type LanguageData, languageData } from './data.server.ts'
import { Lexicon, type Term } from './lexicon.ts'
import { type Meaning, WORDS } from './meaning.ts'
import { aliasesOf, commonStart } from './names.ts'
import { joined, unitsOf } from './units.ts'

/** Registers that can be asked about: all that have a list of their own. */
export const askable = (): readonly Definition[] => modules.filter(({ internal }) => !internal)

/** What people may ask of a field: what lists show and no seal hides. */
export const isTold = (field: Field): boolean => !field.secret && !isSealedField(field)

const NAMES_AGE = 60_000
/** Of longer registers names are not known by heart, of people fewer: each is called in many ways. */
const NAMES_MOST = 3000
const PEOPLE_MOST = 1000

const fixed = new Map<Language, Lexicon>()
let names: { at: number; of: Db; lexicon: Promise<Lexicon> } | null = null

/** Every phrase of a language that means something, the names of stores, people and the like included. */
export async function lexiconOf(db: Db, language: Language): Promise<Lexicon> {
  return new Lexicon([], { numbers: numbersOf(language), beside: [fixedLexicon(language), await namesLexicon(db)] })
}

const numbers = new Map<Language, ReadonlyMap<string, number>>()
function numbersOf(language: Language): ReadonlyMap<string, number> {
  const known =
    numbers.get(language) ??
    new Map(
      Object.entries(languageData(language).numbers).flatMap(([word, number]) => {
        const [only, ...more] = unitsOf(word)
        return only && more.length === 0 ? [[only.text, number] as const] : []
      }),
    )
  numbers.set(language, known)
  return known
}

/** Without names of records: for what needs no database. */
export function fixedLexicon(language: Language): Lexicon {
  const known = fixed.get(language) ?? new Lexicon(termsOf(language), { numbers: numbersOf(language) })
  fixed.set(language, known)
  return known
}

const each = (phrases: readonly string[] | undefined, meaning: Meaning): Term[] =>
  (phrases ?? []).map((phrase) => ({ phrase, meaning }))

function* termsOf(language: Language): Generator<Term> {
  const data = languageData(language)
  yield* grammarTerms(data)
  // What people call it comes before what it is called.
  for (const [name, phrases] of Object.entries(data.names)) yield* each(phrases, meaningOfName(name))
  for (const definition of askable()) yield* labelTerms(definition, language)
  for (const definition of askable().filter(({ code, customer }) => code && !customer)) {
    const nouns = [
      ...(data.names[definition.name] ?? []),
      tIn(language, definition.label),
      tIn(language, definition.one),
    ]
    yield* each(
      nouns.flatMap((noun) => (language === 'ko' ? [`# ${noun}`] : [`${noun} #`, `${noun} số #`, `${noun} number #`])),
      { is: 'numbered', module: definition.name },
    )
  }
  for (const [path, phrases] of Object.entries(data.screens)) yield* each(phrases, { is: 'screen', path })
  const said = new Set(Object.values(data.screens).flatMap((phrases) => phrases.map((one) => joined(unitsOf(one)))))
  // What the data file gives to a page is that page's alone.
  for (const term of screenTerms(language)) if (!said.has(joined(unitsOf(term.phrase)))) yield term
}

function* grammarTerms(data: LanguageData): Generator<Term> {
  for (const word of WORDS) yield* each(data.words[word], { is: 'word', word })
  for (const [code, phrases] of Object.entries(data.periods)) yield* each(phrases, { is: 'period', code })
  yield* each(data.pending, { is: 'pending' })
  for (const [module, phrases] of Object.entries(data.mine)) yield* each(phrases, { is: 'mine', module })
  // Of several syllables, and so more than one unit.
  for (const [word, number] of Object.entries(data.numbers))
    if (unitsOf(word).length > 1) yield { phrase: word, meaning: { is: 'number', number } }
  yield* each(data.turning, { is: 'turning' })
  yield* each([...data.ignore, ...data.polite], { is: 'ignore' })
  yield* each(data.particles, { is: 'particle' })
}

/** What a definition calls itself, its fields and their values, in a language. */
function* labelTerms(definition: Definition, language: Language): Generator<Term> {
  const { name: module, label, one } = definition
  yield* each([tIn(language, label), tIn(language, one)], { is: 'module', module })
  for (const [field, options] of entriesOf(definition)) {
    if (!isTold(options)) continue
    yield* each([tIn(language, options.label)], { is: 'field', module, field })
    for (const { value, label: called } of options.of ?? [])
      if (/\p{L}/u.test(called)) yield* each([tIn(language, called)], { is: 'value', module, field, values: [value] })
    if (shownAs(options) === 'flag')
      yield* each([tIn(language, options.label)], { is: 'value', module, field, values: ['true'] })
  }
  for (const { label: called, filter } of definition.views) {
    const [only, ...more] = Object.entries(filter)
    if (only && more.length === 0)
      yield* each([tIn(language, called)], { is: 'value', module, field: only[0], values: [only[1]] })
  }
}

/** `complaints`, `complaints.assignee` or `complaints.status=overdue`, as the data files name what is called so. */
function meaningOfName(name: string): Meaning {
  const [, module = '', field, values] = /^([^.=]+)(?:\.([^.=]+)(?:=(.+))?)?$/.exec(name) ?? []
  if (!field) return { is: 'module', module }
  return values ? { is: 'value', module, field, values: values.split(',') } : { is: 'field', module, field }
}

/** Pages by their titles, by those together with the titles they stand below, and by the title of their group where nothing else is called so. */
function* screenTerms(language: Language): Generator<Term> {
  for (const { path, title, above } of SCREENS) {
    const own = tIn(language, title)
    const groups = above.map((group) => tIn(language, group))
    const below = groups.map((_, at) => [...groups.slice(at), own].join(' '))
    const group = above.filter((one) => !TITLES.has(one)).map((one) => tIn(language, one))
    yield* each([own, ...below, ...groups.flatMap((one) => [`${one} ${own}`, `${own} ${one}`]), ...group.slice(-1)], {
      is: 'screen',
      path,
    })
  }
}

const TITLES = new Set([...SCREENS.map(({ title }) => title), ...modules.flatMap(({ label, one }) => [label, one])])

/** Names and codes of all that records point at; a new one is known within a minute, and nobody waits while they are read again. */
function namesLexicon(db: Db): Promise<Lexicon> {
  const kept = names?.of === db ? names : null
  if (kept && Date.now() - kept.at < NAMES_AGE) return kept.lexicon
  const read = namesOf(db)
  const lexicon = kept?.lexicon ?? read
  const now = { at: Date.now(), of: db, lexicon }
  names = now
  read.then(
    () => {
      if (names === now) names = { ...now, lexicon: read }
    },
    () => {
      if (names === now) names = null
    },
  )
  return lexicon
}

/** The modules that records of others point at. */
const pointedAt: readonly Definition[] = [
  ...new Set(askable().flatMap(({ fields }) => Object.values(fields).flatMap(({ to }) => (to ? [to] : [])))),
].flatMap((name) => moduleOf(name) ?? [])

async function namesOf(db: Db): Promise<Lexicon> {
  const terms: Term[] = []
  for (const target of pointedAt) {
    // Whose title says who a customer is, is not known by name.
    if (target.customer || target.internal) continue
    const found = await rows(
      db,
      { id: 'number', names: 'string[]', code: 'string?' },
      sql`select r.id, array[${namesSql(target)}] as names, ${target.code ? sql`r.${ident(target.code)}::text` : sql`null`} as code
          from ${ident(target.table)} r where r.deleted_at is null order by r.id limit ${NAMES_MOST + 1}`,
    )
    const most = target.fields[target.title]?.person ? PEOPLE_MOST : NAMES_MOST
    if (found.length <= most) terms.push(...nameTerms(target, found))
  }
  return new Lexicon(terms)
}

const namesSql = (target: Definition): Sql =>
  sql.join(LANGUAGES.map((language) => sql`coalesce(${titleSql(target, 'r', language)}, '')`))

function nameTerms(
  target: Definition,
  found: readonly { id: number; names: readonly string[]; code: string | null }[],
): Term[] {
  const isPerson = target.fields[target.title]?.person === true
  const start = isPerson ? 0 : commonStart(found.flatMap(({ names: [usual = ''] }) => usual))
  const whole = found.flatMap(({ id, names, code }): Term[] => {
    const meaning: Meaning = { is: 'record', module: target.name, id }
    return [...new Set([...names, ...(code ? [code, ...shortCodes(code)] : [])])].map((phrase) => ({ phrase, meaning }))
  })
  const titles = LANGUAGES.flatMap((language) => languageData(language).titles)
  const aliases = found.flatMap(({ id, names }) =>
    [...new Set(names)].flatMap((name) =>
      aliasesOf(name, { start, isPerson, titles }).map((phrase) => ({ phrase, id })),
    ),
  )
  const taken = new Set(whole.map(({ phrase }) => phrase.toLowerCase()))
  const clear = [...Map.groupBy(aliases, ({ phrase }) => phrase.toLowerCase())].flatMap(([phrase, ones]): Term[] => {
    const ids = new Set(ones.map(({ id }) => id))
    const [id = 0] = ids
    // A name that several share says which one only with more words.
    return ids.size === 1 && !taken.has(phrase)
      ? [{ phrase, meaning: { is: 'record', module: target.name, id, isAlias: true } }]
      : []
  })
  return [...whole, ...clear]
}

/** 'S05' is also said as 'S5'. */
const shortCodes = (code: string): string[] => {
  const short = code.replace(/^(\p{L}+)0+(?=\d)/u, '$1')
  return short === code ? [] : [short]
}
