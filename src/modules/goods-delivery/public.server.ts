import type { Tx } from '#server/db/db.ts'
import { refuseClosedStore } from '#server/http/open-store.ts'
import { publicFormRoute } from '#server/http/public-form.ts'
import type { Call } from '#server/http/route.ts'
import { insert } from '#server/resource/statements.ts'
import { spokenNumber, type Values } from '../../shared/fields.ts'
import { wallClock } from '../../shared/format.ts'
import { refuseFields } from '../../shared/refusals.ts'
import { deliveryProblems } from './asked-delivery.ts'
import { deliveryRegistration } from './good-delivery-registration.public.ts'
import { goodsDelivery } from './goods-delivery.ts'
import { queueMeasuring } from './measure.server.ts'
import { complete } from './way.server.ts'

/** A customer asks for their goods to be brought; status, source, way and fee are the server's. */
export const registerRoute = publicFormRoute(deliveryRegistration, {
  answers: { number: 'string', fee: 'number?', is_estimate: 'boolean' },
  judge: async ({ body, context }) =>
    deliveryProblems({ to_address: {}, ...body }, wallClock(new Date(), context.config.timezone).day),
  receive: register,
})

async function register(tx: Tx, { body, actor, context }: Call<Values<typeof deliveryRegistration.fields>>) {
  await refuseClosedStore(tx, body.store)
  const fields = deliveryProblems(body, wallClock(new Date(), context.config.timezone).day)
  refuseFields(fields)
  const own = Object.fromEntries(
    Object.keys(deliveryRegistration.fields).map((name) => [name, body[name as keyof typeof body] ?? null]), // its own names
  )
  const columns = await complete(tx, { ...own, packages: body.packages ?? 1, status: 'registered', source: 'public' })
  const id = await insert(tx, goodsDelivery, columns, actor)
  await queueMeasuring(tx, context, id)
  return {
    id,
    answer: {
      number: spokenNumber(goodsDelivery.fields.number, id),
      fee: columns.fee,
      is_estimate: columns.is_estimate,
    },
  }
}
