import { sql } from 'kysely'
import { type Db, row, rows, type Sql } from '#server/db/db.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { shown } from '#server/resource/columns.ts'
import { one } from '#server/resource/query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { wallClock } from '../../shared/format.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { complaints } from '../complaints/complaints.ts'
import { type Period, periodOf } from './period.ts'

const needs = 'session' as const
const query = { from: 'first day, YYYY-MM-DD', to: 'last day, YYYY-MM-DD' }

const routes: Route[] = [
  get('get-dashboard', { needs, query, summary: 'The figures of a period against the one before' }, (call) =>
    dashboard(call),
  ),
  get('get-ticket-dept-chart', { needs, query, summary: 'Complaints by department' }, async (call) => ({
    data: await byDepartment(call.db, scoped(call), askedPeriod(call), call.house.config.timezone),
  })),
]
export default { routes }

const STATUS = sql.raw(`(${complaints.fields.status.sql})`)
const isMine = ({ actor }: Pick<Call, 'actor'>) => actor.permissions.complaints?.read === true

function askedPeriod({ query, house }: Call): Period {
  const today = wallClock(new Date(), house.config.timezone).day
  const period = periodOf(one(query.from), one(query.to), today)
  return period ?? refuse('invalid', { fields: { from: pack('{{field}} must be two dates', { field: 'Period' }) } })
}

/** What the caller may see of complaints; nothing without the right to read them. */
function scoped(call: Call): Sql {
  if (!isMine(call)) return sql`false`
  const scope = scopeOf(complaints, call.actor)
  return scope ? sql`(r.deleted_at is null and ${scope})` : sql`r.deleted_at is null`
}

const within = (column: string, from: string, to: string, zone: string): Sql =>
  sql`(r.${sql.ref(column)} >= ${from}::date::timestamp at time zone ${zone} and r.${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone ${zone})`

async function dashboard(call: Call) {
  const { db, house } = call
  const zone = house.config.timezone
  const period = askedPeriod(call)
  const mine = scoped(call)
  const [now, before, by_status, by_type, by_day, oldest, rising] = await Promise.all([
    figures(db, mine, period.from, period.to, zone),
    figures(db, mine, period.before_from, period.before_to, zone),
    rows(
      db,
      sql`select ${STATUS} as key, count(*)::int as n from complaints r where ${mine} and ${within('created_at', period.from, period.to, zone)} group by 1 order by 2 desc`,
    ),
    rows(
      db,
      sql`select t.id, t.name, t.name_en, t.name_ko, c.n from (select r.feedback_type, count(*)::int as n from complaints r where ${mine} and ${within('created_at', period.from, period.to, zone)} group by 1) c
          join ticket_types t on t.id = c.feedback_type order by c.n desc, t.id`,
    ),
    byDay(db, mine, period, zone),
    rows(
      db,
      sql`select ${shown(complaints, 'list')} from (select * from complaints r where ${mine} and r.state in ('new', 'processing', 'reopened') order by r.created_at, r.id limit 8) r order by r.created_at, r.id`,
    ),
    risingStores(db, mine, period, zone),
  ])
  const paired = Object.fromEntries(
    Object.entries(now).map(([name, value]) => [
      name,
      { value, before: AS_OF_NOW.includes(name) ? null : (before[name] ?? null) },
    ]),
  )
  return { period, figures: paired, by_status, by_type, by_day, oldest, rising }
}

/** States as they are now have no figure of before to stand beside. */
const AS_OF_NOW = ['open', 'overdue']

/** Each figure's one definition: of complaints created in the period, but 'completed' and what follows from it by completion. */
async function figures(
  db: Db,
  mine: Sql,
  from: string,
  to: string,
  zone: string,
): Promise<Record<string, number | null>> {
  const created = await row<Record<string, number | null>>(
    db,
    sql`select count(*)::int as new, count(*) filter (where r.state in ('new', 'processing', 'reopened'))::int as open, count(*) filter (where ${STATUS} = 'overdue')::int as overdue,
          percentile_cont(0.5) within group (order by r.wait_minutes) as first_handling_minutes
        from complaints r where ${mine} and ${within('created_at', from, to, zone)}`,
  )
  const completed = await row<Record<string, number | null>>(
    db,
    sql`select count(*)::int as completed, round(100.0 * count(*) filter (where r.breached_at is null and r.completed_at <= r.due_at) / nullif(count(*), 0), 1)::float as on_time_share,
          percentile_cont(0.5) within group (order by extract(epoch from r.completed_at - r.created_at) / 60) as completion_minutes, round(avg(r.rating), 2)::float as rating
        from complaints r where ${mine} and ${within('completed_at', from, to, zone)}`,
  )
  return { ...created, ...completed }
}

const byDay = (db: Db, mine: Sql, { from, to }: Period, zone: string) =>
  rows(
    db,
    sql`select d::date::text as day, coalesce(c.n, 0) as created, coalesce(f.n, 0) as completed
        from generate_series(${from}::date, ${to}::date, interval '1 day') d
        left join (select (r.created_at at time zone ${zone})::date as day, count(*)::int as n from complaints r where ${mine} and ${within('created_at', from, to, zone)} group by 1) c on c.day = d::date
        left join (select (r.completed_at at time zone ${zone})::date as day, count(*)::int as n from complaints r where ${mine} and ${within('completed_at', from, to, zone)} group by 1) f on f.day = d::date
        order by 1`,
  )

const byDepartment = (db: Db, mine: Sql, { from, to }: Period, zone: string) =>
  rows(
    db,
    sql`select d.id, coalesce(d.name, '') as name, c.open, c.overdue, c.completed, c.closed from (
          select r.department, count(*) filter (where ${STATUS} in ('new', 'processing', 'reopened'))::int as open, count(*) filter (where ${STATUS} = 'overdue')::int as overdue,
            count(*) filter (where r.state = 'completed')::int as completed, count(*) filter (where r.state = 'closed')::int as closed
          from complaints r where ${mine} and ${within('created_at', from, to, zone)} group by 1) c
        left join departments d on d.id = c.department order by c.open + c.overdue + c.completed + c.closed desc, d.id`,
  )

/** Stores whose complaints rose most against the period before. */
const risingStores = (db: Db, mine: Sql, period: Period, zone: string) =>
  rows(
    db,
    sql`select s.id, s.code || ' ' || s.name as name, c.n, c.before from (
          select r.store, count(*) filter (where ${within('created_at', period.from, period.to, zone)})::int as n,
            count(*) filter (where ${within('created_at', period.before_from, period.before_to, zone)})::int as before
          from complaints r where ${mine} and ${within('created_at', period.before_from, period.to, zone)} group by 1) c
        join stores s on s.id = c.store where c.n > c.before order by (c.n - c.before) desc, s.id limit 5`,
  )
