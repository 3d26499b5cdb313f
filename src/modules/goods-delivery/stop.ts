import type { Address } from '../../shared/fields.ts'

/** One stop of a shipper's day. */
export interface Stop {
  id: number
  version: number
  receipt_no: string
  receipt_value: number
  packages: number
  customer_name: string
  phone: string
  to_address: Address
  notes: string | null
  fee: number | null
  distance: number | null
  is_estimate: boolean
  status: 'registered' | 'out' | 'delivered' | 'failed'
  failure_reason: string | null
  ended_at: string | null
  /** Ids of its files. */
  photo: string[]
}
