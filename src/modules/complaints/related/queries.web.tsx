import { queryOptions } from '@tanstack/react-query'
import { get } from '../../../web/api.ts'
import { keys } from '../../../web/query.ts'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import type { LinkKind } from '../links.ts'

export type LineRow = Pick<Complaint, 'id' | 'issue_number' | 'title' | 'status' | 'created_at'>
export interface LinkRow {
  id: number
  kind: LinkKind
  complaint: LineRow
}

/** What else there is around a complaint. */
export interface RelatedTickets {
  duplicates: LineRow[]
  links: LinkRow[]
  /** What was merged into it. */
  parts: LineRow[]
  /** What it was merged into, where the viewer may see that. */
  into: LineRow | null
}

export const relatedKey = (id: number) => keys.part(WIRE, id, 'related')

export const relatedQuery = (id: number) =>
  queryOptions({
    queryKey: relatedKey(id),
    queryFn: () => get<RelatedTickets>(`${WIRE}/${id}/related`, undefined, { quiet: true }),
  })

/** A complaint that another may be one matter with, and why. */
export interface LikelyRow extends LineRow {
  customer_name: string
  store: string
  /** The last digits. */
  phone_end: string | null
  why: 'phone' | 'words'
}

export const likelyQuery = (id: number) =>
  queryOptions({
    queryKey: keys.part(WIRE, id, 'likely'),
    queryFn: () => get<{ data: LikelyRow[] }>(`${WIRE}/${id}/likely`, undefined, { quiet: true }),
  })
