import type { Asked } from '../form/kind.ts'

export interface Feedback extends Asked {
  store: number | null
  feedback_type: number | null
  content: string
  customer_name: string
  phone: string
  email: string
}

export const LONGEST_WORDS = 5000
