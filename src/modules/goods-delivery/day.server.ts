import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { row, rows, type Sql } from '#server/db/db.ts'
import { jsonOf, narrowed } from '#server/db/shape.ts'
import { ADDRESS, NAMED, namedAnswer, orNull } from '#server/http/answers.ts'
import { type Call, type ExtraBody, get, post, type Route } from '#server/http/route.ts'
import { dayParameter, idParameter } from '#server/resource/query/parameters.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import type { Named } from '../../shared/fields.ts'
import { wallClock } from '../../shared/format.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { isDay } from '../../shared/time/days.ts'
import { shippers } from '../shippers/shippers.ts'
import { goodsDelivery } from './goods-delivery.ts'
import type { Stop } from './stop.ts'

const STOPS_MOST = 200

const STOP_ROW = {
  id: 'number',
  version: 'number',
  receipt_no: 'string',
  receipt_value: 'number',
  packages: 'number',
  customer_name: 'string',
  phone: 'string',
  to_address: jsonOf<Stop['to_address']>(),
  notes: 'string?',
  fee: 'number?',
  fee_by: narrowed<Stop['fee_by']>('string'),
  to_collect: 'number?',
  distance: 'number?',
  is_estimate: 'boolean',
  status: narrowed<Stop['status']>('string'),
  failure_reason: 'string?',
  ended_at: 'string?',
  photo: 'string[]',
} as const
const STOP = namedAnswer('Stop', { ...STOP_ROW, to_address: ADDRESS, status: 'string', fee_by: 'string' })

const STOPS = {
  stops: {
    isNeeded: true,
    type: 'array',
    minItems: 1,
    maxItems: STOPS_MOST,
    items: { type: 'integer', minimum: 1 },
    description: 'Ids of deliveries, the first stop first',
  },
} as const satisfies ExtraBody

export const dayRoutes: Route[] = [
  get(
    'day',
    {
      needs: 'read',
      answers: { shipper: orNull(NAMED), day: 'day', data: [STOP] },
      summary: "A shipper's stops of a day; their own unless said",
      query: { shipper: idParameter('shippers'), day: dayParameter('today unless said') },
    },
    (call) => dayOf(call),
  ),
  post(
    'arrange',
    {
      needs: 'other',
      mayBeLate: true,
      creates: true,
      beside: STOPS,
      answers: { arranged: 'number' },
      summary: 'The order in which the stops of a day are driven to, as whoever brings them wants it',
    },
    (call) => arrange(call),
  ),
]

async function dayOf({
  db,
  actor,
  query,
  context,
}: Call): Promise<{ shipper: Named | null; day: string; data: Stop[] }> {
  const wanted = one(query.shipper)
  const asked = one(query.day)
  if (wanted && !/^\d{1,15}$/.test(wanted))
    refuse('invalid', { fields: { shipper: pack('{{field}} is not valid', { field: 'Shipper' }) } })
  if (asked && !isDay(asked)) refuse('invalid', { fields: { day: pack('{{field}} is not a date', { field: 'Day' }) } })
  const today = wallClock(new Date(), context.config.timezone).day
  const day = asked ?? today
  const shipper = await row(
    db,
    { id: 'number', name: 'string' },
    sql`select r.id, r.name from shippers r where r.deleted_at is null and ${wanted ? sql`r.id = ${wanted}::bigint and ${mayLookAt(actor)}` : sql`r.account = ${actor.id} and r.active`} order by r.id limit 1`,
  )
  if (!shipper) return { shipper: null, day, data: [] }
  const scope = scopeOf(goodsDelivery, actor)
  const isToday = day === today
  // What was brought or given up on a day stays on its way; what is still out, or was promised before and not yet brought, is on today's.
  const ofDay = sql`r.delivery_date = ${day}::date or (r.ended_at at time zone ${context.config.timezone})::date = ${day}::date`
  const when = isToday
    ? sql`(${ofDay} or r.status = 'out' or (r.status = 'registered' and r.delivery_date < ${day}::date))`
    : sql`(${ofDay})`
  const data = await rows(
    db,
    STOP_ROW,
    sql`select r.id, r.version, r.receipt_no, r.receipt_value::float8 as receipt_value, r.packages, r.customer_name, r.phone, r.to_address, r.notes,
          r.fee::float8 as fee, coalesce(r.fee_by, 'customer') as fee_by, r.to_collect::float8 as to_collect, r.distance::float8 as distance, r.is_estimate, r.status, r.failure_reason, to_json(r.ended_at) #>> '{}' as ended_at, r.photo
        from goods_delivery r where r.shipper = ${shipper.id} and r.deleted_at is null and ${when} ${scope ? sql`and ${scope}` : sql``}
        order by r.status in ('failed', 'delivered'), r.place, array_position(array['out', 'registered', 'failed', 'delivered'], r.status), r.to_address ->> 'ward', r.distance, r.id
        limit ${sql.lit(STOPS_MOST)}`,
  )
  return { shipper, day, data }
}

const areIds = (given: unknown): given is number[] =>
  Array.isArray(given) &&
  given.length > 0 &&
  given.length <= STOPS_MOST &&
  given.every((id) => Number.isSafeInteger(id))

/** Gives stops their places, of those that the caller sees; it changes nothing of the deliveries themselves. */
async function arrange({ db, actor, request }: Call): Promise<{ arranged: number }> {
  const { stops } = request.body as { stops: unknown }
  if (!areIds(stops)) refuse('invalid', { fields: { stops: pack('{{field}} is not valid', { field: 'Stops' }) } })
  const scope = scopeOf(goodsDelivery, actor)
  const arranged = await rows(
    db,
    { id: 'number' },
    sql`update goods_delivery r set place = o.place from unnest(${stops}::bigint[]) with ordinality o(id, place)
        where r.id = o.id and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``} returning r.id`,
  )
  return { arranged: arranged.length }
}

/** Oneself, and those of the register as far as one sees it. */
function mayLookAt(actor: Actor): Sql {
  const isOwn = sql`r.account = ${actor.id}`
  if (!actorMay(actor, shippers.permission, 'read')) return isOwn
  const scope = scopeOf(shippers, actor)
  return scope ? sql`(${isOwn} or ${scope})` : sql`true`
}
