import { expect, test } from 'vitest'
import { decodeIdentity } from './identity.ts'

/** Read by hand from Decree 137/2015, Article 13, and the codes of places of Circular 07/2016, Article 7 (annexes I to III). */
test.each([
  // Three digits of a place, one of century and gender, two of the year, six at random.
  ['001090012345', 'Hà Nội, a man of 1990', '001', true, false, 1990],
  ['079190000001', 'Hồ Chí Minh City, a woman of 1990', '079', true, true, 1990],
  ['048201345678', 'Đà Nẵng, a man of 2001', '048', true, false, 2001],
  ['031305000042', 'Hải Phòng, a woman of 2005', '031', true, true, 2005],
  ['092000999999', 'Cần Thơ, a man of 1900', '092', true, false, 1900],
  ['096199000000', 'Cà Mau, a woman of 1999', '096', true, true, 1999],
  ['068499123456', 'Lâm Đồng, a man of 2199', '068', true, false, 2199],
  ['010500000001', 'Lào Cai, a woman of 2100', '010', true, true, 2100],
  // Given before the merger of July 2025, of a province that is no more: the number stays.
  ['035088004711', 'Hà Nam, a man of 1988', '035', true, false, 1988],
  ['060192000815', 'Bình Thuận, a woman of 1992', '060', true, true, 1992],
  // From 100 on the place is a country.
  ['131085000007', 'born abroad, a man of 1985', '131', true, false, 1985],
  // Codes that were never given.
  ['003090012345', 'nowhere, between Hà Nội and Hà Giang', '003', false, false, 1990],
  ['097190012345', 'nowhere, after Cà Mau', '097', false, true, 1990],
])('%s says: %s', (number, _, place, isPlaceKnown, isFemale, birthYear) => {
  expect(decodeIdentity(number)).toEqual({ place, isPlaceKnown, isFemale, birthYear })
})

test.each([
  ['012345678', 'an old identity card of nine digits'],
  ['00109001234', 'one digit too few'],
  ['0010900123456', 'one too many'],
  ['00109001234X', 'a letter'],
  ['001 090 012 345', 'what has not been read yet'],
  ['', 'nothing'],
])('%s is none: %s', (number) => {
  expect(decodeIdentity(number)).toBeNull()
})
