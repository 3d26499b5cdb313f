import type { Row } from '../../shared/resource.ts'
import type { complaints } from './complaints.ts'
import type { STATES } from './states.ts'

type Shown = Row<typeof complaints>
/** A complaint as the API shows it; the server gives every one its number and its state. */
export type Complaint = Omit<Shown, 'issue_number' | 'state'> & {
  issue_number: string
  state: (typeof STATES)[number]['value']
}

/** The segment below /api, and the first part of the cache's keys. */
export const WIRE = 'ticket'
