import type { Db, Sql } from '../../../src/server/db/db.ts'

const PIECE = 500

/**
 * As many rows as said, numbered from 1, inserted or deleted a part at a time: a busy machine needs longer for all at once than a
 * statement of the server may take, and an open transaction keeps the log of what others wrote from being sealed.
 */
export async function inPieces(db: Db, count: number, statement: (from: number, to: number) => Sql): Promise<void> {
  for (let from = 1; from <= count; from += PIECE) await statement(from, Math.min(from + PIECE - 1, count)).execute(db)
}
