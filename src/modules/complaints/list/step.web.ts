import type { AnyRow } from '../../../web/screens/module.ts'
import { move } from '../../../web/screens/view/move.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { complaintFlow } from '../flow.ts'
import { stepWays } from '../view/steps.web.tsx'

/** Takes a step of a complaint where it stands in a list, e.g. out of the trash. */
export const takeStep = (
  row: Complaint,
  name: 'start' | 'complete' | 'restore',
  onMoved?: (row: AnyRow) => void,
): Promise<boolean> =>
  move(complaints, row as unknown as AnyRow, name, complaintFlow.steps[name], {
    ways: stepWays,
    ...(onMoved && { onMoved }),
  }) // the same row
