import { sitesData } from '../language/data.server.ts'
import { isSlip, joined, type Unit, unitsOf } from '../language/units.ts'

/** The site outside that these words name; one wrong letter is let through in longer names. */
export function siteNamed(units: readonly Unit[]): { name: string; address: string } | null {
  const key = joined(units)
  const sites = Object.entries(sitesData().sites).flatMap(([name, { address, called }]) =>
    [name, ...called].map((one) => ({ name, address, key: joined(unitsOf(one)) })),
  )
  return (
    sites.find((site) => site.key === key) ?? sites.find((site) => site.key.length > 4 && isSlip(site.key, key)) ?? null
  )
}

/** The address of a search outside for these words. */
export const siteSearch = (kind: 'search' | 'video', words: string): string =>
  sitesData()[kind].replace('{words}', encodeURIComponent(words))
