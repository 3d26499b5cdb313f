import { sql } from 'kysely'
import type { AppContext } from '#server/app-context.ts'
import { row } from '#server/db/db.ts'
import { get } from '#server/http/route.ts'
import { holdsSealed } from '#server/private/fields.ts'
import { nextOf } from '#server/resource/judging.ts'
import type { HookCall } from '#server/resource/module-options.ts'
import { serve } from '#server/resource/routes.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { refuse, refuseFields } from '../../shared/refusals.ts'
import { TODAY } from '../../shared/time/today.ts'
import { cardRoutes } from './cards.server.ts'
import { tellEnding } from './ending.server.ts'
import { staffImports } from './import.server.ts'
import { standingOn, standingsOf } from './standing.ts'
import { supplierStaffs } from './supplier-staffs.ts'

const { identity_number } = supplierStaffs.fields

/** Nobody's last day comes before their first. */
const wrongDays = ({ valid_from, valid_until }: Columns): Record<string, string> =>
  valid_from && valid_until && String(valid_until) < String(valid_from)
    ? { valid_until: pack('The last day cannot be before the first') }
    : {}

/** Under whichever key the other one's number lies there: the index compares those of one key. */
async function refuseTwice({ tx, call }: HookCall, number: unknown, self = 0): Promise<void> {
  if (typeof number !== 'string') return
  const found = await row(
    tx,
    sql`select 1 as n from supplier_staffs r
        where ${holdsSealed(call.context.config.keys, sql`r.identity_number`, number)} and r.id <> ${self} and r.deleted_at is null`,
  )
  if (!found) return
  const params = { field: identity_number.label }
  refuse('duplicate', { params, fields: { identity_number: pack('{{field}} is already in use', params) } })
}

export default serve(supplierStaffs, {
  imports: staffImports,
  filters: {
    standing: (values) => ({
      where: sql`(${sql.raw(standingOn(TODAY))}) = any(${standingsOf(values)}::text[])`,
    }),
  },
  before: {
    create: async (columns, hook) => {
      refuseFields(wrongDays(columns))
      await refuseTwice(hook, columns.identity_number)
      return columns
    },
    update: async (columns, old, hook) => {
      refuseFields(wrongDays({ ...old, ...columns }))
      await refuseTwice(hook, columns.identity_number, Number(old.id))
      return columns
    },
  },
  judge: (columns, about) => wrongDays(nextOf(columns, about)),
  routes: [
    ...cardRoutes,
    get(
      ':id/block-reason',
      { needs: 'other', answers: { reason: 'string?' }, summary: 'Why somebody is blocked' },
      async ({ db, id }) =>
        (await row(
          db,
          { reason: 'string?' },
          sql`select block_reason as reason from supplier_staffs where id = ${id} and deleted_at is null`,
        )) ?? refuse('not found'),
    ),
  ],
})

export const timed = (context: AppContext) => [
  { name: 'supplier-staff-ending', cron: '10 * * * *', work: () => tellEnding(context) },
]
