import { Suspense } from 'react'
import { lazyWithCatalog } from '../../../web/catalogs.ts'
import type { JointProps } from '../../../web/screens/form/asked-fields.ts'
import type { StepWays } from '../../../web/screens/view/move.ts'
import { recordWays } from '../../../web/screens/view/record-ways.ts'
import { SkeletonLines } from '../../../web/ui/states.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { costRefusalOf } from '../cost/cost.ts'

const ways = recordWays<Complaint>(complaints)
export const { latest, keep, asSeen, explained, showRefusal } = ways

const AskedAnswer = lazyWithCatalog(() => import('../composer/asked-answer.web.tsx'))

const answerInput = (row: Complaint) =>
  function AnswerInput(props: JointProps) {
    return (
      <Suspense fallback={<SkeletonLines lines={4} />}>
        <AskedAnswer {...props} row={row} />
      </Suspense>
    )
  }

/** What is special where a step of a complaint is taken. */
export const stepWays: StepWays = {
  ...ways.steps,
  refusal: (row, name) => costRefusalOf(name, (row as unknown as Complaint).cost_state), // the rows of these screens are the definition's
  joint: (row, name) =>
    name === 'complete' ? { names: ['comment'], Input: answerInput(row as unknown as Complaint) } : undefined, // as above
  expected: ({ to }) => {
    const state = complaints.fields.state.of?.find((one) => one.value === to)?.value
    return state ? { state, status: state } : undefined
  },
}
