import type { AnyRow } from '../../../web/screens/module.ts'
import { move } from '../../../web/screens/view/move.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { complaintFlow } from '../flow.ts'
import { stepWays } from '../view/steps.web.tsx'

/** Takes a complaint out of the trash. */
export const restore = (row: Complaint): Promise<boolean> =>
  move(complaints, row as unknown as AnyRow, 'restore', complaintFlow.steps.restore, { ways: stepWays }) // the same row
