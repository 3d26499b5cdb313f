import { describe, expect, it } from 'vitest'
import { checkDigit, isBarcodeRight, looksLikeBarcode, spellingsOf } from './barcodes.ts'

describe('the check digit', () => {
  it.each([
    ['EAN-13', '8934563138165'],
    ['EAN-13, whose check digit is 0', '4006381333900'],
    ['EAN-13 of a book', '9780306406157'],
    ['EAN-13 of the shop itself', '2000000000008'],
    ['EAN-8', '96385074'],
    ['EAN-8, whose check digit is 0', '12345670'],
    ['UPC-A', '036000291452'],
    ['UPC-A that begins with digits', '614141000036'],
    ['UPC-E with a last digit below 3', '04252614'],
    ['UPC-E with a last digit of 3', '01234531'],
    ['UPC-E with a last digit of 4', '01234543'],
    ['UPC-E with a last digit above 4', '01234565'],
    ['GTIN-14 of a case', '10614141000415'],
  ])('of %s is right in %s, and wrong with any other', (_, code) => {
    expect(isBarcodeRight(code)).toBe(true)
    const others = [...'0123456789'].filter((digit) => digit !== code.at(-1))
    // Eight digits may be either of two kinds.
    if (code.length > 8) for (const digit of others) expect(isBarcodeRight(code.slice(0, -1) + digit)).toBe(false)
    else expect(others.filter((digit) => isBarcodeRight(code.slice(0, -1) + digit)).length).toBeLessThan(2)
  })

  it('finds two neighbours that changed places, unless they are five apart, which no such digit finds', () => {
    for (const wrong of ['9834563138165', '8394563138165', '8934653138165', '8934563138156'])
      expect(isBarcodeRight(wrong), wrong).toBe(false)
    expect(isBarcodeRight('8934563183165')).toBe(true)
  })

  it.each(['', 'A-1047', '1234567', '123456789', '1234567890123456', 'S03-000123', '893456313816x'])(
    'is asked of no code of the chain itself: %s',
    (code) => expect([looksLikeBarcode(code), isBarcodeRight(code)]).toEqual([false, true]),
  )

  it('is computed from the right', () => {
    expect(checkDigit('893456313816')).toBe(5)
    expect(checkDigit('9638507')).toBe(4)
    expect(checkDigit('')).toBe(0)
  })
})

describe('a UPC-A', () => {
  it('is the same product as the EAN-13 that begins with 0', () => {
    expect(spellingsOf('036000291452')).toEqual(['036000291452', '0036000291452'])
    expect(spellingsOf('0036000291452')).toEqual(['0036000291452', '036000291452'])
  })

  it.each(['036000291453', '96385074', '8934563138165', 'A-1047'])('and no other code has two spellings: %s', (code) =>
    expect(spellingsOf(code)).toEqual([code]),
  )
})
