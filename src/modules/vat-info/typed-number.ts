/** A serial as it is written on an invoice, in whatever case and with or without the form before it, `1C26TAA`. */
export function serialOf(typed: string): { form: string | null; serial: string } {
  const code = typed.replaceAll(/[\s/-]/g, '').toUpperCase()
  const [, form = null, serial = code] = /^(\d)([CK].*)$/.exec(code) ?? []
  return { form, serial }
}

/** The number of an invoice without the blanks and dots that people group it by. */
export const invoiceNumber = (typed: string): string => typed.replaceAll(/[\s.]/g, '')
