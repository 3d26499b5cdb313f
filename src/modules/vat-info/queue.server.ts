import { sql } from 'kysely'
import { row, type Sql } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { type Call, get } from '#server/http/route.ts'
import { countsOf } from '#server/resource/query/list.ts'
import { readListQuery } from '#server/resource/query/parse-query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { HOUR_MS } from '../../shared/time/units.ts'
import { QUEUE, type QueueTab } from './choices.ts'
import { vatInfo } from './vat-info.ts'

/** How many requests each tab of the list shows, in its reader's scope; the list of the tab has the same total. */
async function counts({ db, actor, context }: Call): Promise<Record<string, number>> {
  const whole = readListQuery(vatInfo, {})
  const lists = Object.fromEntries(QUEUE.map(({ tab, states }) => [tab, { ...whole, filters: { state: [...states] } }]))
  return countsOf(db, { definition: vatInfo, actor, timeZone: context.config.timezone }, { ...lists, all: whole })
}

const LAST = { invoice_form: 'string', invoice_serial: 'string', invoice_number: 'string' } as const
const NEXT = { invoice_form: 'string', invoice_serial: 'string?', invoice_number: 'string?' } as const

/**
 * What the next invoice of a store is likely called: the serial of the one it issued last, else of the chain's last, and the number
 * after the highest of that serial. In a new year the serial says that year, and counts from one (Circular 78/2021, Article 4).
 */
async function nextInvoice({ db, actor, query }: Call): Promise<RowOf<typeof NEXT>> {
  const store = Number(query.store) || null
  const scope = scopeOf(vatInfo, actor) ?? sql`true`
  const lastOf = (where: Sql) =>
    row(
      db,
      LAST,
      sql`select coalesce(r.invoice_form, '1') as invoice_form, r.invoice_serial, r.invoice_number from vat_info r
          where r.invoice_serial is not null and r.invoice_number is not null and r.deleted_at is null and ${scope} and ${where}
          order by r.completed_at desc nulls last limit 1`,
    )
  const last = (store && (await lastOf(sql`r.store = ${store}`))) || (await lastOf(sql`true`))
  if (!last) return { invoice_form: '1', invoice_serial: null, invoice_number: null }
  const year = new Date(Date.now() + 7 * HOUR_MS).toISOString().slice(2, 4)
  const serial = last.invoice_serial.replace(/(?<=^[CK])\d\d/, year)
  const found = await row(
    db,
    { next: 'number' },
    sql`select (coalesce(max(number), 0) + 1)::int as next from vat_invoices where form = ${last.invoice_form} and serial = ${serial}`,
  )
  const number = String(found?.next ?? 1).padStart(last.invoice_number.length, '0')
  return {
    invoice_form: last.invoice_form,
    invoice_serial: serial,
    invoice_number: number.length > (vatInfo.fields.invoice_number.max ?? 8) ? null : number,
  }
}

const TABS = Object.fromEntries(QUEUE.map(({ tab }) => [tab, 'number'])) as Record<QueueTab, 'number'> // one of each

export const queueRoutes = [
  get(
    'counts',
    { needs: 'read', answers: { ...TABS, all: 'number' }, summary: 'How many requests are in which state' },
    counts,
  ),
  get(
    'next-invoice',
    {
      needs: 'edit',
      answers: NEXT,
      summary: 'What the next invoice of a store is likely called: the last serial and the number after the highest',
      query: { store: 'whose invoice it is' },
    },
    nextInvoice,
  ),
]
