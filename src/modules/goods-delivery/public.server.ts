import type { Tx } from '#server/db/db.ts'
import { refuseClosedStore } from '#server/http/open-store.ts'
import { publicForm } from '#server/http/public-form.ts'
import type { Call } from '#server/http/route.ts'
import { insert } from '#server/resource/statements.ts'
import { deliveryProblems } from '../../shared/asked-delivery.ts'
import { deliveryConsent } from '../../shared/consents/delivery.ts'
import { spokenNumber, type Values } from '../../shared/fields.ts'
import { wallClock } from '../../shared/format.ts'
import { refuse } from '../../shared/refusals.ts'
import { goodsDelivery } from './goods-delivery.ts'
import { queueMeasuring } from './measure.server.ts'
import { complete } from './way.server.ts'

const { receipt_no, receipt_value, packages, store, to_address, customer_name, phone, delivery_date, notes } =
  goodsDelivery.fields
const form = { receipt_no, receipt_value, packages, store, to_address, customer_name, phone, delivery_date, notes }

/** A customer asks for their goods to be brought; status, source, way and fee are the server's. */
export const registerRoute = publicForm('goods-delivery-register', {
  summary: 'A goods delivery by the public',
  body: form,
  makes: 'goods-delivery',
  consent: deliveryConsent,
  judge: async ({ body, context }) =>
    deliveryProblems({ to_address: {}, ...body }, wallClock(new Date(), context.config.timezone).day),
  receive: register,
})

async function register(tx: Tx, { body, actor, context }: Call<Values<typeof form>>) {
  await refuseClosedStore(tx, body.store)
  const fields = deliveryProblems(body, wallClock(new Date(), context.config.timezone).day)
  if (Object.keys(fields).length > 0) refuse('invalid', { fields })
  const own = Object.fromEntries(Object.keys(form).map((name) => [name, body[name as keyof typeof form] ?? null])) // its own names
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
