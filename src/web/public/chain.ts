/** What the chain says of itself, as the server wrote it into the page's head. */
export interface PublicChain {
  name: string | null
  legal_name: string | null
  address: string | null
  tax_code: string | null
  phone: string | null
  email: string | null
  logo: string | null
}

const NOTHING: PublicChain = {
  name: null,
  legal_name: null,
  address: null,
  tax_code: null,
  phone: null,
  email: null,
  logo: null,
}

/** Read once: a page is the chain's for as long as it is open. */
export const CHAIN: PublicChain = (() => {
  const said = document.querySelector<HTMLMetaElement>('meta[name="chain"]')?.content
  return said ? { ...NOTHING, ...(JSON.parse(said) as Partial<PublicChain>) } : NOTHING // the server's own
})()
