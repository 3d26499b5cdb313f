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
  fee_by: 'customer' | 'store'
  /** For the goods, in đồng. */
  to_collect: number | null
  distance: number | null
  is_estimate: boolean
  status: 'registered' | 'out' | 'delivered' | 'failed'
  failure_reason: string | null
  ended_at: string | null
  /** Ids of its files. */
  photo: string[]
}

/** What is asked of the customer at the door, in đồng: what is not paid of the goods, and the fee where it is theirs. */
export const cashAt = ({ to_collect, fee, fee_by }: Pick<Stop, 'to_collect' | 'fee' | 'fee_by'>): number =>
  (to_collect ?? 0) + (fee_by === 'store' ? 0 : (fee ?? 0))

/** Neither brought nor given up. */
export const isLeft = ({ status }: Pick<Stop, 'status'>): boolean => status === 'out' || status === 'registered'
