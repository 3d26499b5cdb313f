/** Lengths of the codes that carry a check digit: GTIN-8, GTIN-12 (UPC-A), GTIN-13 (EAN-13) and GTIN-14 (GS1 General Specifications 7.9). */
const LENGTHS = [8, 12, 13, 14]

/**
 * Whether the last digit of a barcode is the one that its other digits ask for. From the right they weigh 3, 1, 3 …, and the whole
 * is a multiple of ten (GS1 General Specifications 7.9.1).
 * @param code digits only
 */
export function hasCheckDigit(code: string): boolean {
  const sum = [...code].toReversed().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** Whether a code was misread: of a length that has a check digit, with another one. The chain's own codes of other lengths have none. */
export const isMisread = (code: string): boolean => LENGTHS.includes(code.length) && !hasCheckDigit(code)
