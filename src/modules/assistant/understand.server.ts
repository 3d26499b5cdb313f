import { actorMay, storesOf } from '#server/actor.ts'
import { LANGUAGES, type Language, tIn } from '../../shared/language.ts'
import { Refusal } from '../../shared/refusals.ts'
import { type Definition, isMadeByHand } from '../../shared/resource.ts'
import { mayOpen, type RouteAccess } from '../../shared/users/permissions.ts'
import { moduleOf } from '../index.ts'
import { draftedComplaint } from './commands/complaint.server.ts'
import { type Fit, fits, type Pattern, patternOf, withoutCourtesy } from './commands/patterns.ts'
import { recordAnswer } from './commands/record.server.ts'
import { mayOpenScreen, screenTitle } from './commands/screens.ts'
import { siteNamed, siteSearch } from './commands/sites.server.ts'
import { type Context, contextOf, contextText } from './context.ts'
import { answerTo } from './data/answer.server.ts'
import { type Asker, rawOf } from './data/counting.server.ts'
import { listLink } from './data/links.ts'
import { areSeen, mayRead, numberedId } from './data/rights.server.ts'
import { type Covered, cover } from './language/cover.ts'
import { type CommandName, languageData } from './language/data.server.ts'
import type { Lexicon } from './language/lexicon.ts'
import type { Question } from './language/question.ts'
import { read } from './language/read.ts'
import type { Ground, Reading } from './language/reading.ts'
import { joined, type Unit, unitsOf } from './language/units.ts'
import { askable, lexiconOf } from './language/vocabulary.server.ts'
import { type Reply, saying } from './reply.ts'

interface Reach {
  /** From the question before. */
  mayGoOn?: boolean
  /** The registers that it may be about; all that can be asked about unless said. */
  definitions?: readonly Definition[]
}

/** A sentence in the language in which it says most. */
interface Heard {
  sentence: string
  language: Language
  lexicon: Lexicon
  units: Unit[]
  covered: Covered
}
interface Asking {
  asker: Asker
  access: RouteAccess
  context: Context
}

/**
 * What a sentence is answered with, of what the asker may see and open: a command, the answer to a question about the registers, or what may
 * have been meant.
 * @param before the context of the reply before, as the browser kept it
 */
export async function replyTo(
  asker: Asker,
  access: RouteAccess,
  sentence: string,
  before?: string | null,
): Promise<Reply> {
  const asking: Asking = { asker, access, context: contextOf(before) }
  const heard = await hear(asker, sentence)
  return (await commanded(asking, heard)) ?? (await questioned(asking, heard)) ?? unclear(asking, heard)
}

const CLEAR = 0.12
/** The sentence in each language; where several tell as much of it, in that of the interface. */
export async function hear({ db, actor }: Pick<Asker, 'db' | 'actor'>, sentence: string): Promise<Heard> {
  const units = unitsOf(sentence)
  const order = [actor.language, ...LANGUAGES.filter((one) => one !== actor.language)]
  let best: (Heard & { cost: number }) | null = null
  for (const [at, language] of order.entries()) {
    const lexicon = await lexiconOf(db, language)
    const covered = cover(lexicon, units)
    const cost = covered.cost + (at === 0 ? 0 : 0.06)
    if (!best || cost < best.cost) best = { sentence, language, lexicon, units, covered, cost }
    // What is understood word by word is of this language.
    if (best.cost < CLEAR) break
  }
  if (!best) throw new Error('No language is known')
  return best
}

const patterns = new Map<Language, Pattern<CommandName>[]>()
function patternsOf(language: Language): Pattern<CommandName>[] {
  const known =
    patterns.get(language) ??
    Object.entries(languageData(language).commands).flatMap(
      ([name, phrases]) => phrases.map((phrase) => patternOf(name as CommandName, phrase)), // the file's names are those of commands
    )
  patterns.set(language, known)
  return known
}

async function commanded(asking: Asking, heard: Heard): Promise<Reply | null> {
  const order = [heard.language, ...LANGUAGES.filter((one) => one !== heard.language)]
  for (const language of order) {
    const polite = new Set(languageData(language).polite.map((phrase) => joined(unitsOf(phrase))))
    const bare = withoutCourtesy(heard.units, polite)
    const found = [
      ...fits(patternsOf(language), heard.units).map((fit) => ({ fit, units: heard.units })),
      ...fits(patternsOf(language), bare).map((fit) => ({ fit, units: bare })),
    ]
    const site = found.find(({ fit, units }) => fit.name === 'open' && siteNamed(units.slice(fit.from, fit.to)))
    if (site) return opened(asking, heard, site.units.slice(site.fit.from, site.fit.to), true)
    for (const mayHaveSlip of [false, true])
      for (const { fit, units } of found.toSorted((a, b) => rankOf(a.fit) - rankOf(b.fit))) {
        if (fit.hasSlip && !mayHaveSlip) continue
        const reply = await obeyed(asking, heard, fit, { gap: units.slice(fit.from, fit.to), mayHaveSlip })
        if (reply) return reply
      }
  }
  const { draft } = asking.context
  if (draft && !(await isOwnQuestion(asking, heard))) return complaintOf(asking, heard, `${draft}\n${heard.sentence}`)
  return (await recordAsked(asking, heard)) ?? alone(asking, heard)
}

/** Whether a sentence asks for something by itself, and so does not go on with a complaint that lacks something. */
async function isOwnQuestion(asking: Asking, heard: Heard): Promise<boolean> {
  if (/\d{8,}/.test(heard.sentence.replace(/[\s.-]/g, ''))) return false
  const reading = await readingOf(asking, heard, heard.units, heard.covered)
  return reading !== null && reading.sure > 0.8
}

const ORDER: readonly CommandName[] = ['stop', 'help', 'start', 'create', 'video', 'search', 'export', 'make', 'open']
const rankOf = ({ name, hasSlip, weight }: Fit<CommandName>): number =>
  Number(hasSlip) * 1000 + ORDER.indexOf(name) * 60 - Math.min(weight, 50)

interface Gap {
  gap: readonly Unit[]
  /** Only where nothing else is meant. */
  mayHaveSlip: boolean
}

async function obeyed(
  asking: Asking,
  heard: Heard,
  { name }: Fit<CommandName>,
  { gap, mayHaveSlip }: Gap,
): Promise<Reply | null> {
  const { language } = asking.asker.actor
  const words = wordsOf(heard.sentence, gap)
  switch (name) {
    case 'stop':
      return saying(tIn(language, 'Good, I stop listening.'), { act: { kind: 'stop' } })
    case 'start':
      return saying(tIn(language, 'Good day! What would you like to know?'), {
        act: { kind: 'start' },
        suggestions: examplesOf(asking),
      })
    case 'help':
      return saying(
        tIn(
          language,
          'I open screens, answer questions about what you may see, export lists and take down complaints. For example:',
        ),
        {
          suggestions: examplesOf(asking),
        },
      )
    case 'create':
      return complaintOf(asking, heard, words)
    case 'search':
    case 'video': {
      const path = siteSearch(name, words)
      const key = name === 'search' ? 'Searching the web for “{{words}}”' : 'Searching videos for “{{words}}”'
      return saying(tIn(language, key, { words }), { understood: words, act: { kind: 'open', path, external: true } })
    }
    case 'export':
      return exported(asking, heard, gap)
    case 'make':
      return made(asking, heard, gap)
    default:
      return opened(asking, heard, gap, mayHaveSlip)
  }
}

const wordsOf = (sentence: string, gap: readonly Unit[]): string =>
  sentence.slice(gap[0]?.from ?? 0, gap.at(-1)?.to ?? 0).trim()

async function complaintOf(asking: Asking, { lexicon, language: spoken }: Heard, words: string): Promise<Reply> {
  const { asker } = asking
  const { language } = asker.actor
  const drafted = await draftedComplaint(asker, words, lexicon, spoken)
  if (!drafted) return notYours(asking)
  if (drafted.act)
    return saying(tIn(language, 'Please read it once more. Shall I write this complaint down?'), {
      act: drafted.act,
      understood: words,
    })
  const needed = drafted.missing.join(', ')
  return saying(tIn(language, 'Still needed: {{fields}}', { fields: needed }), {
    understood: words,
    context: contextText({ draft: words.slice(0, 2000) }),
    suggestions: drafted.offers,
  })
}

const notYours = ({ asker: { actor } }: Asking, what?: string): Reply =>
  saying(
    what
      ? tIn(actor.language, '“{{what}}” is not yours to see.', { what })
      : tIn(actor.language, 'This is not yours to see.'),
  )

/** A page, a list as it is narrowed, a record or a site. */
async function opened(asking: Asking, heard: Heard, gap: readonly Unit[], mayHaveSlip: boolean): Promise<Reply | null> {
  const { language } = asking.asker.actor
  const site = siteNamed(gap)
  const covered = cover(heard.lexicon, gap)
  if (!site && !mayHaveSlip && covered.matches.some(({ hasSlip }) => hasSlip)) return null
  const screens = screensIn(covered, gap)
  const allowed = screens.filter((path) => mayOpenScreen(asking.access, path))
  if (screens.length > 0) {
    const [only, ...more] = allowed
    if (!only) return notYours(asking)
    if (more.length > 0) return didYouMean(asking, allowed)
    return saying(tIn(language, 'Opening {{screen}}', { screen: screenTitle(only, language) }), {
      understood: screenTitle(only, language),
      act: { kind: 'open', path: only },
    })
  }
  if (site)
    return saying(tIn(language, 'Opening {{screen}} in a new tab', { screen: site.name }), {
      understood: site.name,
      act: { kind: 'open', path: site.address, external: true },
    })
  const code = await recordAnswer(asking.asker, gap)
  if (code?.path) return { ...code.reply, act: { kind: 'open', path: code.path } }
  const reading = await readingOf(asking, heard, gap, covered, { mayGoOn: false })
  if (!reading || reading.unknown.length > 0) return null
  const definition = moduleOf(reading.question.module)
  if (!definition) return null
  if (!mayRead(asking.asker.actor, definition) || !mayOpen(asking.access, `/${definition.name}`))
    return notYours(asking)
  if (reading.question.by || reading.question.of) return null
  const path = listLink(definition, reading.question, reading.question.period)
  const title = tIn(language, definition.label)
  return saying(tIn(language, 'Opening {{screen}}', { screen: title }), {
    understood: title,
    act: { kind: 'open', path },
  })
}

/** The pages that a gap names and says nothing else. */
function screensIn({ matches, unknown }: Covered, units: readonly Unit[]): string[] {
  if (unknown.length > 0 || units.length === 0) return []
  const told = matches.filter(({ meanings }) => !meanings.every(({ is }) => is === 'ignore' || is === 'particle'))
  const [only, ...more] = told
  if (!only || more.length > 0) return []
  const isModule = only.meanings.some(({ is }) => is === 'module')
  const paths = only.meanings.flatMap((one) => (one.is === 'screen' ? [one.path] : []))
  const lists = isModule ? only.meanings.flatMap((one) => (one.is === 'module' ? [`/${one.module}`] : [])) : []
  const found = [...new Set(paths.length > 0 ? paths : lists)]
  // A register's own list comes before a page that shares its name.
  return found.length > 1 && lists.some((path) => found.includes(path))
    ? found.filter((path) => lists.includes(path))
    : found
}

function didYouMean({ asker: { actor } }: Asking, paths: readonly string[]): Reply {
  const { language } = actor
  return saying(tIn(language, 'Did you mean …?'), {
    suggestions: paths
      .slice(0, 5)
      .map((path) => tIn(language, 'Open {{screen}}', { screen: screenTitle(path, language) })),
    links: paths.slice(0, 5).map((path) => ({ label: screenTitle(path, language), path })),
  })
}

/** The form of a new record. */
function made(asking: Asking, heard: Heard, gap: readonly Unit[]): Reply | null {
  const { language } = asking.asker.actor
  const [only] = cover(heard.lexicon, gap).matches
  const name = only?.from === 0 && only.to === gap.length ? only.meanings.find((one) => one.is === 'module') : undefined
  const definition = name?.is === 'module' ? moduleOf(name.module) : undefined
  if (!definition || !isMadeByHand(definition)) return null
  const path = `/${definition.name}/create`
  if (!mayOpen(asking.access, path)) return notYours(asking)
  return saying(tIn(language, 'Opening {{screen}}', { screen: tIn(language, definition.one) }), {
    understood: tIn(language, definition.one),
    act: { kind: 'open', path },
  })
}

async function exported(asking: Asking, heard: Heard, gap: readonly Unit[]): Promise<Reply | null> {
  const { actor } = asking.asker
  const reading = await readingOf(asking, heard, gap, cover(heard.lexicon, gap), { mayGoOn: false })
  const definition = reading && moduleOf(reading.question.module)
  if (!definition || reading.unknown.length > 0) return null
  if (!definition.sheets.export) return null
  if (!mayRead(actor, definition) || !actorMay(actor, definition.permission, 'report')) return notYours(asking)
  const asked = rawOf(reading.question, reading.question.period)
  const query = Object.entries(asked).flatMap(([name, values]) =>
    [values ?? []].flat().map((value) => `${name}=${encodeURIComponent(value)}`),
  )
  const path = `${definition.wire}/export${query.length > 0 ? `?${query.join('&')}` : ''}`
  const title = tIn(actor.language, definition.label)
  return saying(tIn(actor.language, 'Exporting {{screen}}', { screen: title }), {
    understood: title,
    act: { kind: 'export', path },
    links: [{ label: title, path: listLink(definition, reading.question, reading.question.period) }],
  })
}

/** Who handles a record, or how it stands, by its number. */
async function recordAsked(asking: Asking, { units }: Heard): Promise<Reply | null> {
  return (await recordAnswer(asking.asker, units))?.reply ?? null
}

/** The name of a page alone opens it, unless it is a register's, which is asked about. */
function alone(asking: Asking, { covered, units }: Heard): Reply | null {
  const screens = screensIn(covered, units)
  const isRegister = covered.matches.some(({ meanings }) => meanings.some(({ is }) => is === 'module'))
  if (isRegister || screens.length === 0) return null
  const allowed = screens.filter((path) => mayOpenScreen(asking.access, path))
  const [only, ...more] = allowed
  if (!only) return notYours(asking)
  if (more.length > 0) return didYouMean(asking, allowed)
  const { language } = asking.asker.actor
  const title = screenTitle(only, language)
  return saying(tIn(language, 'Opening {{screen}}', { screen: title }), {
    understood: title,
    act: { kind: 'open', path: only },
  })
}

/** A sentence, or a part of it, as a question, with the records it names found. */
export async function readingOf(
  asking: Pick<Asking, 'asker' | 'context'>,
  heard: Heard,
  units: readonly Unit[],
  covered: Covered,
  { mayGoOn = true, definitions = askable() }: Reach = {},
): Promise<Reading | null> {
  const { asker, context } = asking
  const { actor, today } = asker
  const ground: Ground = {
    definitions,
    mayRead: (definition) => mayRead(actor, definition),
    today,
    head: languageData(heard.language).head,
    before: mayGoOn ? (known(context.question) ?? null) : null,
    mine: {
      users: actor.id === null ? [] : [actor.id],
      stores: storesOf(actor),
      departments: actor.department === null ? [] : [actor.department],
    },
  }
  const reading = read(heard.sentence, units, covered, ground)
  if (!reading) return null
  for (const { field, module, number } of reading.numbered) {
    const target = moduleOf(module)
    const id = target && (await numberedId(asker, target, number))
    if (id) reading.named.push({ field, module, id, said: String(number) })
    else reading.unknown.push(String(number))
  }
  for (const { field, id } of reading.named) {
    const before = reading.question.filters[field] ?? []
    reading.question.filters[field] = [...new Set([...before, String(id)])]
  }
  return reading
}

const known = (question: Question | undefined): Question | undefined =>
  question && askable().some(({ name }) => name === question.module) ? question : undefined

const SURE = 0.45

async function questioned(asking: Asking, heard: Heard): Promise<Reply | null> {
  const { asker } = asking
  const { actor } = asker
  const covered = cover(heard.lexicon, heard.units, 'screen')
  const reading = await readingOf(asking, heard, heard.units, covered)
  if (!reading || (reading.sure < SURE && !reading.isFurther)) return null
  const definition = moduleOf(reading.question.module)
  if (!definition) return null
  if (!mayRead(actor, definition)) return notYours(asking)
  if (reading.lacking.length > 0) return saying(tIn(actor.language, lackingWords(reading.lacking)))
  for (const { module, id, said } of reading.named) {
    const target = moduleOf(module)
    if (target && !(await areSeen(asker, target, [id]))) return notYours(asking, said)
  }
  const than = reading.isFurther && asking.context.question ? asking.context.question : null
  const answer = await answered(asker, definition, reading.question, than)
  if (answer === 'not theirs') return notYours(asking)
  if (!answer) return null
  const left = reading.unknown.filter((word) => word.trim().length > 1)
  const note =
    left.length > 0 ? `\n${tIn(actor.language, 'Not understood: {{words}}', { words: left.join(', ') })}` : ''
  const text = `${answer.text}${note}`
  return saying(text, { ...answer, text, context: contextText({ question: reading.question }) })
}

const lackingWords = (lacking: readonly string[]): string =>
  lacking.includes('stores')
    ? 'You have no store of your own: please say which one.'
    : 'You have no department of your own: please say which one.'

/** What a context or a sentence asks for and no list is narrowed by is no question. */
async function answered(asker: Asker, definition: Definition, question: Question, than: Question | null) {
  try {
    return (await answerTo(asker, definition, question, than)) ?? 'not theirs'
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

function examplesOf({ asker: { actor }, access }: Asking): string[] {
  const open = askable().filter((definition) => mayRead(actor, definition) && mayOpen(access, `/${definition.name}`))
  const [first, second] = open
  const say = (key: string, definition: Definition | undefined) =>
    definition ? [tIn(actor.language, key, { what: inSentence(tIn(actor.language, definition.label)) })] : []
  return [
    ...say('How many {{what}} today?', first),
    ...say('{{what}} this month against last month', first),
    ...say('Which store has the most {{what}}?', first),
    ...say('How many {{what}} are there?', second),
    ...say('Open {{what}}', first),
  ]
}

/** A label within a sentence: 'khiếu nại', but 'VAT'. */
const inSentence = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)

/** Nothing is sure: what is nearest is offered, and what could be asked at all. */
function unclear(asking: Asking, heard: Heard): Reply {
  const { actor } = asking.asker
  const { language } = actor
  const near = nearest(asking, heard)
  if (near.length > 0)
    return saying(tIn(language, 'Did you mean …?'), {
      suggestions: near.map((path) => tIn(language, 'Open {{screen}}', { screen: screenTitle(path, language) })),
      links: near.map((path) => ({ label: screenTitle(path, language), path })),
      needs: 'provider',
    })
  return saying(tIn(language, 'I did not understand that'), { suggestions: examplesOf(asking), needs: 'provider' })
}

/** Pages and registers that the sentence names among words nobody knows. */
function nearest({ access }: Asking, { covered }: Heard): string[] {
  const paths = covered.matches.flatMap(({ meanings }) =>
    meanings.flatMap((one) => (one.is === 'screen' ? [one.path] : one.is === 'module' ? [`/${one.module}`] : [])),
  )
  return [...new Set(paths)].filter((path) => mayOpenScreen(access, path)).slice(0, 4)
}
