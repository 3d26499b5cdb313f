import type { InfiniteData } from '@tanstack/react-query'
import type { Page } from '../../../shared/api.ts'
import type { Tone } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { type Query, queryString } from '../../../web/api.ts'
import type { Order } from '../../../web/board/position.ts'
import type { Complaint } from '../complaint.web.tsx'
import { OPEN_STATUSES } from '../states.ts'

export type Placing = 'status' | 'department'
/** What a board lays out: its columns, and what its complaints are narrowed by, search included. */
export interface Board {
  by: Placing
  filters: Query
}
export interface Column {
  id: string | number
  name: string
  tone?: Tone
  /** Null until it is counted. */
  total: number | null
  /** A search counts only so far. */
  total_is_more?: boolean
}
export interface Columns {
  columns: Column[]
  column_orders: (string | number)[]
}
/** The cards of one column, as far as they are loaded. */
export type Cards = InfiniteData<Page<Complaint>, number>

export const boardKeys = {
  of: ({ by, filters }: Board) => ['board', queryString({ ...filters, by })] as const,
  columns: (board: Board) => [...boardKeys.of(board), 'columns'] as const,
  cards: (board: Board) => [...boardKeys.of(board), 'cards'] as const,
  column: (board: Board, id: string) => [...boardKeys.cards(board), id] as const,
}

/** The column of what is with no department yet. */
const NO_DEPARTMENT = 'none'

export const columnOf = (card: Complaint, by: Placing): string =>
  by === 'status' ? card.status : String(card.department?.id ?? NO_DEPARTMENT)

/** Statuses are words of ours; departments have names of their own. */
export function columnName(column: Column, by: Placing): string {
  if (column.id === NO_DEPARTMENT) return t('No department')
  return by === 'status' ? t(column.name) : column.name
}

export const isOpenStatus = (status: string): boolean => OPEN_STATUSES.some((open) => open === status)

/** What is asked of the server for the cards: by department it is the work still to be done that is laid out. */
export const asked = ({ by, filters }: Board): Query =>
  by === 'department' ? { ...filters, status: OPEN_STATUSES } : filters

export const orderOf = (by: Placing, column: string): Order =>
  by === 'department' || isOpenStatus(column) ? 'due_at' : '-created_at'
