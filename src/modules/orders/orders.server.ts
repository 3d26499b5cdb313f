import { sql } from 'kysely'
import type { ModuleOptions } from '#server/resource/module-options.ts'
import { serve } from '#server/resource/routes.ts'
import type { Columns } from '#server/resource/statements.ts'
import { statisticsRoutes } from '#server/statistics/routes.ts'
import { refuse } from '../../shared/refusals.ts'
import { failedRoute } from './failed.server.ts'
import { orderImports } from './import.server.ts'
import { orders } from './orders.ts'
import { codesOf, lockedTakenCodes, refuseTaken, refuseWrong, takenCodes, wrongOf } from './rules.server.ts'
import { scanRoutes } from './scan.server.ts'
import { scannedRoutes } from './scanned.server.ts'
import { settleRoute } from './settle.server.ts'
import { isScanned, upsertOrder } from './upsert.server.ts'

/** What steps set beside the state, at the time they were taken at. */
const SETS: Readonly<Record<string, Columns>> = {
  delivered: { delivered_at: sql`done_at()` },
  failed: { failed_at: sql`done_at()`, has_failed: true },
  retry: {
    ...{ waiting_since: sql`done_at()`, retries: sql`b.retries + 1`, scanned_by: null, scanned_at: null },
  },
}

const serving: ModuleOptions = {
  imports: orderImports,
  batch: { write: (tx, columns, { actor, named }) => upsertOrder(tx, columns, actor, named) },
  before: {
    create: (columns) => {
      refuseWrong(columns)
      return { ...columns, waiting_since: sql`done_at()` }
    },
    update: async (columns, old, { tx }) => {
      if (await isScanned(tx, Number(old.id))) refuse('order scanned')
      const next = { ...old, ...columns }
      refuseWrong({ ...next, total: Number(next.total), ordered_at: columns.ordered_at })
      if ('parcels' in columns || 'code' in columns) await refuseTaken(tx, columns, Number(old.id))
      return columns
    },
    restore: async (old, { tx }) => {
      const taken = await lockedTakenCodes(tx, old, Number(old.id))
      if (Object.keys(taken).length > 0) refuse('duplicate', { params: { field: orders.fields.parcels.label } })
      return {}
    },
    step: (name, columns) => ({ ...(name === 'failed' && { failure_note: null }), ...columns, ...SETS[name] }),
  },
  after: {
    create: async (id, { tx }) => {
      await refuseTaken(tx, await codesOf(tx, id), id)
    },
  },
  judge: async (columns, { db, old }) => ({
    ...wrongOf({
      ...old,
      ...columns,
      total: columns.total ?? (old && Number(old.total)),
      ordered_at: columns.ordered_at,
    }),
    ...(await takenCodes(db, columns, old ? Number(old.id) : null)),
  }),
  routes: [
    ...scanRoutes,
    ...scannedRoutes,
    failedRoute,
    settleRoute,
    ...statisticsRoutes(orders, {
      rows: ['day', 'month', 'store', 'shipping_unit', 'failure_reason'],
      summary: 'Orders by day, month, store, shipping unit or reason of failure',
    }),
  ],
}

export default serve(orders, serving)
