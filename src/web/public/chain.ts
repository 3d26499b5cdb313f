import { type ChainDetails, NO_DETAILS } from '../../shared/chain.ts'

/** What the chain says of itself, as the server wrote it into the page's head; read once: a page is the chain's for as long as it is open. */
export const CHAIN: ChainDetails = (() => {
  const said = document.querySelector<HTMLMetaElement>('meta[name="chain"]')?.content
  return said ? { ...NO_DETAILS, ...(JSON.parse(said) as Partial<ChainDetails>) } : NO_DETAILS // the server's own
})()
