import { queryOptions } from '@tanstack/react-query'
import type { Named } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { get } from '../../../web/api.ts'
import { client, keys } from '../../../web/query.ts'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import type { Assignee } from './assignee-input.web.tsx'

/** Whom the first rule that fits a complaint would give it to. */
export interface Proposal {
  rule: Named | null
  /** Why it names nobody. */
  says: string | null
  department: Named | null
  assignee: Assignee | null
  priority: Complaint['priority']
  reply: number | null
}

const FRESH_MS = 10_000

export const proposalOf = (id: number) =>
  queryOptions({
    queryKey: keys.part(WIRE, id, 'proposal'),
    queryFn: () => get<Proposal>(`${WIRE}/${id}/proposal`, undefined, { quiet: true }),
    staleTime: FRESH_MS,
    placeholderData: undefined,
  })

/** Without a connection nothing is proposed, and assigning goes on. */
export const proposalFor = (row: Complaint): Promise<Proposal | undefined> =>
  client.fetchQuery({ ...proposalOf(row.id), retry: false }).catch(() => undefined)

/** What of it stands in the dialog. */
export const proposedOf = ({ department, assignee, priority }: Proposal): Partial<Complaint> => ({
  department,
  assignee: assignee && { id: assignee.id, name: assignee.name },
  ...(priority && { priority }),
})

/** Which rule proposes, and what it could not do. */
export function proposalWords({ rule, says }: Proposal): string {
  if (!rule) return ''
  const words = t('Proposed by the rule “{{name}}”', { name: rule.name })
  return says ? `${words}: ${says}` : words
}
