import { t } from '../../../shared/language.ts'
import type { LabelledLayout } from '../../../web/board/board.tsx'
import type { Column, May, Verdict } from '../../../web/board/columns.ts'
import type { Complaint } from '../complaint.web.tsx'
import { DIRECTS } from '../flow.ts'
import { assign } from '../handling/assign.web.tsx'
import { StatusPill } from '../list/status.web.tsx'
import { OPEN_STATUSES } from '../states.ts'

/** The column of what is with no department yet. */
const NO_DEPARTMENT = 'none'

/** By department it is the work still to be done that is laid out. */
export const byDepartment: LabelledLayout<Complaint> = {
  by: 'department',
  label: 'By department',
  columnOf,
  // Departments have names of their own.
  nameOf: ({ id, name }) => (id === NO_DEPARTMENT ? t('No department') : name),
  narrowed: { status: OPEN_STATUSES },
  orderOf: () => 'due_at',
  verdictOf,
  expected: movedTo,
  move: (card, column) => assign(card, { ...movedTo(card, column), assignee: null }),
  foot: ({ status }) => <StatusPill status={status} />,
}

function columnOf({ department }: Complaint): string {
  return String(department?.id ?? NO_DEPARTMENT)
}

function movedTo(card: Complaint, { id, name }: Column): Complaint {
  return { ...card, department: { id: Number(id), name } }
}

function verdictOf(card: Complaint, column: string, may: May): Verdict {
  if (columnOf(card) === column) return { kind: 'home', words: '' }
  if (!may('complaints', DIRECTS)) return forbidden(t('You may not do this'))
  if (!Number(column) || card.state === 'deleted' || card.merged_into) return forbidden(t('Not possible from here'))
  return { kind: 'allowed', words: t('Assign') }
}

const forbidden = (words: string): Verdict => ({ kind: 'forbidden', words })
