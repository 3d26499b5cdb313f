import { sql } from 'kysely'
import { moduleOf } from '../../modules/index.ts'
import type { Page } from '../../shared/api.ts'
import { moment, ref, text } from '../../shared/fields.ts'
import type { Language } from '../../shared/language.ts'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'
import { all, type Db, ident, row, rows, type Sql } from '../db/db.ts'
import { pageOf as paged } from '../http/answers.ts'
import { type Call, get, type Route } from '../http/route.ts'
import { titleSql } from '../resource/query/columns.ts'
import { filterParameter } from '../resource/query/parameters.ts'
import { type ListQuery, one, readListQuery } from '../resource/query/parse-query.ts'
import {
  ACTIVITY,
  type ActivityRow,
  COUNTED_MOST,
  LOG_PARAMETERS,
  linesOf,
  pageOf,
  refuseOtherOrder,
  totalOf,
  withinDays,
} from './history.ts'
import { OLDEST_OPEN } from './positions.ts'

/** The audit has the query of any list, without a resource behind it. */
const AUDITED = {
  name: 'audit',
  fields: { actor: ref('Who', 'users'), resource: text('What'), action: text('Action'), at: moment('When') },
  sort: '-id',
} as unknown as Definition // only names, fields and sort are read

export const auditRoute: Route = get(
  'audit',
  {
    needs: { permission: 'system', flag: 'read' },
    summary: 'Everything that happened, newest first',
    answers: paged(ACTIVITY),
    query: {
      ...LOG_PARAMETERS,
      ...Object.fromEntries(entriesOf(AUDITED).map(([name, field]) => filterParameter(name, field))),
      search: 'in the title',
    },
  },
  async ({ db, query, context, actor: { language } }: Call) => {
    const { page, perpage, sort, filters, ranges } = readListQuery(AUDITED, query)
    refuseOtherOrder(sort)
    const { actor, resource, action } = filters
    const parts: Sql[] = [
      ...(actor ? [doneBy(actor)] : []),
      ...(resource ? [sql`a.module = any(${resource}::text[])`] : []),
      ...(action ? [sql`a.action = any(${action}::text[])`] : []),
      ...Object.values(ranges).map((range) => withinDays(range, context.config.timezone)),
    ]
    const words = normalizeText(one(query.search) ?? '').trim()
    const lines = words
      ? await found(db, words, all(parts), page, perpage)
      : await pageOf(db, all(parts), page, perpage)
    return { ...lines, data: await withTitles(db, lines.data, language) }
  },
)

const doneBy = (actors: ListQuery['filters'][string]): Sql =>
  sql`(${all(
    actors.map((id) => (id === null ? sql`a.actor is null` : sql`a.actor = ${id}`)),
    sql` or `,
  )})`

/** So many of the newest lines tell whether words are common; they are found by words that are not filed yet, too. */
const LOOKED_AT = 5000
/** Where this many of them match, walking from the newest on fills a page soonest; else the index finds the few there are. */
const COMMON = 250
/** Three letters are the least the index knows; of shorter words these newest lines are read. */
const SHORT_MOST = 500_000

/** A join instead may be planned as one of the whole log. */
const WORDS = sql`coalesce((select w.words from activity_words w where w.id = a.id), fold(a.record_title))`

/**
 * A page of the lines whose title holds the words or that one of the people did whose name holds them.
 * @param words folded
 * @param narrowed what else is asked of the line `a`
 */
async function found(db: Db, words: string, narrowed: Sql, page: number, perpage: number): Promise<Page<ActivityRow>> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  const people = (
    await rows(db, { id: 'number' }, sql`select id from users where fold(user_name) like ${pattern} limit 1000`)
  ).map(({ id }) => id)
  const matches = sql`(${WORDS} like ${pattern} or a.actor = any(${people}::bigint[]))`
  const near = await rows(
    db,
    { id: 'number', isWanted: 'boolean' },
    sql`select a.id, ${narrowed} as "isWanted" from (select * from activity order by id desc limit ${sql.lit(LOOKED_AT)}) a where ${matches}`,
  )
  if (near.length >= COMMON) return pageOf(db, sql`${narrowed} and ${matches}`, page, perpage)
  const wanted = near.filter(({ isWanted }) => isWanted).map(({ id }) => id)
  const since = words.length < 3 ? sql`and w.id > (select max(id) - ${sql.lit(SHORT_MOST)} from activity)` : sql``
  const gathered = await row(
    db,
    { n: 'number', ids: 'number[]' },
    sql`with hits as materialized (
          select a.id from activity_words w join activity a on a.id = w.id where w.words like ${pattern} and ${narrowed} ${since} union
          select unnest(${wanted}::bigint[]) union
          select d.id from unnest(${people}::bigint[]) p cross join lateral (
            select a.id from activity a where a.actor = p and ${narrowed} order by a.id desc limit ${sql.lit(COUNTED_MOST + 1)}) d)
        select (select count(*)::int from hits) as n,
          array(select id from hits order by id desc limit ${perpage} offset ${(page - 1) * perpage}) as ids`,
  )
  const { n, ids } = gathered ?? { n: 0, ids: [] }
  return { data: await linesOf(db, sql`a.id = any(${ids}::bigint[])`, 1, perpage), page, perpage, ...totalOf(n) }
}

/** A record that is still called as it was then is called so in the reader's language. */
async function withTitles(db: Db, lines: ActivityRow[], language: Language): Promise<ActivityRow[]> {
  const titles = new Map<string, string>()
  for (const [resource, told] of Map.groupBy(lines, (line) => line.resource)) {
    const definition = moduleOf(resource)
    if (!definition?.titleIn?.[language]) continue
    const ids = told.map(({ record_id }) => record_id)
    const known = await rows(
      db,
      { id: 'number', title: 'string', called: 'string' },
      sql`select r.id, r.${ident(definition.title)} as title, ${titleSql(definition, 'r', language)} as called from ${ident(definition.table)} r where r.id = any(${ids}::bigint[])`,
    )
    for (const { id, title, called } of known) titles.set(`${resource} ${id} ${title}`, called)
  }
  return lines.map((line) => ({
    ...line,
    record_title: titles.get(`${line.resource} ${line.record_id} ${line.record_title}`) ?? line.record_title,
  }))
}

const CURSOR = 'audit-words'
/** Lines whose words are written in one statement. */
const FILED_AT_ONCE = 1000

/**
 * Writes the words of lines that were committed since the last time, and files them into their index. Two servers that do it at the
 * same moment do no harm; a line of a transaction that is still open comes with the next turn.
 */
export async function fileAudit(db: Db, isStopped: () => boolean): Promise<void> {
  const cursor = await row(
    db,
    { mark: 'string', next: 'string' },
    sql`select mark::text as mark, greatest(mark, ${OLDEST_OPEN})::text as next from feed_cursors where name = ${CURSOR}`,
  )
  if (!cursor) return
  const news = await rows(
    db,
    { id: 'number', isMissing: 'boolean' },
    sql`select a.id, a.record_title is not null and w.id is null as "isMissing" from activity a left join activity_words w on w.id = a.id
        where a.xid >= ${cursor.mark}::xid8 and a.xid < ${cursor.next}::xid8 order by a.id`,
  )
  const missing = news.filter(({ isMissing }) => isMissing).map(({ id }) => id)
  for (let at = 0; at < missing.length && !isStopped(); at += FILED_AT_ONCE)
    await sql`insert into activity_words (id, words) select id, fold(record_title) from activity
      where id = any(${missing.slice(at, at + FILED_AT_ONCE)}::bigint[]) and record_title is not null on conflict do nothing`.execute(
      db,
    )
  if (news.length === 0 || isStopped()) return
  await sql`update feed_cursors set mark = greatest(mark, ${cursor.next}::xid8), at = now() where name = ${CURSOR}`.execute(
    db,
  )
  await sql`select gin_clean_pending_list('activity_words_search'::regclass) where pg_try_advisory_xact_lock(hashtext('file activity_words'))`.execute(
    db,
  )
}
