import { stepsFrom } from '../../shared/flow.ts'
import { refuse } from '../../shared/refusals.ts'
import { complaints } from './complaints.ts'
import { complaintFlow } from './flow.ts'

/** Says by their names where a complaint stands and which steps are open from there (design/complaints.md, Status). */
export function refuseNow(state = ''): never {
  const steps = stepsFrom(complaintFlow, state).map(([, step]) => step.label)
  return refuse('not allowed now', { params: { state: labelOf(state), steps: steps.length > 0 ? steps : '–' } })
}

/** The same to the customer, who takes no steps. */
export const refuseCustomer = (state: string): never =>
  refuse('not allowed now', { params: { state: labelOf(state), steps: '–' } })

const labelOf = (state: string): string =>
  complaints.fields.state.of?.find((one) => one.value === state)?.label ?? state
