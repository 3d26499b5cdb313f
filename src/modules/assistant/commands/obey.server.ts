import { actorMay } from '#server/actor.ts'
import { LANGUAGES, type Language, tIn } from '../../../shared/language.ts'
import { isMadeByHand } from '../../../shared/resource.ts'
import { mayOpen } from '../../../shared/users/permissions.ts'
import { moduleOf } from '../../index.ts'
import { contextText } from '../context.ts'
import { rawOf } from '../data/counting.server.ts'
import { listLink } from '../data/links.ts'
import { mayRead } from '../data/rights.server.ts'
import { type Asking, type Heard, readingOf } from '../heard.server.ts'
import { cover } from '../language/cover.ts'
import { type CommandName, languageData } from '../language/data.server.ts'
import { joined, type Unit, unitsOf } from '../language/units.ts'
import { examplesOf, notYours } from '../replies.server.ts'
import { type Reply, saying } from '../reply.ts'
import { draftedComplaint } from './complaint.server.ts'
import { alone, opened } from './opening.server.ts'
import { type Fit, fits, type Pattern, patternOf, withoutCourtesy } from './patterns.ts'
import { recordAnswer } from './record.server.ts'
import { siteNamed, siteSearch } from './sites.server.ts'

/** What a command is answered with; null where the sentence is none. */
export async function commanded(asking: Asking, heard: Heard): Promise<Reply | null> {
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
  // Who handles a record, or how it stands, by its number.
  return (await recordAnswer(asking.asker, heard.units))?.reply ?? alone(asking, heard)
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
  if ('notTheirs' in drafted) return notYours(asking, drafted.notTheirs)
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
