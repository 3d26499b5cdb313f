import type { Row } from '../../shared/resource.ts'
import type { complaints, STATES } from './complaints.ts'

type Shown = Row<typeof complaints>
/** A complaint as the API shows it; the server gives every one its number and its state. */
export type Complaint = Omit<Shown, 'issue_number' | 'state'> & {
  issue_number: string
  state: (typeof STATES)[number]['value']
}

/** The segment below /api, and the first part of the cache's keys. */
export const WIRE = 'ticket'

/** The board's part of the cache, read again whenever a complaint changes. */
export const boardKeys = {
  all: ['board'] as const,
  columns: (by: string) => ['board', 'columns', by] as const,
  cards: (by: string) => ['board', 'cards', by] as const,
  column: (by: string, id: string, search: string) => ['board', 'cards', by, id, search] as const,
}
