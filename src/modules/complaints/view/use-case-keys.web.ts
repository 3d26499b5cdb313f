import { use } from 'react'
import { usePageActs } from '../../../web/screens/page-acts.ts'
import { Beside } from '../../../web/ui/beside.ts'
import type { Complaint } from '../complaint.web.tsx'
import { caseActs } from '../handling/case-acts.web.ts'
import { CASE_KEYS } from '../handling/case-keys.web.ts'

/** A key for every act of a case; beside its list they are those of the row. */
export function useCaseKeys(row: Complaint): void {
  const isBeside = use(Beside) !== null
  usePageActs(isBeside ? undefined : { of: row.issue_number, keys: CASE_KEYS, list: () => caseActs(row) })
}
