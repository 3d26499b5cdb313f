/** What the chain is, as papers, mails and public pages name it; null for what nobody said. */
export interface ChainDetails {
  name: string | null
  legal_name: string | null
  address: string | null
  tax_code: string | null
  phone: string | null
  email: string | null
  /** The id of its picture. */
  logo: string | null
}

export const NO_DETAILS: ChainDetails = {
  name: null,
  legal_name: null,
  address: null,
  tax_code: null,
  phone: null,
  email: null,
  logo: null,
}
