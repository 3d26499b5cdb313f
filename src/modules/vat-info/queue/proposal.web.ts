import type { Named } from '../../../shared/fields.ts'
import { wallClock } from '../../../shared/format.ts'
import { get } from '../../../web/api.ts'
import type { Draft } from '../../../web/fields/values.ts'
import { client } from '../../../web/query.ts'
import type { AnyRow } from '../../../web/screens/module.ts'
import type { StepWays } from '../../../web/screens/view/move.ts'
import { chainTimeZone } from '../../../web/session.ts'
import { vatInfo } from '../vat-info.ts'

const CORRECTING: readonly string[] = ['adjust-invoice', 'replace-invoice']

/** What the next invoice of a store is likely called. */
export interface Proposal {
  invoice_form: string
  invoice_serial: string | null
  invoice_number: string | null
}

const fetchProposal = (store: number | null): Promise<Proposal> =>
  get(`${vatInfo.wire}/next-invoice`, store ? { store } : {}, { quiet: true })

const key = (store: number | null) => [vatInfo.wire, 'next-invoice', store] as const

/** What a dialog proposes of an invoice or of one that corrects it: the day is today's, serial and number those of the next. */
async function proposed(row: AnyRow, step: string): Promise<Draft | undefined> {
  const today = wallClock(new Date(), chainTimeZone()).day
  const isIssue = step === 'issue-invoice'
  if (!isIssue && !CORRECTING.includes(step)) return undefined
  const next = await fetchProposal((row.store as Named | null)?.id ?? null).catch(() => undefined) // a ref, as a record shows it
  return isIssue
    ? { issued_on: today, ...next }
    : { corrected_on: today, correction_serial: next?.invoice_serial, correction_number: next?.invoice_number }
}

export const vatWays: StepWays = { proposed }

/** As the server knows it, and then as invoices are issued here, without asking again; never that of another store. */
export const proposalOf = (store: number | null) => ({
  queryKey: key(store),
  queryFn: () => fetchProposal(store),
  staleTime: Number.POSITIVE_INFINITY,
})

/** After an invoice of this store: its serial goes on with it, and so does every store with the same serial. */
export function proposeAfter(store: number | null, issued: Proposal): void {
  propose(store, { ...issued, invoice_number: after(issued.invoice_number) })
}

/** The number that was given back is the next. */
export const proposeAgain = propose

function propose(store: number | null, next: Proposal): void {
  const isSame = (one: Proposal | undefined) =>
    one?.invoice_serial === next.invoice_serial && one.invoice_form === next.invoice_form
  // What is still on its way was asked before this invoice.
  void client.cancelQueries({ queryKey: [vatInfo.wire, 'next-invoice'] })
  client.setQueriesData<Proposal>({ queryKey: [vatInfo.wire, 'next-invoice'] }, (one) => (isSame(one) ? next : one))
  client.setQueryData(key(store), next)
}

/** Proposals begin with what the server knows when the queue is opened. */
export const forgetProposals = (): void => client.removeQueries({ queryKey: [vatInfo.wire, 'next-invoice'] })

/** With as many zeros in front. */
function after(number: string | null): string | null {
  if (number === null || !/^\d+$/.test(number)) return number
  const next = String(Number(number) + 1).padStart(number.length, '0')
  return next.length > (vatInfo.fields.invoice_number.max ?? 8) ? null : next
}
