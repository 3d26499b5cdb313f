/** What the twelve digits of a citizen card say (Decree 137/2015, Article 13; Circular 07/2016, Article 7). */
export interface Identity {
  /** Three digits: a province as they were before July 2025, or a country. */
  place: string
  isPlaceKnown: boolean
  isFemale: boolean
  birthYear: number
}

/** The codes of the 63 provinces; numbers given with them stay after the merger. */
const PROVINCES = new Set(
  '001 002 004 006 008 010 011 012 014 015 017 019 020 022 024 025 026 027 030 031 033 034 035 036 037 038 040 042 044 045 046 048 049 051 052 054 056 058 060 062 064 066 067 068 070 072 074 075 077 079 080 082 083 084 086 087 089 091 092 093 094 095 096'.split(
    ' ',
  ),
)

/** Reads a number of twelve digits; null where it is none. There is no check digit: what is read may still be made up. */
export function decodeIdentity(number: string): Identity | null {
  const found = /^(\d{3})(\d)(\d{2})\d{6}$/.exec(number)
  if (!found) return null
  const [, place = '', century = '', year = ''] = found
  return {
    place,
    // From 101 on they are countries, of which there are not four hundred.
    isPlaceKnown: PROVINCES.has(place) || (place > '100' && place < '500'),
    isFemale: Number(century) % 2 === 1,
    birthYear: 1900 + Math.floor(Number(century) / 2) * 100 + Number(year),
  }
}
