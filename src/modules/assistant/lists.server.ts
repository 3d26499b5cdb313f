import { namedAnswer } from '#server/http/answers.ts'
import { get } from '#server/http/route.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { wallClock } from '../../shared/format.ts'
import { tIn } from '../../shared/language.ts'
import { Refusal } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import { mayOpen, routeAccess } from '../../shared/users/permissions.ts'
import { type Asker, queryOf } from './data/counting.server.ts'
import { listLink } from './data/links.ts'
import { mayRead, maySeeAll } from './data/rights.server.ts'
import { filterWords, periodWords } from './data/words.server.ts'
import { hear, readingOf } from './heard.server.ts'
import { cover } from './language/cover.ts'
import type { Reading } from './language/reading.ts'
import { askable } from './language/vocabulary.server.ts'

const MOST = 4
const LONGEST = 100

interface NamedList {
  module: string
  title: string
  link: string
}
const LIST = namedAnswer('NamedList', { module: 'string', title: 'string', link: 'string' })

/** Lists by a few words: 'overdue s05' is one of complaints, and of whatever else may be late at a store. */
export const listsRoute = get(
  'assistant/lists',
  {
    needs: 'session',
    answers: { lists: [LIST] },
    summary:
      'Lists that these words say exactly, narrowed by state, store, person, type or time, of what the caller may see',
    query: { q: 'words in any of the three languages, without regard to diacritics' },
  },
  async ({ db, actor, query, context: { config } }) => {
    const words = (one(query.q) ?? '').slice(0, LONGEST).replaceAll('\u0000', '')
    const timeZone = config.timezone
    const asker = { db, actor, timeZone, today: wallClock(new Date(), timeZone).day }
    return { lists: await listsOf(asker, words) }
  },
)

async function listsOf(asker: Asker, words: string): Promise<NamedList[]> {
  const heard = await hear(asker, words)
  const covered = cover(heard.lexicon, heard.units, 'screen')
  if (covered.unknown.length > 0) return []
  const access = routeAccess(asker.actor.permissions)
  const found: { definition: Definition; reading: Reading }[] = []
  for (const definition of askable()) {
    if (!mayRead(asker.actor, definition) || !mayOpen(access, `/${definition.name}`)) continue
    const reach = { mayGoOn: false, definitions: [definition] }
    const reading = await readingOf({ asker, context: {} }, heard, heard.units, covered, reach)
    if (reading && isWhole(reading)) found.push({ definition, reading })
  }
  const lists: NamedList[] = []
  for (const { definition, reading } of found.toSorted((a, b) => b.reading.sure - a.reading.sure)) {
    const list = await seen(asker, definition, reading)
    if (list) lists.push(list)
    if (lists.length === MOST) break
  }
  return lists
}

/** Every word says which rows: nothing is left over, and nothing but a list is asked for. */
const isWhole = ({ unknown, lacking, question: { filters, by, of, against } }: Reading): boolean =>
  unknown.length === 0 && lacking.length === 0 && !by && !of && !against && Object.keys(filters).length > 0

/** The list as it is called, where the asker may ask for exactly these rows. */
async function seen(asker: Asker, definition: Definition, { question }: Reading): Promise<NamedList | null> {
  try {
    if (!(await maySeeAll(asker, definition, queryOf(definition, question, question.period)))) return null
  } catch (error) {
    // No list is narrowed by it.
    if (error instanceof Refusal) return null
    throw error
  }
  const { language } = asker.actor
  const narrowed = await filterWords(asker, definition, question)
  const period = question.period ? [periodWords(question.period, language)] : []
  return {
    module: definition.name,
    title: `${tIn(language, definition.label)}: ${[...narrowed, ...period].join(' · ')}`,
    link: listLink(definition, question, question.period),
  }
}
