import { sql } from 'kysely'
import type { House } from '#server/house.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { serve } from '#server/resource/serve.ts'
import type { Imports } from '#server/sheets/imports.ts'
import { dayRoutes } from './day.server.ts'
import { deliveryFlow } from './flow.ts'
import { goodsDelivery } from './goods-delivery.ts'
import { measureAgain, measureRoute, queueMeasuring } from './measure.server.ts'
import { registerRoute } from './public.server.ts'
import { complete, reckon, touchesWay } from './way.server.ts'

const imports: Imports = {
  completed: ['fee', 'status', 'source'],
  complete: async (tx, importId, lines) => {
    await sql`update import_rows i set "values" = i."values" || jsonb_build_object('status', 'registered', 'source', 'staff', 'fee',
          delivery_fee(p.distance, p.receipt_value))
        from import_rows own cross join lateral jsonb_populate_record(null::goods_delivery, own."values") p
        where own.import = i.import and own.line = i.line and i.import = ${importId} and i.line = any(${[...lines]}::int[])`.execute(
      tx,
    )
  },
}

export default serve(goodsDelivery, {
  flow: deliveryFlow,
  imports,
  before: {
    create: (columns, { tx }) => complete(tx, columns),
    update: (columns, old, { tx }) => (touchesWay(columns) ? reckon(tx, columns, old) : columns),
    step: (name, columns) => ({
      ...columns,
      ...(name === 'out' ? { out_at: sql`now()`, ended_at: null, failure_reason: null } : { ended_at: sql`now()` }),
    }),
  },
  after: {
    create: (id, { tx, call }) => queueMeasuring(tx, call.house, id),
  },
  routes: [measureRoute, registerRoute, ...dayRoutes],
})

export const jobs = (house: House): Record<string, Job> => ({
  'measure delivery': ({ id }) => measureAgain(house, Number(id)),
})
