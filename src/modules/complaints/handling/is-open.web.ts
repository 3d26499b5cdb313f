import { isAllowed } from '../../../shared/flow.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaintFlow } from '../flow.ts'

/** A complaint that still has to be handled. */
export const isOpen = (row: Complaint): boolean =>
  isAllowed(complaintFlow.steps.complete, row.state) || row.state === 'processing'
