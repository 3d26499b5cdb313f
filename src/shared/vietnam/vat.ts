/** Arithmetic of VAT in whole đồng; pure. */

export interface VatAmounts {
  net: number
  tax: number
  gross: number
}

/** Tills round a price with tax, so the tax of a line may be one đồng off (design/vietnam.md 2). */
export const TOLERANCE = 1

/** The tax of an amount at a rate in percent, half a đồng up. */
export const taxOf = (net: number, rate: number): number => Math.round((net * rate) / 100)

/** Which amount of a line is wrong at this rate; null where they fit. */
export function wrongAmount({ net, tax, gross }: VatAmounts, rate: number): 'tax' | 'gross' | null {
  if (Math.abs(tax - taxOf(net, rate)) > TOLERANCE) return 'tax'
  return net + tax === gross ? null : 'gross'
}

export const sumOf = (lines: readonly VatAmounts[]): VatAmounts => ({
  net: lines.reduce((sum, { net }) => sum + net, 0),
  tax: lines.reduce((sum, { tax }) => sum + tax, 0),
  gross: lines.reduce((sum, { gross }) => sum + gross, 0),
})
