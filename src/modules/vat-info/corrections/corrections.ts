import type { Row } from '../../../shared/resource.ts'
import type { vatInfo } from '../vat-info.ts'

type Request = Pick<Row<typeof vatInfo>, 'invoice_serial' | 'invoice_number' | 'issued_on' | 'corrections'>
type Correction = Request['corrections'][number]

/** One invoice of a request. */
export interface Link {
  /** Serial and number, as notes name it. */
  name: string
  on: string | null
  /** Why it was made; null of the invoice first issued. */
  correction: Correction | null
  /** Place in the chain of the invoice it corrects, and of those that correct it. */
  corrects: number | null
  correctedBy: readonly number[]
  /** Whether another invoice stands in its place. */
  isReplaced: boolean
}

/** The invoice first issued and every one that corrects it, each with the way to the others; empty before anything is issued. */
export function chainOf({ invoice_serial, invoice_number, issued_on, corrections }: Request): Link[] {
  if (!invoice_number) return []
  const made = [
    { name: `${invoice_serial} ${invoice_number}`, on: issued_on, correction: null },
    ...corrections.map((one) => ({ name: `${one.serial} ${one.number}`, on: one.on, correction: one })),
  ]
  const corrected = made.map(({ correction }) =>
    correction ? made.findIndex(({ name }) => name === correction.corrects) : -1,
  )
  return made.map((one, at) => {
    const correctedBy = corrected.flatMap((of, by) => (of === at ? [by] : []))
    const place = corrected[at] ?? -1
    return {
      ...one,
      corrects: place < 0 ? null : place,
      correctedBy,
      isReplaced: correctedBy.some((by) => made[by]?.correction?.way === 'replaced'),
    }
  })
}
