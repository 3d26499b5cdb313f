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
  /** `YYYY-MM-DD`, as the device's own calendar gives it. */
  delivery_date: string
  notes: string
}
