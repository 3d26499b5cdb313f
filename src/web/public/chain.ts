import { type ChainDetails, NO_DETAILS } from '../../shared/chain.ts'

/** What the server wrote into the page's head; read once: a page is the chain's for as long as it is open. */
const inHead = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** What the chain says of itself. */
export const CHAIN: ChainDetails = (() => {
  const said = inHead('chain')
  return said ? { ...NO_DETAILS, ...(JSON.parse(said) as Partial<ChainDetails>) } : NO_DETAILS // the server's own
})()

/** Moments are told as the chain's clocks show them; a page that no server of ours sent goes by the device's. */
export const TIME_ZONE = inHead('time-zone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone
