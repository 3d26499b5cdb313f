import { type Actor, actorMay } from '#server/actor.ts'
import { IN_PERSON } from '#server/auth/in-person.ts'
import { confirmed } from '#server/confirmed-codes.ts'
import { get, post } from '#server/http/route.ts'
import { consentsRoute } from '#server/private/consents.ts'
import { refusedBy } from '#server/resource/judging.ts'
import { serve } from '#server/resource/routes.ts'
import type { Columns } from '#server/resource/statements.ts'
import { refuse } from '../../shared/refusals.ts'
import { AMOUNTS, settledAmounts } from './amounts.server.ts'
import { batchAhead, makeBatch } from './batch.server.ts'
import { WITHOUT_INVOICE } from './choices.ts'
import { COMPANY_EMAIL, recordCompanyEmail, withCompanyEmail } from './company-email.server.ts'
import { publicBill, vatRegister } from './public/public.server.ts'
import { queueRoutes } from './queue.server.ts'
import { resultImports } from './results.server.ts'
import { guards, stepColumns } from './steps.server.ts'
import { refuseTwice } from './twice.server.ts'
import { vatInfo } from './vat-info.ts'

/** What an invoice says; who to reach may change later, too. */
const REACHING = ['email', 'phone', 'buyer']

export default serve(vatInfo, {
  beside: COMPANY_EMAIL,
  after: { create: (id, { tx, actor, call }) => recordCompanyEmail(tx, actor, id, call) },
  before: {
    async create(given, { tx, actor, call }) {
      const columns = await withCompanyEmail(tx, given, call)
      await refuseTwice(tx, columns, actor)
      return settledAmounts(tx, confirmed(vatInfo, columns, actor))
    },
    async update(columns, old, { tx, actor }) {
      refuseIssued(columns, old, actor)
      const next = { ...old, ...columns }
      if ('bill_tail' in columns || 'tax_code' in columns || 'receipt_number' in columns)
        await refuseTwice(tx, next, actor, Number(old.id))
      const ready = confirmed(vatInfo, columns, actor, old)
      if (!AMOUNTS.some((name) => name in columns)) return ready
      const settled = await settledAmounts(tx, totalsAnew(columns, next))
      return { ...ready, ...Object.fromEntries(AMOUNTS.map((name) => [name, settled[name]])) }
    },
    step: stepColumns,
  },
  judge: (columns, { db, actor, old, isRefused }) => {
    const next = { ...old, ...columns }
    return refusedBy(
      () => refuseTwice(db, next, actor, Number(old?.id ?? 0)),
      () => confirmed(vatInfo, columns, actor, old),
      () => isRefused(...AMOUNTS) || settledAmounts(db, old ? totalsAnew(columns, next) : columns),
    )
  },
  guards,
  imports: resultImports,
  routes: [
    consentsRoute(vatInfo),
    ...queueRoutes,
    get(
      'batch',
      {
        needs: 'other',
        answers: { n: 'number', lacking: 'number' },
        summary: 'How many requests the next batch takes, and how many wait for their amounts',
      },
      batchAhead,
    ),
    post(
      'batch',
      {
        needs: ['report', 'other'],
        limit: 'password',
        body: IN_PERSON,
        answers: { batch: 'number', n: 'number' },
        summary: 'Marks every request that waits as sent to the invoicing provider',
      },
      makeBatch,
    ),
  ],
  rootRoutes: [vatRegister, publicBill],
})

/** With new lines, totals that were not given along are those of the lines. */
const totalsAnew = (columns: Columns, next: Columns): Columns =>
  'lines' in columns
    ? { ...next, ...Object.fromEntries(AMOUNTS.slice(2).map((name) => [name, columns[name] ?? null])) }
    : next

function refuseIssued(columns: Columns, { state }: Columns, actor: Actor): void {
  if (WITHOUT_INVOICE.some((one) => one === state) || Object.keys(columns).every((name) => REACHING.includes(name)))
    return
  // The correcting invoice says what is right, and so may the record.
  if (state !== 'issued' && actorMay(actor, vatInfo.permission, 'other')) return
  refuse('invoice issued')
}
