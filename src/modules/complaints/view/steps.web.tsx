import type { AnyRow } from '../../../web/screens/module.ts'
import type { StepWays } from '../../../web/screens/view/move.ts'
import { readSession } from '../../../web/session.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { costRefusalOf } from '../cost/cost.ts'
import { explained, latest, showRefusal } from './refused.web.tsx'

export const timeZone = (): string => {
  const now = readSession()
  return now.state === 'in' ? now.user.time_zone : 'Asia/Ho_Chi_Minh'
}

const complaintOf = (row: AnyRow) => row as unknown as Complaint // the rows of these screens are the definition's

/** What is special where a step of a complaint is taken: the state is shown at once, and a refusal says who was quicker. */
export const stepWays: StepWays = {
  latest: (row) => latest(complaintOf(row)) as unknown as AnyRow, // a complaint is such a row
  refusal: (row, name) => costRefusalOf(name, complaintOf(row).cost_state),
  expected: ({ to }) => {
    const state = complaints.fields.state.of?.find((one) => one.value === to)?.value
    return state ? { state, status: state } : undefined
  },
  explain: (error, { id }) => explained(error, id, timeZone()),
  tell: (error, { id }, again) => showRefusal(error, id, timeZone(), again),
}
