import type { Definition } from '../../shared/resource.ts'
import type { Span } from '../../shared/time/spans.ts'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/db.ts'
import type { Wish } from './wish.ts'

/** A figure that the module tells itself: by key as the rows have it (`none` without one), and of the whole period under `total`. */
export type OwnFigure = (ask: OwnAsk) => Promise<ReadonlyMap<string, number | null>>
export interface OwnAsk {
  db: Db
  actor: Actor
  by: string
  period: Span
  filters: Wish['filters']
  /** The day it is in the chain. */
  today: string
}
export type OwnFigures = Readonly<Record<string, OwnFigure>>
export const TOTAL = 'total'

export interface Asked {
  definition: Definition
  wish: Wish
  actor: Actor
  /** The day it is in the chain. */
  today: string
  own?: OwnFigures
  /** The most rows of an answer. */
  most?: number
}
