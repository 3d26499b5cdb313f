import { storesOf } from '#server/actor.ts'
import { LANGUAGES, type Language } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import type { RouteAccess } from '../../shared/users/permissions.ts'
import { moduleOf } from '../index.ts'
import type { Context } from './context.ts'
import type { Asker } from './data/counting.server.ts'
import { mayRead, numberedId } from './data/rights.server.ts'
import { type Covered, cover } from './language/cover.ts'
import { languageData } from './language/data.server.ts'
import type { Lexicon } from './language/lexicon.ts'
import type { Question } from './language/question.ts'
import { read } from './language/read.ts'
import type { Ground, Reading } from './language/reading.ts'
import { type Unit, unitsOf } from './language/units.ts'
import { askable, lexiconOf } from './language/vocabulary.server.ts'

/** A sentence in the language in which it says most. */
export interface Heard {
  sentence: string
  language: Language
  lexicon: Lexicon
  units: Unit[]
  covered: Covered
}
export interface Asking {
  asker: Asker
  access: RouteAccess
  context: Context
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

interface Reach {
  /** From the question before. */
  mayGoOn?: boolean
  /** The registers that it may be about; all that can be asked about unless said. */
  definitions?: readonly Definition[]
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
    numberOf: (unit) => heard.lexicon.numberOf(unit),
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
