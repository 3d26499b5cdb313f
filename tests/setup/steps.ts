import { complaints } from '../../src/modules/complaints/complaints.ts'
import { complaintFlow } from '../../src/modules/complaints/flow.ts'
import { askedFields } from '../../src/shared/flow.ts'

/** Of what a test says for every step alike, only what this one asks for: what it does not take is refused. */
export function asksFor(name: string, given: Record<string, unknown>): Record<string, unknown> {
  const [, step] = Object.entries(complaintFlow.steps).find(([known]) => known === name) ?? []
  const asked = step ? Object.keys(askedFields(complaints, step)) : []
  return Object.fromEntries(Object.entries(given).filter(([field]) => field === 'version' || asked.includes(field)))
}
