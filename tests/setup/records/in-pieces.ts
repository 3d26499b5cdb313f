import type { Db, Sql } from '../../../src/server/db/db.ts'

const PIECE = 2000

/**
 * As many rows as asked for, numbered from 1, a part at a time: a busy machine needs longer for all at once than a statement of the
 * server may take, and an open transaction keeps the log of what others wrote from being sealed.
 */
export async function insertInPieces(db: Db, count: number, insert: (from: number, to: number) => Sql): Promise<void> {
  for (let from = 1; from <= count; from += PIECE) await insert(from, Math.min(from + PIECE - 1, count)).execute(db)
}
