import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Db, row, rows, type Sql } from '#server/db/db.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { complaints } from '../complaints/complaints.ts'
import type { Span } from '../report/span.ts'

/** How fast and how well the work went. */
export interface Pace {
  completed: number
  /** Of those completed, in percent; null where none was. */
  on_time_share: number | null
  /** Medians, in minutes. */
  first_handling_minutes: number | null
  completion_minutes: number | null
  rating: number | null
}

/** What an actor may see of complaints, over `r`; nothing without the right to read them. */
export function seenBy(actor: Actor): Sql {
  if (actor.permissions.complaints?.read !== true) return sql`false`
  const scope = scopeOf(complaints, actor)
  return scope ? sql`(r.deleted_at is null and ${scope})` : sql`r.deleted_at is null`
}

/** First handling is of those received in the period; all else of those completed in it. */
export async function paceOf(db: Db, actor: Actor, span: Span, zone: string): Promise<Pace> {
  const [received, completed] = await Promise.all([
    row<Pick<Pace, 'first_handling_minutes'>>(
      db,
      sql`select percentile_cont(0.5) within group (order by r.wait_minutes) as first_handling_minutes
          from complaints r where ${seenBy(actor)} and ${within('created_at', span, zone)}`,
    ),
    row<Omit<Pace, 'first_handling_minutes'>>(
      db,
      sql`select count(*)::int as completed, round(100.0 * count(*) filter (where not coalesce(${sql.raw(complaints.tally?.late ?? 'false')}, false)) / nullif(count(*), 0), 1)::float as on_time_share,
            percentile_cont(0.5) within group (order by extract(epoch from r.completed_at - r.created_at) / 60) as completion_minutes, round(avg(r.rating), 2)::float as rating
          from complaints r where ${seenBy(actor)} and ${within('completed_at', span, zone)}`,
    ),
  ])
  return {
    completed: completed?.completed ?? 0,
    on_time_share: completed?.on_time_share ?? null,
    first_handling_minutes: received?.first_handling_minutes ?? null,
    completion_minutes: completed?.completion_minutes ?? null,
    rating: completed?.rating ?? null,
  }
}

/** How many were completed on each day. */
export async function doneByDay(db: Db, actor: Actor, span: Span, zone: string): Promise<Map<string, number>> {
  const found = await rows<{ day: string; n: number }>(
    db,
    sql`select (r.completed_at at time zone ${zone})::date::text as day, count(*)::int as n
        from complaints r where ${seenBy(actor)} and ${within('completed_at', span, zone)} group by 1`,
  )
  return new Map(found.map(({ day, n }) => [day, n]))
}

const within = (column: string, { from, to }: Span, zone: string): Sql =>
  sql`(r.${sql.ref(column)} >= ${from}::date::timestamp at time zone ${zone} and r.${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone ${zone})`
