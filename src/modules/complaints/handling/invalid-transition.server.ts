import { standing } from '#server/resource/transitions.ts'
import { refuse } from '../../../shared/refusals.ts'
import { complaints } from '../complaints.ts'

/** Says by their names where a complaint stands and which steps are open from there (design/complaints.md, Status). */
export const refuseInvalidTransition = (state = ''): never =>
  refuse('not allowed now', { params: standing(complaints, state) })

/** The same to the customer, who takes no steps. */
export const refuseCustomer = (state: string): never =>
  refuse('not allowed now', { params: { state: standing(complaints, state).state } })
