import { sql } from 'kysely'
import { actorMay } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { consentsRoute } from '#server/private/consents.ts'
import type { Imports } from '#server/resource/import-options.ts'
import type { ModuleOptions } from '#server/resource/module-options.ts'
import { serve } from '#server/resource/routes.ts'
import { mineFilter } from '#server/resource/waiting.ts'
import { dayRoutes } from './day.server.ts'
import { goodsDelivery } from './goods-delivery.ts'
import { measureAgain, measureRoute, queueMeasuring } from './measure.server.ts'
import { registerRoute } from './public.server.ts'
import { complete, reckon, touchesWay } from './way.server.ts'

const imports: Imports = {
  completed: ['fee', 'status', 'source'],
  complete: () => sql`, completed as (
      select c.*, delivery_fee((c.p).distance, (c.p).receipt_value) as fee, 'registered'::text as status, 'staff'::text as source
      from c
    )`,
}

/** Who brings goods but changes no deliveries goes out with their own, and gives none to somebody else. */
const guards: ModuleOptions['guards'] = (step, { shipper }, actor) =>
  step !== 'out' || actorMay(actor, goodsDelivery.permission, 'edit')
    ? []
    : [
        {
          where: sql`not exists (select 1 from shippers s where s.id = ${shipper}::bigint and s.account = ${actor.id})`,
          refusal: 'no permission',
        },
      ]

const served = serve(goodsDelivery, {
  filters: { whose: mineFilter(goodsDelivery) },
  guards,
  imports,
  before: {
    create: (columns, { tx }) => complete(tx, columns),
    update: (columns, old, { tx }) => (touchesWay(columns) ? reckon(tx, columns, old) : columns),
    step: (name, columns) => ({
      ...columns,
      ...(name === 'out'
        ? { out_at: sql`done_at()`, ended_at: null, ended_by: null, failure_reason: null }
        : name === 'undo-ended'
          ? { photo: [], failure_reason: null }
          : { ended_at: sql`done_at()` }),
    }),
  },
  after: {
    create: (id, { tx, call }) => queueMeasuring(tx, call.context, id),
  },
  routes: [measureRoute, consentsRoute(goodsDelivery), ...dayRoutes],
})

export default { ...served, routes: [...served.routes, registerRoute] }

export const jobs = (context: AppContext): Record<string, Job> => ({
  'measure delivery': ({ id }) => measureAgain(context, Number(id)),
})
