import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { all, type Db, rows, type Sql } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { namedAnswer } from '#server/http/answers.ts'
import { get, type Route } from '#server/http/route.ts'
import { conditionsOf } from '#server/resource/query/conditions.ts'
import { one, readListQuery } from '#server/resource/query/parse-query.ts'
import { whereSql } from '#server/resource/query/where.ts'
import { searched } from '#server/search/search.ts'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import { spacedNumbers } from '../../shared/vietnam/vietnam.ts'
import { modules } from '../index.ts'
import { openedRoute } from './opened.server.ts'
import { fitOf, isLong, READ, ranking } from './ranking.server.ts'
import { linkTo, SHOWN, type Shown, shownSql } from './shown.server.ts'
import { type Why, whyFound } from './why-found.ts'

const EACH = 5
const SHORTEST = 2
/** So many of the newest that were met on the way are ranked. */
const RANKED = 200
const WORDS = 'words, without regard to diacritics'

/** What the search read of a record. */
const TEXTS = { texts: jsonOf<Record<string, string | null>>() }

const ITEM = { ...SHOWN, why: 'string?', words: 'string?', link: 'string' } as const
const GROUP = namedAnswer('SearchGroup', { module: 'string', label: 'string', items: [ITEM] })
type Item = Shown & Why & { link: string }

/** The search of the top bar: every module the caller may open, a few of each. */
const routes: Route[] = [
  get(
    'search',
    {
      needs: 'session',
      answers: { groups: [GROUP] },
      summary: 'Search everywhere',
      query: { q: WORDS, search: 'the same, as lists call it' },
    },
    async ({ db, actor, query }) => {
      const typed = (one(query.q) || one(query.search) || '')
        .normalize('NFC')
        .trim()
        .slice(0, 100)
        .replaceAll('\u0000', '')
      const words = spacedNumbers(typed)
      if ([...words].length < SHORTEST) return { groups: [] }
      const open = modules.filter(
        (module) =>
          !module.internal &&
          actorMay(actor, module.permission, 'read') &&
          Object.values(module.fields).some((field) => field.search),
      )
      const fit = fitOf(words)
      const groups = await Promise.all(
        open.map(async (module) => {
          const items = await find(db, module, words, actor)
          const best = Math.max(0, ...items.flatMap((item) => seenOf(item).map(fit)))
          return { best, group: { module: module.name, label: module.label, items } }
        }),
      )
      return {
        groups: groups
          .filter(({ group }) => group.items.length > 0)
          // A register whose record is called so comes before those that only speak of it.
          .toSorted((one, other) => other.best - one.best)
          .map(({ group }) => group),
      }
    },
  ),
  openedRoute,
]
export default { routes }

async function find(db: Db, definition: Definition, words: string, actor: Actor): Promise<Item[]> {
  const query = readListQuery(definition, { search: words })
  const conditions = conditionsOf({ definition, query, actor, timeZone: '' })
  if (!conditions.search && conditions.record === null) return []
  const { source } = conditions.search
    ? await searched(db, definition, conditions, EACH, RANKED)
    : { source: sql`select * from ${sql.table(definition.table)} r where ${whereSql(conditions)}` }
  const { texts: said, order } = ranking(definition, words)
  const found = await rows(
    db,
    { ...SHOWN, ...TEXTS },
    sql`select ${shownSql(definition, actor.language)}, ${textsOf(definition)} as texts
        from (select r.* from (${source}) r order by r.created_at desc, r.id desc limit ${sql.lit(RANKED)}) r, ${said}
        order by ${order}, r.created_at desc, r.id desc limit ${sql.lit(EACH)}`,
  )
  return found.map(({ texts, ...item }) => ({
    ...item,
    ...whyFound(definition.fields, words, seenOf(item), texts),
    link: linkTo(definition, item.id),
  }))
}

const seenOf = ({ title, hint, customer }: Pick<Shown, 'title' | 'hint' | 'customer'>) => [title, hint, customer]

/** The searched fields of a row, as plain text; long ones last. */
function textsOf(definition: Definition): Sql {
  const searchedFields = entriesOf(definition).filter(([, field]) => field.search)
  const parts = searchedFields
    .toSorted(([, one], [, other]) => Number(isLong(one.kind)) - Number(isLong(other.kind)))
    .map(([name, { kind }]) => {
      const column = sql`r.${sql.ref(name)}`
      return sql`${sql.lit(name)}, left(${kind === 'richText' ? sql`plain_text(${column})` : sql`${column}::text`}, ${sql.lit(READ)})`
    })
  return sql`json_build_object(${all(parts, sql`, `)})`
}
