import { useQuery } from '@tanstack/react-query'
import { get } from '../../../web/api.ts'
import { client } from '../../../web/query.ts'
import { vatInfo } from '../vat-info.ts'

/** What the next invoice of a store is likely called. */
export interface Proposal {
  invoice_form: string
  invoice_serial: string | null
  invoice_number: string | null
}

const key = (store: number | null) => [vatInfo.wire, 'next-invoice', store] as const

/** As the server knows it, and then as invoices are issued here, without asking again. */
export function useProposal(store: number | null): Proposal | undefined {
  return useQuery({
    queryKey: key(store),
    queryFn: () => get<Proposal>(`${vatInfo.wire}/next-invoice`, store ? { store } : {}, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

/** After an invoice of this store: its serial goes on with it, and so does every store with the same serial. */
export function proposeAfter(store: number | null, issued: Proposal): void {
  propose(store, { ...issued, invoice_number: after(issued.invoice_number) })
}

/** The number that was given back is the next. */
export const proposeAgain = propose

function propose(store: number | null, next: Proposal): void {
  const isSame = (one: Proposal | undefined) =>
    one?.invoice_serial === next.invoice_serial && one.invoice_form === next.invoice_form
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
