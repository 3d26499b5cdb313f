import { sql } from 'kysely'
import { moduleOf } from '../../modules/index.ts'
import type { ActivityLine, Page } from '../../shared/api.ts'
import { moment } from '../../shared/fields.ts'
import type { Language } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { type Db, row, rows, type Sql } from '../db/db.ts'
import { jsonOf, type RowOf } from '../db/shape.ts'
import { anyValue, byKey, namedAnswer, orNull } from '../http/answers.ts'
import type { QueryParameters } from '../http/route.ts'
import { targetOf } from '../resource/query/columns.ts'
import { filterParameter, pageParameters } from '../resource/query/parameters.ts'
import type { ListQuery } from '../resource/query/parse-query.ts'

const LINE = sql`a.id, a.at, case when a.actor is null then null else jsonb_strip_nulls(jsonb_build_object('id', a.actor, 'name', u.user_name, 'is_key', nullif(u.kind = 'key', false))) end as actor,
  a.done_at, a.action, a.module as resource, a.record_id, a.record_title, a.changes, a.address`

const ACTIVITY_LINE = {
  id: 'number',
  at: 'date',
  actor: jsonOf<ActivityLine['actor']>(),
  action: 'string',
  resource: 'string',
  record_id: 'number?',
  record_title: 'string?',
  changes: jsonOf<ActivityLine['changes']>(),
  address: 'string?',
  done_at: 'date?',
} as const
/** A line of a history as it is answered. */
export const ACTIVITY = namedAnswer('Activity', {
  ...ACTIVITY_LINE,
  actor: orNull(namedAnswer('Actor', { id: 'number', name: 'string', 'is_key?': 'boolean' })),
  changes: byKey(
    [anyValue('a value of the field, as it was and as it is')],
    'Field to what stood there before and after; of a step also what was told with it',
  ),
})
export type ActivityRow = RowOf<typeof ACTIVITY_LINE>

/** How lists of the log are asked for; they have one order. */
export const LOG_PARAMETERS: QueryParameters = {
  ...pageParameters(),
  sort: { says: 'newest first is all there is', schema: { enum: ['-created_at', '-id'] } },
  ...Object.fromEntries([filterParameter('created_at', moment('Created at'))]),
}

export function refuseOtherOrder({ field, descending }: ListQuery['sort']): void {
  if (!descending || !['created_at', 'id'].includes(field))
    refuse('invalid', { fields: { sort: pack('{{field}} is not valid', { field: 'sort' }) } })
}

/** Lines of the log between two days or moments of a zone, the last one included. */
export const withinDays = ([from, to]: readonly [string, string], zone: string): Sql =>
  sql`(a.at >= ${from}::timestamp at time zone ${zone} and a.at < (${to}::timestamp + ${to.length <= 10 ? '1 day' : '1 second'}::interval) at time zone ${zone})`

/** A record's own history, newest first. */
export async function historyOf(
  db: Db,
  module: string,
  id: number,
  page: number,
  perpage: number,
  language: Language,
): Promise<Page<ActivityRow>> {
  const where = sql`a.module = ${module} and a.record_id = ${id}`
  const found = await pageOf(db, where, page, perpage)
  return { ...found, data: await withNames(db, module, found.data, language) }
}

/** All of a record's history, oldest first. */
export async function allHistory(db: Db, module: string, id: number, language: Language): Promise<ActivityRow[]> {
  const lines = await rows(
    db,
    ACTIVITY_LINE,
    sql`select ${LINE} from activity a left join users u on u.id = a.actor where a.module = ${module} and a.record_id = ${id} order by a.id limit 2000`,
  )
  return withNames(db, module, lines, language)
}

/**
 * The log keeps records by their number. Whoever may read a record may read the names in it, also of people and places
 * that their scope does not list.
 */
export async function withNames(
  db: Db,
  module: string,
  lines: ActivityRow[],
  language: Language,
): Promise<ActivityRow[]> {
  const fields = Object.entries(moduleOf(module)?.fields ?? {}).filter(([, field]) => field.to !== undefined)
  const changes = (name: string) => lines.flatMap((line) => line.changes[name] ?? [])
  const known = new Map<string, string>()
  for (const to of new Set(fields.map(([, field]) => field.to ?? ''))) {
    const ids = fields
      .flatMap(([name, field]) => (field.to === to ? changes(name).flat() : []))
      .filter(Number.isInteger)
    if (ids.length === 0) continue
    const { table, called } = targetOf(to)
    const found = await rows(
      db,
      { id: 'number', name: 'string' },
      sql`select r.id, ${called('r', language)} as name from ${sql.table(table)} r where r.id = any(${[...new Set(ids)]}::bigint[])`,
    )
    for (const one of found) known.set(`${to} ${one.id}`, one.name)
  }
  const named = (to: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => named(to, one))
    const name = known.get(`${to} ${String(value)}`)
    return name === undefined ? value : { id: value, name }
  }
  return lines.map((line) => {
    const renamed = fields.flatMap(([name, { to = '' }]) => {
      const change = line.changes[name]
      return change ? [[name, change.map((value) => named(to, value))]] : []
    })
    return { ...line, changes: { ...line.changes, ...Object.fromEntries(renamed) } }
  })
}

/** @param joined what `where` asks beside the row `a`, as a join of it */
export async function pageOf(
  db: Db,
  where: Sql,
  page: number,
  perpage: number,
  joined: Sql = sql``,
): Promise<Page<ActivityRow>> {
  const data = await linesOf(db, where, page, perpage, joined)
  // Counting stops where nobody pages; the number of pages stays honest below it.
  const counted = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from (select 1 from activity a ${joined} where ${where} limit ${COUNTED_MOST + 1}) c`,
  )
  return { data, page, perpage, ...totalOf(counted?.n ?? 0) }
}

/** Lines of the log, newest first; `where` is about the row `a` and what is joined to it. */
export const linesOf = (
  db: Db,
  where: Sql,
  page: number,
  perpage: number,
  joined: Sql = sql``,
): Promise<ActivityRow[]> =>
  rows(
    db,
    ACTIVITY_LINE,
    sql`select ${LINE} from activity a left join users u on u.id = a.actor ${joined} where ${where} order by a.id desc limit ${perpage} offset ${(page - 1) * perpage}`,
  )

/** Of more than this nobody asks how many. */
export const COUNTED_MOST = 10_000

export const totalOf = (n: number): { total: number; total_is_more?: true } => ({
  total: Math.min(n, COUNTED_MOST),
  ...(n > COUNTED_MOST && { total_is_more: true }),
})
