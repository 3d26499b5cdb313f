/** A card as it is printed. */
export interface Card {
  id: number
  full_name: string
  supplier: string | null
  department_group: string | null
  /** The id of a stored file. */
  photo: string | null
  valid_from: string
  valid_until: string
  /** Codes of the stores; empty: every store. */
  stores: string[]
  /** What the QR code holds. */
  code: string
}
