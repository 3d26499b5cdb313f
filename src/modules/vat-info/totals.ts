const TOTALS = ['amount_without_vat', 'tax_amount', 'amount_with_vat', 'receipt_value'] as const

/** The totals that the last row of the lines says already: all of them, once there is a line. */
export const totalsOf = ({ lines }: Readonly<Record<string, unknown>>): readonly string[] =>
  Array.isArray(lines) && lines.length > 0 ? TOTALS : []
