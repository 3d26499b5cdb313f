import type { Board, CardRow, Column, May } from './columns.ts'
import { followCard } from './keyboard.ts'
import { beginMove, carryOver } from './live.ts'

const CARD = Symbol('card')
export const cardData = (card: CardRow): Record<string | symbol, unknown> => ({ [CARD]: card })
export const cardOf = <C extends CardRow>(data: Record<string | symbol, unknown>): C | null =>
  (data[CARD] as C | undefined) ?? null // only cardData() puts it there

/** Moves a card. Where nothing is asked it changes its column at once, and back again if the server refuses. */
export async function moveCard<C extends CardRow>(board: Board<C>, card: C, column: Column, may: May): Promise<void> {
  const { layout, latest } = board
  const moved = layout.expected(card, column, may)
  if (!moved) {
    if (await layout.move(card, column, may)) carryOver(board, card, latest(card))
    return followCard(card.id)
  }
  const end = beginMove(board)
  carryOver(board, card, moved)
  followCard(card.id)
  try {
    if (await layout.move(card, column, may)) return
    carryOver(board, moved, card)
    followCard(card.id)
  } finally {
    end()
  }
}
