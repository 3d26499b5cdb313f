import { sql } from 'kysely'
import { row, rows } from '#server/db/db.ts'
import { described, namedAnswer } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { dayParameter } from '#server/resource/query/parameters.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { wallClock } from '../../shared/format.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { daysSpan, LONGEST_DAYS, plusDays } from '../../shared/time/spans.ts'
import { type LastScan, type ScanDay, type ScanDesk, UNDO_SECONDS } from './scan.ts'

const SHOWN = 10
const PACE_MINUTES = 10
const USUAL_DAYS = 7

const DESK = namedAnswer('ScanDesk', {
  hour: 'number',
  today: 'number',
  pace: described('Codes a minute, over the last ten', 'number?'),
  last: [{ code: 'string', order: 'string', id: 'number', at: 'date', isUndoable: 'boolean' }],
})

/** What the caller has scanned; nobody is shown the pace of somebody else. */
export const scannedRoutes: Route[] = [
  get(
    'scan-desk',
    {
      needs: 'other',
      answers: DESK,
      summary: 'The last ten scans of the caller, how many this hour and today, and the pace',
    },
    desk,
  ),
  get(
    'my-scans',
    {
      needs: 'other',
      query: {
        from: dayParameter('first day; a week unless said'),
        to: dayParameter(`last day, today unless said; at most ${LONGEST_DAYS} days`),
      },
      answers: { data: [{ day: 'day', codes: 'number', orders: 'number' }] },
      summary: 'How many codes and orders the caller has scanned, by day',
    },
    async (call) => ({ data: await days(call) }),
  ),
]

async function desk({ db, actor }: Pick<Call, 'db' | 'actor'>): Promise<ScanDesk> {
  const mine = sql`s.scanned_by = ${actor.id}`
  const counted = await row(
    db,
    { hour: 'number', today: 'number', recent: 'number', since: 'number?' },
    sql`select count(*) filter (where s.scanned_at >= date_trunc('hour', now()))::int as hour, count(*)::int as today,
          count(*) filter (where s.scanned_at > now() - make_interval(mins => ${PACE_MINUTES}))::int as recent,
          (extract(epoch from now() - min(s.scanned_at) filter (where s.scanned_at > now() - make_interval(mins => ${PACE_MINUTES}))) / 60)::float8 as since
        from order_scans s where ${mine} and s.scanned_at >= date_trunc('day', now() at time zone chain_zone()) at time zone chain_zone()`,
  )
  const last = await rows(
    db,
    { code: 'string', order: 'string', id: 'number', at: 'date', isFresh: 'boolean' },
    sql`select s.code, r.code as "order", r.id, s.scanned_at as at,
          s.scanned_at > now() - make_interval(secs => ${UNDO_SECONDS}) and r.status in ('new', 'scanned') and r.retries = s.round as "isFresh"
        from order_scans s join orders r on r.id = s.order_id where ${mine} order by s.scanned_at desc, s.id desc limit ${sql.lit(SHOWN)}`,
  )
  const { hour = 0, today = 0, recent = 0, since } = counted ?? {}
  return {
    hour,
    today,
    pace: recent >= 3 && since ? Math.round((recent / Math.max(1, since)) * 10) / 10 : null,
    last: last.map(
      ({ isFresh, at, ...scan }, index): LastScan => ({
        ...scan,
        at: at.toISOString(),
        isUndoable: index === 0 && isFresh,
      }),
    ),
  }
}

async function days({ db, actor, query, context }: Call): Promise<ScanDay[]> {
  const zone = context.config.timezone
  const to = one(query.to) || wallClock(new Date(), zone).day
  const span = daysSpan(one(query.from) || plusDays(to, 1 - USUAL_DAYS), to)
  if (!span) return refuse('invalid', { fields: { from: pack('{{field}} must be two dates', { field: 'Period' }) } })
  return rows(
    db,
    { day: 'string', codes: 'number', orders: 'number' },
    sql`select to_char(s.scanned_at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*)::int as codes, count(distinct s.order_id)::int as orders
        from order_scans s where s.scanned_by = ${actor.id} and s.scanned_at >= ${span.from}::timestamp at time zone ${zone}
          and s.scanned_at < (${span.to}::timestamp + interval '1 day') at time zone ${zone} group by 1 order by 1 desc`,
  )
}
