/** The codes printed on goods (GS1): EAN-13, EAN-8, UPC-A, UPC-E and the case's GTIN-14 end with a digit that checks the others. */

/** Whether it reads like the code of goods: digits alone, as many as such a code has. All else is a code of the chain's own. */
export const looksLikeBarcode = (code: string): boolean => /^(?:\d{8}|\d{12,14})$/.test(code)

/** Whether the check digit is right; true of what has none, such as the chain's own codes. */
export function isBarcodeRight(code: string): boolean {
  if (!looksLikeBarcode(code)) return true
  if (checkDigit(code.slice(0, -1)) === Number(code.at(-1))) return true
  const long = upcOfShort(code)
  return long !== null && checkDigit(long.slice(0, -1)) === Number(long.at(-1))
}

/** The digit that GS1 codes of any length end with: from the right, digits count three times and once by turns. */
export function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** How else a reader may write the code of the same product: a UPC-A is the EAN-13 that begins with 0. */
export const spellingsOf = (code: string): string[] => {
  if (/^0\d{12}$/.test(code)) return [code, code.slice(1)]
  return /^\d{12}$/.test(code) && isBarcodeRight(code) ? [code, `0${code}`] : [code]
}

/** The UPC-A that a UPC-E of eight digits stands for; null of any other code. */
function upcOfShort(code: string): string | null {
  const [, system, digits = '', last = '', check] = /^([01])(\d{5})(\d)(\d)$/.exec(code) ?? []
  if (!system) return null
  const [maker, item] =
    Number(last) < 3
      ? [`${digits.slice(0, 2)}${last}00`, `00${digits.slice(2)}`]
      : last === '3'
        ? [`${digits.slice(0, 3)}00`, `000${digits.slice(3)}`]
        : last === '4'
          ? [`${digits.slice(0, 4)}0`, `0000${digits.slice(4)}`]
          : [digits, `0000${last}`]
  return `${system}${maker}${item}${check}`
}
