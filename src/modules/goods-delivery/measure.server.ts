import { sql } from 'kysely'
import { theServer } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { row, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { type Call, post } from '#server/http/route.ts'
import { queueJob } from '#server/jobs/jobs.ts'
import { NoWay, type Point, wayBetween } from '#server/places/route-service.ts'
import { change } from '#server/resource/statements.ts'
import { type Address, address, money, ref, type Values } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import { goodsDelivery } from './goods-delivery.ts'
import { estimate, feeOf, type Way } from './way.server.ts'

const asked = {
  store: ref('Store', 'stores', { required: true, requiredMessage: 'Please select the store to continue' }),
  to_address: address('To address', { required: true }),
  receipt_value: money('Receipt value'),
}

/** The way and its fee before anything is saved: from the routing service, or an estimate marked as such. */
export const measureRoute = post(
  'measure',
  {
    needs: 'add',
    limit: 'private lookup',
    body: asked,
    answers: { distance: 'number', duration: 'number?', is_estimate: 'boolean', fee: 'number?' },
    summary: 'Distance, duration and fee of a way, measured or estimated',
  },
  (call) => measure(call),
)

async function measure({ db, body, context }: Call<Values<typeof asked>>) {
  const isMeasured = context.config.routing !== undefined
  const way = isMeasured
    ? await measured(context, body.store, body.to_address).catch(tell)
    : await estimate(db, body.store, body.to_address)
  if (way.distance === null) refuse('no routing')
  return { ...way, is_estimate: !isMeasured, fee: await feeOf(db, way.distance, body.receipt_value ?? 0) }
}

const tell = (error: unknown): never =>
  error instanceof NoWay
    ? refuse(error.why === 'unknown' ? 'way unknown' : 'routing failed')
    : (Promise.reject(error) as never)

/** From the store's place on the map, or its address where it has none. */
async function measured(context: AppContext, store: number, to: Address): Promise<Way> {
  const { routing } = context.config
  if (!routing) throw new NoWay('failed')
  const from = await row(
    context.db,
    { address: jsonOf<Address | null>(), latitude: 'string?', longitude: 'string?' },
    sql`select address, latitude, longitude from stores where id = ${store}::bigint`,
  )
  const start = from && (pointIn(from.latitude, from.longitude) ?? from.address)
  if (!start) throw new NoWay('unknown')
  return wayBetween(routing, start, to)
}

function pointIn(latitude: string | null, longitude: string | null): Point | null {
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  return latitude && longitude && Number.isFinite(point.latitude + point.longitude) ? point : null
}

/** Has a new delivery measured once it is kept, where there is a service to ask. */
export async function queueMeasuring(tx: Tx, { config }: AppContext, id: number): Promise<void> {
  if (config.routing) await queueJob(tx, 'measure delivery', { id }, { key: `measure delivery ${id}` })
}

/** Measures a delivery that came with no way, or an estimated one; what a person entered stays. */
export async function measureAgain(context: AppContext, id: number): Promise<void> {
  const found = await row(
    context.db,
    { store: 'number', to_address: jsonOf<Address>(), receipt_value: 'number', version: 'number' },
    sql`select store, to_address, receipt_value, version from goods_delivery
        where id = ${id} and deleted_at is null and (distance is null or is_estimate)`,
  )
  if (!found) return
  // An address the service does not know stays estimated; only a service that fails is asked again.
  const way = await measured(context, found.store, found.to_address).catch((error: unknown) =>
    error instanceof NoWay && error.why === 'unknown' ? null : Promise.reject(error),
  )
  if (!way) return
  const set = { ...way, is_estimate: false, fee: await feeOf(context.db, way.distance, found.receipt_value) }
  await change(context.db, goodsDelivery, { id, version: found.version, set, action: 'update', scope: null }, theServer)
  context.feed.nudge()
}
