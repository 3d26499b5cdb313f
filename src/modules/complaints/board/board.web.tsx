import { t } from '../../../shared/language.ts'
import { BoardScreen } from '../../../web/board/board.tsx'
import { shortName } from '../../../web/fields/short-name.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { DueWord } from '../deadlines/due.web.tsx'
import { MORE_FILTERS, QuickFilters } from '../list/quick-filters.web.tsx'
import { VulnerableSign } from '../list/vulnerable-sign.web.tsx'
import { latest } from '../view/steps.web.tsx'
import { byDepartment } from './by-department.web.tsx'
import { byStatus } from './by-status.web.tsx'

const OPEN_FILTERS = ['store', 'feedback_type', 'department', 'assignee']
const LAYOUTS = [byStatus, byDepartment] as const

const contentOf = (row: Complaint) => ({
  number: row.issue_number,
  isUrgent: row.priority === 'high',
  sign: <VulnerableSign row={row} />,
  facts: [row.store && shortName('stores', row.store.name), row.feedback_type?.name, row.customer_name],
  due: <DueWord row={row} />,
  person: row.assignee,
})

/** Complaints as cards in columns by status or department. */
export default function BoardPage() {
  return (
    <BoardScreen<Complaint>
      definition={complaints}
      layouts={LAYOUTS}
      contentOf={contentOf}
      latest={latest}
      openFilters={OPEN_FILTERS}
      extraFilters={MORE_FILTERS}
      besideFilters={(filters, change) => <QuickFilters filters={filters} change={change} />}
      createLabel={t('New complaint')}
    />
  )
}
