import { isDay } from '../time/days.ts'

/** What the code on a citizen card says; what it does not say, or says wrongly, is null. Days are `YYYY-MM-DD`. */
export interface CitizenCard {
  /** Twelve digits. */
  number: string
  /** Nine digits, of the paper before it. */
  oldNumber: string | null
  name: string | null
  birthDate: string | null
  isFemale: boolean | null
  /** In one line, as it was written when the card was issued. */
  address: string | null
  issuedOn: string | null
}

/**
 * Reads the code of a citizen card: `number|old number|name|ddmmyyyy|sex|address|issued` (design/vietnam.md, 3). Cards since July 2024 say
 * more behind that, which is left out.
 * @returns null of any other code
 */
export function readCitizenCard(code: string): CitizenCard | null {
  const [number = '', old = '', name = '', born = '', sex = '', address = '', issued = ''] = code
    .normalize('NFC')
    .split('|')
    .map((part) => part.trim().replace(/\s+/g, ' '))
  if (!code.includes('|') || !/^\d{12}$/.test(number)) return null
  return {
    number,
    oldNumber: /^\d{9}$/.test(old) ? old : null,
    name: /\p{L}/u.test(name) ? inNameCase(name) : null,
    birthDate: dayOf(born),
    isFemale: sexOf(sex),
    address: address || null,
    issuedOn: dayOf(issued),
  }
}

/** What a scanner has typed so far is the beginning of a citizen card's code. */
export const beginsCitizenCard = (typed: string): boolean => /^\d{12}\|/.test(typed)

function dayOf(written: string): string | null {
  const [, day, month, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(written) ?? []
  const read = `${year}-${month}-${day}`
  return year && isDay(read) ? read : null
}

function sexOf(written: string): boolean | null {
  const word = written.toLocaleLowerCase('vi')
  return word === 'nữ' || word === 'nu' ? true : word === 'nam' ? false : null
}

/** Some cards, and some scanners, write names in one case. */
function inNameCase(name: string): string {
  const [lower, upper] = [name.toLocaleLowerCase('vi'), name.toLocaleUpperCase('vi')]
  if (name !== lower && name !== upper) return name
  return lower.replace(/(^|[\s'-])\p{L}/gu, (start) => start.toLocaleUpperCase('vi'))
}
