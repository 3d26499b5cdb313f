import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import type { Actor } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { inTransaction, row, rows, type Tx } from '#server/db/db.ts'
import { described, namedAnswer, oneOf } from '#server/http/answers.ts'
import { type Call, post, type Route } from '#server/http/route.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { change } from '#server/resource/statements.ts'
import { text } from '../../shared/fields.ts'
import { formatMoment } from '../../shared/format.ts'
import { refuse } from '../../shared/refusals.ts'
import { orders } from './orders.ts'
import { keyOf } from './rules.server.ts'
import { type ScanAnswer, UNDO_SECONDS } from './scan.ts'

const CODE = { code: text('Code', { required: true, max: 60 }) }

const SCANNED = namedAnswer('OrderScanned', {
  outcome: described('`already`: it was scanned before, `by` whom and `at` which time', oneOf('done', 'already')),
  order: described('Code of the order', 'string'),
  id: 'number',
  parcel: described('The parcel that was read, where there are several', 'string?'),
  done: described('Parcels scanned', 'number'),
  of: 'number',
  by: 'string?',
  at: 'date',
})

export const scanRoutes: Route[] = [
  post(
    'scan-order-success',
    {
      needs: 'other',
      atCounter: true,
      creates: true,
      mayBeLate: true,
      body: CODE,
      answers: SCANNED,
      summary: 'Scan an order out, or one of its parcels: once, however often and wherever its code is read',
    },
    async (call) => {
      const answer = await scan(call, call.body.code)
      call.context.feed.nudge()
      return answer
    },
  ),
  post(
    'undo-scan',
    {
      needs: 'other',
      creates: true,
      mayBeLate: true,
      body: CODE,
      answers: null,
      summary: `Take back the caller's last scan, within ${UNDO_SECONDS} seconds`,
    },
    async (call) => {
      await undo(call, call.body.code)
      call.context.feed.nudge()
      return null
    },
  ),
]

/** Desks that read codes of one order at the same moment take turns: the row of the order is held by whoever comes first. */
const scan = ({ db, actor, context }: Pick<Call, 'db' | 'actor' | 'context'>, code: string): Promise<ScanAnswer> =>
  inTransaction(db, async (tx) => {
    const order = await held(tx, await meant(tx, code, actor), context)
    const parcel = parcelIn(order, code)
    const made = order.status === 'new' && (await write(tx, order, parcel, actor))
    if (made) return finish(tx, order, parcel, actor)
    const before = await scanOf(tx, order, parcel)
    return { ...said(order, parcel), outcome: 'already', by: before.by, at: before.at.toISOString() }
  })

/** The order whose code this is, of those that the actor may scan. */
async function meant(tx: Tx, code: string, actor: Actor): Promise<number> {
  const scope = scopeOf(orders, actor)
  const found = await rows(
    tx,
    { id: 'number', code: 'string', isSeen: 'boolean', store: 'string' },
    sql`select r.id, r.code, ${scope ?? sql`true`} as "isSeen", s.name as store from orders r join stores s on s.id = r.store
        where r.scan_codes @> array[${keyOf(code)}]::text[] and r.deleted_at is null order by r.id limit 6`,
  )
  const seen = found.filter(({ isSeen }) => isSeen)
  const [only] = seen
  if (seen.length > 1)
    refuse('code of several orders', { params: { code, orders: seen.map((one) => one.code).join(', ') } })
  if (only) return only.id
  const [elsewhere] = found
  return elsewhere
    ? refuse('order elsewhere', { params: { store: elsewhere.store } })
    : refuse('order unknown', { params: { code } })
}

interface Held {
  id: number
  code: string
  status: string
  round: number
  parcels: string[]
  place: number
}

async function held(tx: Tx, id: number, { config }: AppContext): Promise<Held> {
  const found = await row(
    tx,
    {
      ...{ id: 'number', code: 'string', status: 'string', round: 'number', parcels: 'string[]', place: 'number' },
      ...{ failed_at: 'date?', reason: 'string?' },
    },
    sql`select r.id, r.code, r.status, r.retries as round, r.store as place, r.failed_at,
          (select f.name from failure_reasons f where f.id = r.failure_reason) as reason,
          array(select p ->> 'code' from jsonb_array_elements(r.parcels) with ordinality x(p, at) order by at) as parcels
        from orders r where r.id = ${id} and r.deleted_at is null for update of r`,
  )
  if (!found) return refuse('not found')
  const { failed_at, reason, ...order } = found
  if (order.status === 'failed')
    refuse('order failed before', {
      params: { order: order.code, at: failed_at ? formatMoment(failed_at, config.timezone) : '–', why: reason ?? '–' },
    })
  return order
}

/** The parcel of this code; of an order in one parcel its own code and the tracking code mean that. Null where it names no parcels. */
function parcelIn({ code: order, parcels }: Held, code: string): string | null {
  const named = parcels.find((parcel) => keyOf(parcel) === keyOf(code))
  if (named !== undefined) return named
  const [only = null, ...others] = parcels
  return others.length > 0 ? refuse('parcels first', { params: { order, n: parcels.length } }) : only
}

/** Whether this is the first scan of it. */
async function write(tx: Tx, { id, code, round }: Held, parcel: string | null, actor: Actor): Promise<boolean> {
  const made = await row(
    tx,
    { id: 'number' },
    sql`insert into order_scans (order_id, round, code, scanned_at, scanned_by) values (${id}, ${round}, ${keyOf(parcel ?? code)}, done_at(), ${actor.id})
        on conflict do nothing returning id`,
  )
  return made !== undefined
}

/** With its last parcel the order is done. */
async function finish(tx: Tx, order: Held, parcel: string | null, actor: Actor): Promise<ScanAnswer> {
  const { id, code, place, parcels, round } = order
  const counted = await row(
    tx,
    { n: 'number', at: 'date' },
    sql`select count(*)::int as n, done_at() as at from order_scans where order_id = ${id} and round = ${round}`,
  )
  const done = counted?.n ?? 1
  if (done >= parcels.length) {
    const set = { status: 'scanned', scanned_by: actor.id, scanned_at: sql`done_at()` }
    await change(tx, orders, { id, set, action: 'scan', scope: null }, actor)
  } else
    await record(tx, actor, {
      ...{ action: 'parcel scanned', module: orders.name, recordId: id, title: code },
      ...{ place: { store: place }, changes: { parcels: [null, `${parcel} (${done}/${parcels.length})`] } },
    })
  return {
    ...said(order, parcel),
    outcome: 'done',
    done,
    by: actor.name,
    at: (counted?.at ?? new Date()).toISOString(),
  }
}

const said = ({ id, code: order, parcels }: Held, parcel: string | null) => ({
  ...{ order, id, parcel: parcels.length > 1 ? parcel : null },
  ...{ done: Math.max(1, parcels.length), of: Math.max(1, parcels.length) },
})

/** By whom and when it was scanned before; of what came another way, how the order stands. */
async function scanOf(
  tx: Tx,
  { id, code, round }: Held,
  parcel: string | null,
): Promise<{ by: string | null; at: Date }> {
  const found = await row(
    tx,
    { by: 'string?', at: 'date' },
    sql`select u.user_name as by, coalesce(s.scanned_at, r.scanned_at, r.updated_at) as at from orders r
          left join order_scans s on s.order_id = r.id and s.round = ${round} and s.code = ${keyOf(parcel ?? code)}
          left join users u on u.id = coalesce(s.scanned_by, r.scanned_by) where r.id = ${id}`,
  )
  return found ?? refuse('not found')
}

/** The last scan of whoever asks, if it is of this code and a minute has not gone. */
const undo = ({ db, actor }: Pick<Call, 'db' | 'actor'>, code: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const last = await row(
      tx,
      { id: 'number', order: 'number', code: 'string', isFresh: 'boolean' },
      sql`select s.id, s.order_id as "order", s.code, s.scanned_at > done_at() - make_interval(secs => ${UNDO_SECONDS}) as "isFresh"
          from order_scans s where s.scanned_by = ${actor.id} order by s.scanned_at desc, s.id desc limit 1`,
    )
    const order =
      last?.isFresh &&
      (await row(
        tx,
        { status: 'string', codes: 'string[]', round: 'number', store: 'number', code: 'string' },
        sql`select r.status, r.scan_codes as codes, r.retries as round, r.store, r.code from orders r where r.id = ${last.order} and r.deleted_at is null for update`,
      ))
    const isMeant = order && (last.code === keyOf(code) || order.codes.includes(keyOf(code)))
    if (!last || !order || !isMeant || !['new', 'scanned'].includes(order.status)) return refuse('scan undo over')
    const gone = await row(
      tx,
      { id: 'number' },
      sql`delete from order_scans where id = ${last.id} and round = ${order.round} returning id`,
    )
    if (!gone) refuse('scan undo over')
    if (order.status === 'scanned') {
      const set = { status: 'new', scanned_by: null, scanned_at: null }
      await change(tx, orders, { id: last.order, set, action: 'unscan', scope: null }, actor)
    } else
      await record(tx, actor, {
        ...{ action: 'unscan', module: orders.name, recordId: last.order, title: order.code },
        ...{ place: { store: order.store }, changes: { parcels: [last.code, null] } },
      })
  })
