import type { MailAddress } from '../../../shared/mail.ts'

/** As far as a browser needs to tell a slip of the hand; the mail server knows the rest. */
export const isAddress = (text: string): boolean => /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]{2,}$/.test(text)

/** `Ngô Lan <lan@a.vn>, minh@b.vn; "Trần, Hà" <ha@c.vn>` as addresses; what is none stays as it was typed. */
export function parseAddresses(text: string): MailAddress[] {
  return split(text).flatMap((one) => {
    const found = /^(.*?)\s*<([^<>]*)>$/s.exec(one)
    const name = (found?.[1] ?? '').replace(/^["']|["']$/g, '').trim()
    const address = (found?.[2] ?? one).replace(/^mailto:/i, '').trim()
    return address ? [{ name: name === address ? '' : name, address }] : []
  })
}

/** At commas, semicolons and breaks, but not within quotes or brackets. */
function split(text: string): string[] {
  return (text.match(/(?:"[^"]*"|<[^>]*>|[^,;\n"<]|"|<)+/g) ?? []).map((one) => one.trim()).filter(Boolean)
}
