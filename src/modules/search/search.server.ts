import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { type Db, rows } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { namedAnswer } from '#server/http/answers.ts'
import { get, type Route } from '#server/http/route.ts'
import { titleSql } from '#server/resource/query/columns.ts'
import { conditionsOf } from '#server/resource/query/conditions.ts'
import { one, readListQuery } from '#server/resource/query/parse-query.ts'
import { whereSql } from '#server/resource/query/where.ts'
import { searched } from '#server/search/search.ts'
import type { Definition } from '../../shared/resource.ts'
import { modules } from '../index.ts'

const EACH = 5
const SHORTEST = 2
const WORDS = 'words, without regard to diacritics'

const FOUND = {
  id: 'number',
  title: 'string',
  hint: 'string?',
} as const
type Found = RowOf<typeof FOUND>

const GROUP = namedAnswer('SearchGroup', { module: 'string', label: 'string', items: [{ ...FOUND, link: 'string' }] })

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
      const words = (one(query.q) || one(query.search) || '')
        .normalize('NFC')
        .trim()
        .slice(0, 100)
        .replaceAll('\u0000', '')
      if ([...words].length < SHORTEST) return { groups: [] }
      const open = modules.filter(
        (module) =>
          !module.internal &&
          actorMay(actor, module.permission, 'read') &&
          Object.values(module.fields).some((field) => field.search),
      )
      const groups = await Promise.all(
        open.map(async (module) => ({
          module: module.name,
          label: module.label,
          items: await find(db, module, words, actor),
        })),
      )
      return { groups: groups.filter((group) => group.items.length > 0) }
    },
  ),
]
export default { routes }

async function find(
  db: Db,
  definition: Definition,
  words: string,
  actor: Actor,
): Promise<(Found & { link: string })[]> {
  const { number } = definition.fields
  const code = ['issue_number', 'code', 'user_code'].find((name) => name in definition.fields)
  const hint = code ? sql`r.${sql.ref(code)}` : number?.prefix ? sql.raw(number.sql ?? 'null') : sql`null`
  const query = readListQuery(definition, { search: words })
  const conditions = conditionsOf(definition, query, actor, '')
  if (!conditions.search && conditions.record === null) return []
  const { source } = conditions.search
    ? await searched(db, definition, conditions, EACH)
    : { source: sql`select * from ${sql.table(definition.table)} r where ${whereSql(conditions)}` }
  const found = await rows(
    db,
    FOUND,
    sql`select r.id, ${titleSql(definition, 'r', actor.language)} as title, ${hint} as hint
        from (${source}) r order by r.created_at desc, r.id desc limit ${sql.raw(String(EACH))}`,
  )
  return found.map((item) => ({ ...item, link: `/${definition.name}/view/${item.id}` }))
}
