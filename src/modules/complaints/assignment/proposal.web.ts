import { queryOptions } from '@tanstack/react-query'
import type { Named } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { get } from '../../../web/api.ts'
import type { Draft } from '../../../web/fields/values.ts'
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
/** The server looks at no more at once. */
const MOST = 200

export const proposalOf = (id: number) =>
  queryOptions({
    queryKey: keys.part(WIRE, id, 'proposal'),
    queryFn: () => get<Proposal>(`${WIRE}/${id}/proposal`, undefined, { quiet: true }),
    staleTime: FRESH_MS,
  })

/** Without a connection nothing is proposed, and assigning goes on. */
export const proposalFor = (row: Complaint): Promise<Proposal | undefined> =>
  client.fetchQuery({ ...proposalOf(row.id), retry: false }).catch(() => undefined)

/** What the rules propose for all of these alike; nothing where somebody handles one of them already, or another department. */
export async function sharedProposal(rows: readonly Complaint[]): Promise<Proposal | undefined> {
  if (rows.length === 0 || rows.length > MOST || rows.some(({ assignee }) => assignee)) return
  const asked = { ticket: rows.map(({ id }) => id) }
  const found = await client
    .fetchQuery({
      queryKey: keys.names(WIRE, { proposal: asked.ticket }),
      queryFn: () => get<Proposal>(`${WIRE}/proposal`, asked, { quiet: true }),
      staleTime: FRESH_MS,
      retry: false,
    })
    .catch(() => undefined)
  const isOfOther = ({ department }: Complaint) => department && department.id !== found?.department?.id
  return found?.department && !rows.some(isOfOther) ? found : undefined
}

/** What of it stands in the dialog. */
export const proposedOf = ({ department, assignee, priority }: Proposal): Partial<Complaint> => ({
  department,
  assignee: assignee && { id: assignee.id, name: assignee.name },
  ...(priority && { priority }),
})

/** Whether the values of the dialog still say what was proposed. */
export const isAsProposed = ({ department, assignee }: Draft, proposal: Proposal): boolean =>
  department === (proposal.department?.id ?? null) && assignee === (proposal.assignee?.id ?? null)

/** Which rule proposes, and what it could not do. */
export function proposalWords({ rule, says }: Proposal): string {
  if (!rule) return ''
  const words = t('Proposed by the rule “{{name}}”', { name: rule.name })
  return says ? `${words}: ${says}` : words
}
