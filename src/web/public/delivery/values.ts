import type { Asked } from '../form/kind.ts'
import type { Place } from '../places/place.ts'

export interface Delivery extends Asked {
  store: number | null
  receipt_no: string
  /** Đồng, as typed. */
  receipt_value: string
  packages: string
  customer_name: string
  phone: string
  to_address: Place
  /** As typed: 31/12/2026. */
  delivery_date: string
  notes: string
}
