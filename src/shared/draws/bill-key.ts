const KEPT = /[^\p{L}\p{N}]/gu
/** A bill's number without what people write otherwise: blanks, dots, full-width digits, lower case. */
export const billKey = (number: string): string => number.normalize('NFKC').toUpperCase().replace(KEPT, '')
