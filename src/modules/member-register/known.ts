import type { COMPLETION_STATES } from '../../shared/definition/completion.ts'
import type { REQUEST_TYPES } from './words.ts'

/** A registration that is there already; of another store nobody's name. */
export interface KnownMember {
  id: number | null
  number: string | null
  full_name: string | null
  request_type: (typeof REQUEST_TYPES)[number]['value']
  status: (typeof COMPLETION_STATES)[number]['value']
  store: string
  created_at: string
  /** What is the same. */
  by: 'identity_number' | 'card_number' | 'phone'
}
