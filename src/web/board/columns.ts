import type { InfiniteData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BoardOptions } from '../../shared/definition/definition-options.ts'
import type { Named, Tone } from '../../shared/fields.ts'
import type { Definition } from '../../shared/resource.ts'
import type { Right } from '../../shared/users/permissions.ts'
import { type Query, queryString } from '../api.ts'
import type { LoadedPage, Order } from './position.ts'

/** A record on a board. */
export interface CardRow {
  id: number
  version: number
  title: string
  created_at: string
}
/** What a card says of its record. */
export interface CardContent {
  number: string
  isUrgent: boolean
  /** Before the title, small. */
  sign?: ReactNode
  facts: readonly (string | null | undefined)[]
  /** Until when, in a word. */
  due: ReactNode
  person: Named | null
}

/** Whether a card may be dropped on a column, and what that means in words. */
export interface Verdict {
  kind: 'home' | 'allowed' | 'forbidden'
  words: string
}
export type May = (segment: string, right: Right) => boolean

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
export type Cards<C> = InfiniteData<LoadedPage<C>, number>

/** One way to lay cards out in columns. */
export interface Layout<C extends CardRow> {
  /** What lists are filtered by for the cards of a column, and the board is asked for. */
  by: string
  /** The columns, where they are known before the server has counted them. */
  known?: readonly Column[]
  columnOf: (card: C) => string
  nameOf: (column: Column) => string
  /** What the cards are narrowed by beside what the board is. */
  narrowed?: Query
  orderOf: (column: string) => Order
  /** What dropping this card on that column would do. */
  verdictOf: (card: C, column: string, may: May) => Verdict
  /** The card as it will stand there, shown before the server is asked; null where something is asked first. */
  expected: (card: C, column: Column, may: May) => C | null
  /** Takes the step; answers whether it was taken. */
  move: (card: C, column: Column, may: May) => Promise<boolean>
  /** Below a card, where its column does not say it. */
  foot?: (card: C) => ReactNode
}

/** What a board is of, and what it is narrowed by, search included. */
export interface Board<C extends CardRow> {
  definition: Definition
  options: BoardOptions
  layout: Layout<C>
  filters: Query
  contentOf: (card: C) => CardContent
  /** The card as it is known now. */
  latest: (card: C) => C
}
/** As much of it as its queries are kept by. */
type Kept = Pick<Board<CardRow>, 'definition' | 'filters'> & { layout: { by: string } }

export const boardKeys = {
  of: ({ definition, layout, filters }: Kept) =>
    ['board', definition.wire, queryString({ ...filters, by: layout.by })] as const,
  columns: (board: Kept) => [...boardKeys.of(board), 'columns'] as const,
  cards: (board: Kept) => [...boardKeys.of(board), 'cards'] as const,
  column: (board: Kept, id: string) => [...boardKeys.cards(board), id] as const,
}

/** What is asked of the server for the columns … */
export const columnsAsked = ({
  definition,
  options,
  layout,
  filters,
}: Pick<Board<CardRow>, 'definition' | 'options' | 'filters'> & { layout: { by: string } }): [string, Query] => [
  `${options.path ?? `${definition.wire}/board`}/columns`,
  layout.by === options.by ? filters : { ...filters, by: layout.by },
]
/** … and for the cards. */
export const asked = ({ layout, filters }: { layout: { narrowed?: Query }; filters: Query }): Query => ({
  ...filters,
  ...layout.narrowed,
})
