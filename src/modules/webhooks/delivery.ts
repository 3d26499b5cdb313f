/** A telling of a webhook as its log shows it. */
export interface Delivery {
  id: number
  /** The id that whoever hears it knows it by. */
  message: string
  event: string
  record_id: number | null
  created_at: string
  body: string
  state: 'waiting' | 'delivered' | 'failed'
  tries: number
  next_at: string
  tried_at: string | null
  status: number | null
  answer: string | null
  trouble: 'forbidden' | 'unreachable' | 'too slow' | null
  ms: number | null
}
