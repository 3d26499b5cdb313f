import { isBarcodeRight } from './barcodes.ts'

/** A printed barcode: its modules from left to right, `1` for a bar; EAN for what has a check digit, Code 128 for all else. */
export interface Bars {
  modules: string
  /** Blank modules that a reader needs on either side. */
  quiet: number
}

/** The bars of a code; null of letters that no barcode has. */
export function barsOf(code: string): Bars | null {
  const long = /^\d{12}$/.test(code) ? `0${code}` : code
  if (/^\d{13}$/.test(long) && isBarcodeRight(long)) return { modules: ean13(long), quiet: 11 }
  if (/^\d{8}$/.test(code) && isEan8(code)) return { modules: ean8(code), quiet: 7 }
  return /^[ -~]{1,40}$/.test(code) ? { modules: code128(code), quiet: 10 } : null
}

/** A UPC-E of eight digits has its check digit from another code: it is printed as a code of the chain's own. */
const isEan8 = (code: string): boolean => {
  const sum = [...code].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return sum % 10 === 0
}

/** The odd set of digits; the even one is its mirror, the right one its complement (GS1 General Specifications, 5.2). */
const ODD = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
const right = (digit: string) => [...(ODD[Number(digit)] ?? '')].map((bit) => (bit === '1' ? '0' : '1')).join('')
const odd = (digit: string) => ODD[Number(digit)] ?? ''
const even = (digit: string) => [...right(digit)].reverse().join('')
/** Which of the six left digits are even, by the digit before them. */
const PARITY = ['OOOOOO', 'OOEOEE', 'OOEEOE', 'OOEEEO', 'OEOOEE', 'OEEOOE', 'OEEEOO', 'OEOEOE', 'OEOEEO', 'OEEOEO']

function ean13(code: string): string {
  const parity = PARITY[Number(code[0])] ?? ''
  const left = [...code.slice(1, 7)].map((digit, at) => (parity[at] === 'E' ? even(digit) : odd(digit)))
  return `101${left.join('')}01010${[...code.slice(7)].map(right).join('')}101`
}

const ean8 = (code: string): string =>
  `101${[...code.slice(0, 4)].map(odd).join('')}01010${[...code.slice(4)].map(right).join('')}101`

/** Widths of bar, space, bar, space, bar, space of each value (ISO/IEC 15417). */
const WIDTHS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'.split(
    ' ',
  )
const STOP = '2331112'
const [START_B, START_C] = [104, 105]

/** Pairs of digits where all are digits and even in number, else letter by letter. */
function code128(code: string): string {
  const isPaired = /^(?:\d\d)+$/.test(code)
  const values = isPaired
    ? (code.match(/\d\d/g) ?? []).map(Number)
    : [...code].map((letter) => letter.charCodeAt(0) - 32)
  const start = isPaired ? START_C : START_B
  const check = values.reduce((sum, value, at) => sum + value * (at + 1), start) % 103
  const widths = [...[start, ...values, check].map((value) => WIDTHS[value] ?? ''), STOP].join('')
  return [...widths].map((width, at) => (at % 2 === 0 ? '1' : '0').repeat(Number(width))).join('')
}
