import { withCatalog } from '../../../web/catalogs.ts'
import type { AskedFields, JointProps } from '../../../web/screens/form/asked-fields.ts'
import type { StepWays } from '../../../web/screens/view/move.ts'
import { recordWays } from '../../../web/screens/view/record-ways.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { costRefusalOf } from '../cost/cost.ts'

const ways = recordWays<Complaint>(complaints)
export const { latest, keep, asSeen, explained, showRefusal } = ways

/** The answer's own input; without a line to fetch it by, its plain field does. */
async function answerInput(row: Complaint): Promise<AskedFields['joint']> {
  const found = await withCatalog(() => import('../composer/asked-answer.web.tsx')).catch(() => undefined)
  if (!found) return undefined
  const { default: AskedAnswer } = found
  return { names: ['comment'], Input: (props: JointProps) => <AskedAnswer {...props} row={row} /> }
}

/** What is special where a step of a complaint is taken. */
export const stepWays: StepWays = {
  ...ways.steps,
  refusal: (row, name) => costRefusalOf(name, (row as unknown as Complaint).cost_state), // the rows of these screens are the definition's
  joint: (row, name) => (name === 'complete' ? answerInput(row as unknown as Complaint) : Promise.resolve(undefined)), // as above
  expected: ({ to }) => {
    const state = complaints.fields.state.of?.find((one) => one.value === to)?.value
    return state ? { state, status: state } : undefined
  },
}
