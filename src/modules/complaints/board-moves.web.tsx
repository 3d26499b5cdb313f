import type { InfiniteData } from '@tanstack/react-query'
import type { Page } from '../../shared/api.ts'
import type { Tone } from '../../shared/fields.ts'
import { type Step, stepsFrom } from '../../shared/flow.ts'
import { t } from '../../shared/language.ts'
import type { Flag } from '../../shared/permissions.ts'
import { client } from '../../web/query.ts'
import { readSession } from '../../web/session.ts'
import { askAssign, assign } from './assign.web.tsx'
import { boardKeys, type Complaint } from './complaint.web.tsx'
import { complaintFlow } from './flow.ts'
import { takeStep } from './steps.web.tsx'

export type Placing = 'status' | 'department'
/** The column of what is with no department yet. */
export const NO_DEPARTMENT = 'none'
export interface Column {
  id: string | number
  name: string
  tone?: Tone
  /** Null until it is counted. */
  total: number | null
}
/** Whether a card may be dropped on a column, and what that means in words. */
export interface Verdict {
  kind: 'home' | 'allowed' | 'forbidden'
  words: string
}
type May = (segment: string, flag: Flag) => boolean

const CARD = Symbol('card')
export const cardData = (card: Complaint): Record<string | symbol, unknown> => ({ [CARD]: card })
export const cardOf = (data: Record<string | symbol, unknown>): Complaint | null =>
  (data[CARD] as Complaint | undefined) ?? null // only cardData() puts it there

export const columnOf = (card: Complaint, by: Placing): string =>
  by === 'status' ? card.status : String(card.department?.id ?? NO_DEPARTMENT)

/** Statuses and 'No department' are words of ours; departments have names of their own. */
export const columnName = (column: Column, by: Placing): string =>
  by === 'status' || column.id === NO_DEPARTMENT ? t(column.name) : column.name

/** What dropping this card on that column would do. */
export function verdictOf(card: Complaint, by: Placing, column: string, may: May): Verdict {
  if (columnOf(card, by) === column) return { kind: 'home', words: '' }
  if (by === 'department') return verdictOfDepartment(card, column, may)
  if (column === 'overdue') return forbidden(t('Becomes overdue by itself'))
  const found = stepTo(card, column)
  if (!found) return forbidden(t('Not possible from here'))
  const [, step] = found
  return may('complaints', step.needs) ? { kind: 'allowed', words: t(step.label) } : forbidden(t('You may not do this'))
}

/** Moves a card: the column changes at once, and back again if the server refuses. */
export async function moveCard(card: Complaint, by: Placing, column: string, name: string, may: May) {
  const done = by === 'status' ? await moveToStatus(card, column, may) : await moveToDepartment(card, column, name)
  if (done) carryOver(card, by, column)
  await client.invalidateQueries({ queryKey: boardKeys.all })
}

const forbidden = (words: string): Verdict => ({ kind: 'forbidden', words })

function verdictOfDepartment(card: Complaint, column: string, may: May): Verdict {
  if (!may('complaints', 'other')) return forbidden(t('You may not do this'))
  if (!Number(column)) return forbidden(t('Not possible from here'))
  if (card.state === 'deleted') return forbidden(t('Not possible from here'))
  return { kind: 'allowed', words: t('Assign') }
}

const stepTo = (card: Complaint, column: string): [string, Step] | undefined =>
  stepsFrom(complaintFlow, card.state).find(([, step]) => step.to === column)

/** Who is to handle it is asked for where nobody does yet; who may not say so takes it on themselves. */
async function moveToStatus(card: Complaint, column: string, may: May): Promise<boolean> {
  const found = stepTo(card, column)
  if (!found) return false
  const isNobodys = card.state === 'new' && column === 'processing' && !card.assignee
  return isNobodys && may('complaints', 'other') ? askAssign(card, me()) : takeStep(card, ...found)
}

function me(): Partial<Complaint> {
  const now = readSession()
  return now.state === 'in' ? { assignee: { id: now.user.id, name: now.user.user_name } } : {}
}

const moveToDepartment = (card: Complaint, column: string, name: string) =>
  assign(card, {
    department: { id: Number(column), name },
    assignee: null,
    cc_departments: card.cc_departments,
  })

type Cards = InfiniteData<Page<Complaint>>

/** Shows the card in its new column before the lists are read again. */
function carryOver(card: Complaint, by: Placing, column: string) {
  for (const [key, cards] of client.getQueriesData<Cards>({ queryKey: boardKeys.cards(by) })) {
    if (!cards) continue
    const isTarget = key[3] === column
    client.setQueryData<Cards>(key, {
      ...cards,
      pages: cards.pages.map((page, at) => {
        const rest = page.data.filter((one) => one.id !== card.id)
        const rows = isTarget && at === 0 ? [card, ...rest] : rest
        return { ...page, data: rows, total: page.total + rows.length - page.data.length }
      }),
    })
  }
}
