import type { StepWays } from '../../../web/screens/view/move.ts'
import { recordWays } from '../../../web/screens/view/record-ways.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { costRefusalOf } from '../cost/cost.ts'

const ways = recordWays<Complaint>(complaints)
export const { latest, keep, asSeen, explained, showRefusal } = ways

/** What is special where a step of a complaint is taken. */
export const stepWays: StepWays = {
  ...ways.steps,
  refusal: (row, name) => costRefusalOf(name, (row as unknown as Complaint).cost_state), // the rows of these screens are the definition's
  expected: ({ to }) => {
    const state = complaints.fields.state.of?.find((one) => one.value === to)?.value
    return state ? { state, status: state } : undefined
  },
}
