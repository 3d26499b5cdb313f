import { type Step, stepsFrom } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import type { Right } from '../../../shared/users/permissions.ts'
import { followCard } from '../../../web/board/keyboard.ts'
import type { AnyRow } from '../../../web/screens/module.ts'
import { move } from '../../../web/screens/view/move.ts'
import { readSession } from '../../../web/session.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { complaintFlow, DIRECTS } from '../flow.ts'
import { askAssign, assign } from '../handling/assign.web.tsx'
import { STATES } from '../states.ts'
import { latest, stepWays } from '../view/steps.web.tsx'
import { type Board, columnOf, isOpenStatus, type Placing } from './columns.web.ts'
import { carryOver } from './live.web.ts'

/** Whether a card may be dropped on a column, and what that means in words. */
export interface Verdict {
  kind: 'home' | 'allowed' | 'forbidden'
  words: string
}
type May = (segment: string, right: Right) => boolean

const CARD = Symbol('card')
export const cardData = (card: Complaint): Record<string | symbol, unknown> => ({ [CARD]: card })
export const cardOf = (data: Record<string | symbol, unknown>): Complaint | null =>
  (data[CARD] as Complaint | undefined) ?? null // only cardData() puts it there

/** What dropping this card on that column would do. */
export function verdictOf(card: Complaint, by: Placing, column: string, may: May): Verdict {
  if (columnOf(card, by) === column) return { kind: 'home', words: '' }
  if (by === 'department') return verdictOfDepartment(card, column, may)
  if (column === 'overdue') return forbidden(t('Becomes overdue automatically'))
  const found = stepTo(card, column)
  if (!found) return forbidden(t('Not possible from here'))
  const [, step] = found
  if (!may('complaints', step.needs)) return forbidden(t('You may not do this'))
  const words = t(step.label)
  return { kind: 'allowed', words: staysLate(card, column) ? t('{{step}}: stays overdue', { step: words }) : words }
}

/** Moves a card. Where nothing is asked it changes its column at once, and back again if the server refuses. */
export async function moveCard(card: Complaint, board: Board, column: string, name: string, may: May): Promise<void> {
  if (board.by === 'status' && asksFirst(card, column, may)) {
    if (await moveToStatus(card, column, may)) carryOver(board, card, latest(card))
    return followCard(card.id)
  }
  const moved = board.by === 'status' ? inStatus(card, column) : { ...card, department: { id: Number(column), name } }
  carryOver(board, card, moved)
  const isDone = board.by === 'status' ? await moveToStatus(card, column, may) : await moveToDepartment(moved)
  if (!isDone) carryOver(board, moved, card)
  followCard(card.id)
}

const forbidden = (words: string): Verdict => ({ kind: 'forbidden', words })

function verdictOfDepartment(card: Complaint, column: string, may: May): Verdict {
  if (!may('complaints', DIRECTS)) return forbidden(t('You may not do this'))
  if (!Number(column)) return forbidden(t('Not possible from here'))
  if (card.state === 'deleted' || card.merged_into) return forbidden(t('Not possible from here'))
  return { kind: 'allowed', words: t('Assign') }
}

const stepTo = (card: Complaint, column: string): [string, Step] | undefined =>
  card.merged_into ? undefined : stepsFrom(complaintFlow, card.state).find(([, step]) => step.to === column)

/** A deadline that has passed is over whatever is begun now. */
const staysLate = ({ status }: Complaint, column: string): boolean => status === 'overdue' && isOpenStatus(column)

function inStatus(card: Complaint, column: string): Complaint {
  const state = STATES.find(({ value }) => value === column)?.value ?? card.state
  return { ...card, state, status: staysLate(card, column) ? 'overdue' : state }
}

/** Who is to handle it is asked for where nobody does yet; who may not say so takes it on themselves. */
const asksWho = ({ state, assignee }: Complaint, column: string, may: May): boolean =>
  state === 'new' && column === 'processing' && !assignee && may('complaints', DIRECTS)

const asksFirst = (card: Complaint, column: string, may: May): boolean =>
  asksWho(card, column, may) || (stepTo(card, column)?.[1].asks?.length ?? 0) > 0

async function moveToStatus(card: Complaint, column: string, may: May): Promise<boolean> {
  const found = stepTo(card, column)
  if (!found) return false
  return asksWho(card, column, may)
    ? askAssign(card, me())
    : move(complaints, rowOf(card), ...found, { ways: stepWays })
}

const rowOf = (card: Complaint) => card as unknown as AnyRow // a complaint is such a row

function me(): Partial<Complaint> {
  const now = readSession()
  return now.state === 'in' ? { assignee: { id: now.user.id, name: now.user.user_name } } : {}
}

const moveToDepartment = (moved: Complaint): Promise<boolean> => assign(moved, { ...moved, assignee: null })
