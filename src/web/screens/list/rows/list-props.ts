import type { ComponentType, ReactNode } from 'react'
import type { AnyRow } from '../../module.ts'
import type { List } from '../use-list.ts'

/** What the rows of a list need, as a table or as cards. */
export interface BodyProps {
  list: List
  selected: ReadonlyMap<number, AnyRow>
  setSelected: (rows: ReadonlyMap<number, AnyRow>) => void
  /** Selects a row, or takes it out again; with `isRange` all from the one before it. */
  tick: (row: AnyRow, isRange?: boolean) => void
  active: number
  setActive: (id: number) => void
  canCreate: boolean
  /** What an empty list offers where nothing is created. */
  insteadOfCreate?: ReactNode
  /** Draws the rows otherwise than as a table, or as cards on a phone. */
  rows?: ComponentType<BodyProps> | undefined
  /** Draws a row as a card with its picture, instead of the table. */
  card?: ((row: AnyRow) => ReactNode) | undefined
  /** What a card on a phone says below its title, in a line or two, instead of every column with its name. */
  brief?: ((row: AnyRow) => ReactNode) | undefined
  /** At the head of a card on a phone; a swipe to the right presses the first. */
  cardActions?: ((row: AnyRow) => ReactNode) | undefined
  rowActions?: ((row: AnyRow) => ReactNode) | undefined
  /** Room for them, px; that of one button unless said. */
  actionsWidth?: number | undefined
}
