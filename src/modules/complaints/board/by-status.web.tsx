import { type Step, stepsFrom } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import type { LabelledLayout } from '../../../web/board/board.tsx'
import type { May, Verdict } from '../../../web/board/columns.ts'
import { knownColumns, orderIn } from '../../../web/board/columns-of.ts'
import type { AnyRow } from '../../../web/screens/module.ts'
import { move } from '../../../web/screens/view/move.ts'
import { readSession } from '../../../web/session.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { complaintFlow, DIRECTS } from '../flow.ts'
import { askAssign } from '../handling/assign.web.tsx'
import { OPEN_STATUSES, STATES } from '../states.ts'
import { stepWays } from '../view/steps.web.tsx'

export const byStatus: LabelledLayout<Complaint> = {
  by: 'status',
  label: 'By status',
  known: knownColumns(complaints),
  columnOf: ({ status }) => status,
  nameOf: ({ name }) => t(name),
  orderOf: (column) => orderIn(complaints, column),
  verdictOf,
  expected: (card, { id }, may) => (asksFirst(card, String(id), may) ? null : inStatus(card, String(id))),
  move: async (card, { id }, may) => {
    const column = String(id)
    const found = stepTo(card, column)
    if (!found) return false
    return asksWho(card, column, may)
      ? askAssign(card, { offered: me() })
      : move(complaints, rowOf(card), ...found, { ways: stepWays })
  },
}

function verdictOf(card: Complaint, column: string, may: May): Verdict {
  if (card.status === column) return { kind: 'home', words: '' }
  if (column === 'overdue') return forbidden(t('Becomes overdue automatically'))
  const found = stepTo(card, column)
  if (!found) return forbidden(t('Not possible from here'))
  const [, step] = found
  if (!may('complaints', step.needs)) return forbidden(t('You may not do this'))
  const words = t(step.label)
  return { kind: 'allowed', words: staysLate(card, column) ? t('{{step}}: stays overdue', { step: words }) : words }
}

const forbidden = (words: string): Verdict => ({ kind: 'forbidden', words })

const stepTo = (card: Complaint, column: string): [string, Step] | undefined =>
  card.merged_into ? undefined : stepsFrom(complaintFlow, card.state).find(([, step]) => step.to === column)

/** A deadline that has passed is over whatever is begun now. */
const staysLate = ({ status }: Complaint, column: string): boolean =>
  status === 'overdue' && OPEN_STATUSES.some((open) => open === column)

function inStatus(card: Complaint, column: string): Complaint {
  const state = STATES.find(({ value }) => value === column)?.value ?? card.state
  return { ...card, state, status: staysLate(card, column) ? 'overdue' : state }
}

/** Who is to handle it is asked for where nobody does yet; who may not say so takes it on themselves. */
const asksWho = ({ state, assignee }: Complaint, column: string, may: May): boolean =>
  state === 'new' && column === 'processing' && !assignee && may('complaints', DIRECTS)

const asksFirst = (card: Complaint, column: string, may: May): boolean =>
  asksWho(card, column, may) || (stepTo(card, column)?.[1].asks?.length ?? 0) > 0

const rowOf = (card: Complaint) => card as unknown as AnyRow // a complaint is such a row

function me(): Partial<Complaint> {
  const now = readSession()
  if (now.state !== 'in') return {}
  const { id, user_name: name, department } = now.user
  return { assignee: { id, name }, ...(department && { department }) }
}
