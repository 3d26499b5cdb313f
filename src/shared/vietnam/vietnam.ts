/** Facts of Vietnam that fields rely on; pure. */

/** Letters, digits and marks of the wide forms that Korean and Japanese keyboards write, in their usual ones. */
export const halfWidth = (typed: string): string =>
  typed.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

/** Digits only: spaces, dots, dashes and brackets people type are dropped. */
export const plainDigits = (typed: string): string => typed.replace(/[\s.\-()]/g, '')

/** Tax codes and phones in a search, which are kept as digits alone and printed in groups: as groups that each are looked for. */
export const spacedNumbers = (search: string): string =>
  search.replace(/(?<!\S)\d{3,}(?: ?[.\-\u2010-\u2014] ?\d{3,})+(?!\S)/g, (number) => {
    const groups = number.match(/\d+/g) ?? []
    return /^\d{10,13}$/.test(groups.join('')) ? groups.join(' ') : number
  })

/** What 0120 to 0129 became. */
const MOVED = [70, 79, 77, 83, 84, 85, 76, 81, 78, 82]

/**
 * The same of a phone: 84, +84, 0084 and +84 (0) become 0, and a mobile of eleven digits is the one of ten that it became in September 2018, its last
 * seven digits unchanged (numbering plan of Circular 22/2014/TT-BTTTT; design/vietnam.md, 4).
 */
export const plainPhone = (typed: string): string =>
  plainDigits(typed)
    .replace(/^(?:\+84|0084|84)0?(?=\d{9,10}$)/, '0')
    .replace(/^01(2|6(?=[2-9])|8(?=[68])|9(?=9))(\d)(?=\d{7}$)/, (_, of: string, last: string) =>
      of === '2' ? `0${MOVED[Number(last)]}` : `0${of === '6' ? 3 : 5}${last}`,
    )

/** A number as it is read aloud: mobile phones and hotlines of ten digits, numbers of landlines, hotlines of eight. */
export const spacedPhone = (digits: string): string =>
  digits.replace(
    /^(\d{4})(\d{3})(\d{3})$|^(\d{3})(\d{4})(\d{4})$|^(1[89]00)(\d{4})$/,
    (_, ...groups: (string | undefined)[]) => groups.slice(0, 8).filter(Boolean).join(' '),
  )

/** Prefixes in use since 2018. */
const MOBILE = /^0(3[2-9]|5[25689]|7[06-9]|8[1-9]|9[0-9])[0-9]{7}$/
/** A landline with the code of its area, since 2017, or a hotline (design/vietnam.md, 4). */
const LANDLINE = /^(02[0-9]{9}|1[89]00[0-9]{4,6})$/

/** The same for a description of the API. */
export const MOBILE_PATTERN = MOBILE.source
export const PHONE_PATTERN = `${MOBILE.source}|${LANDLINE.source}`

export const isMobile = (digits: string): boolean => MOBILE.test(digits)

/** A Vietnamese number that can exist. */
export const isPhone = (digits: string): boolean => isMobile(digits) || LANDLINE.test(digits)

const WEIGHTS = [31, 29, 23, 19, 17, 13, 7, 5, 3]

/** A tax code of 10 or 13 digits with a right check digit, or a person's 12 digits (Circular 86/2024/TT-BTC). */
export function isTaxCode(digits: string): boolean {
  if (/^\d{12}$/.test(digits)) return true
  const found = /^(\d{2})(\d{7})(\d)(\d{3})?$/.exec(digits)
  if (!found || found[2] === '0000000' || found[4] === '000') return false
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return 10 - (sum % 11) === Number(digits[9])
}

/** What a tax code looks like, its check digit aside: an old or odd one may exist all the same. */
export const looksLikeTaxCode = (digits: string): boolean => /^\d{10}(\d{2,3})?$/.test(digits)

/** A citizen card number: twelve digits, of which the first three name a place of birth. */
export const isIdentityNumber = (digits: string): boolean => /^\d{12}$/.test(digits)

/** Letters of names and signs of word processors that are written plainly too, as PostgreSQL's unaccent.rules have them. */
const PLAIN = new Map(
  [
    'đ=d|ð=d|þ=th|ß=ss|æ=ae|œ=oe|ø=o|ł=l|ı=i|ħ=h|ŋ=n|ŧ=t|ё=е',
    `‘='|’='|“="|”="|«=<<|»=>>|…=...|¿=?|¡=!|‐=-|‑=-|–=-|—=-|\u00ad=-`,
    '×=*|÷=/|±=+/-|½= 1/2|¼= 1/4|¾= 3/4|©=(c)|®=(r)|№=no|℃=°c',
  ].flatMap((signs) => signs.split('|').map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)])),
)

/**
 * Lower case without diacritics, as the database's `fold`: 'Khiếu nại' is 'khieu nai', đ is d. What is put together of parts in other
 * scripts stays so: a Korean syllable is none without its letters.
 */
export function normalizeText(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (sign) => PLAIN.get(sign) ?? bare(sign))
}

function bare(sign: string): string {
  if (/[\uff01-\uff5e]/.test(sign)) return sign.normalize('NFKC').toLowerCase()
  return /[\u00c0-\u0362\u0370-\u03ff\u1e00-\u1fff]/.test(sign) ? sign.normalize('NFD').replace(/\p{M}/gu, '') : sign
}
