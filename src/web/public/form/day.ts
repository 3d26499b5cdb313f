/** A day as it is typed here, 31/12/1990: slashes come by themselves, and what a browser fills in as 1990-12-31 is turned. */
export function typedDay(typed: string): string {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typed)
  if (iso) return `${iso[3]}/${iso[2]}/${iso[1]}`
  const parts = typed.split(/[/.\-\s]+/)
  if (parts.length > 1)
    return parts
      .map((part) => part.replace(/\D/g, ''))
      .slice(0, 3)
      .join('/')
      .slice(0, 10)
  const digits = typed.replace(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/')
}

/** As `YYYY-MM-DD`; what is no day yet is left as it is, for the check to say so. */
export function dayOf(typed: string): string {
  const found = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed.trim())
  if (!found) return typed.trim()
  const [, day = '', month = '', year = ''] = found
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
