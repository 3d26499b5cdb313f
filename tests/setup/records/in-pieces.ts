import type { Db, Sql } from '../../../src/server/db/db.ts'

const PIECE = 500

/**
 * The first and last number of each part of so many, counted from 1: a busy machine needs longer for all at once than a statement of the
 * server may take, and an open transaction keeps the log of what others wrote from being sealed.
 */
export function* piecesOf(count: number): Generator<[from: number, to: number]> {
  for (let from = 1; from <= count; from += PIECE) yield [from, Math.min(from + PIECE - 1, count)]
}

/** As many rows as said, inserted or deleted a part at a time. */
export async function inPieces(db: Db, count: number, statement: (from: number, to: number) => Sql): Promise<void> {
  for (const [from, to] of piecesOf(count)) await statement(from, to).execute(db)
}
