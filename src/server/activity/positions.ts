import { sql } from 'kysely'
import { type Db, inTransaction, row, type Sql, type Tx } from '../db/db.ts'
import type { RowOf } from '../db/shape.ts'

/*
 * A row of the activity stands in the feed where its transaction does, and marks of readers are such positions. PostgreSQL numbers
 * transactions by cluster: restored from a dump, the rows and marks of the old cluster would lie ahead of all that is to come, and
 * nobody would hear of that. So a position is the number of the transaction and a shift (`feed_shift()`), which leads past everything
 * there is: rows and marks stay as they are, what was not read yet is read, and nothing twice.
 */

/** The oldest transaction still open, as a position: whatever is before it has ended. */
export const OLDEST_OPEN: Sql = sql`feed_position(pg_snapshot_xmin(pg_current_snapshot()))`

/**
 * Which course of events this is: the cluster and its timeline, which is another one after a recovery to a moment and on a promoted
 * standby. Both go on with numbers of transactions that the former course may have given as well.
 */
export const COURSE: Sql = sql`(select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`

const POSITIONS = {
  /** The last position that is taken by a row or a mark. */
  last: 'number?',
  /** The number of the next transaction, and of the oldest one still open. */
  next: 'number',
  oldest: 'number',
  shift: 'number',
} as const
type Positions = RowOf<typeof POSITIONS>

const positionsOf = (db: Db | Tx): Promise<Positions | undefined> =>
  row(
    db,
    POSITIONS,
    sql`select greatest((select xid::text::bigint from activity order by xid desc limit 1), (select max(mark::text::bigint) from feed_cursors)) as last,
      pg_snapshot_xmax(s)::text::bigint as next, pg_snapshot_xmin(s)::text::bigint as oldest, feed_shift() as shift from pg_current_snapshot() s`,
  )

/** In its own cluster nothing of a database stands where the next transaction will, or after. */
const isAhead = ({ last, next, shift }: Positions): boolean => last !== null && last >= next + shift

/** Leads positions past all that a dump has brought from another cluster; answers whether it had to. Cheap where there is nothing to do. */
export async function settlePositions(db: Db): Promise<boolean> {
  const found = await positionsOf(db)
  if (!found || !isAhead(found)) return false
  return inTransaction(db, async (tx) => {
    // Nobody writes meanwhile, and of several servers one does it.
    await sql`lock table activity, feed_cursors in share row exclusive mode`.execute(tx)
    const now = await positionsOf(tx)
    if (!now || !isAhead(now)) return false
    const shift = (now.last ?? 0) + 1 - now.oldest
    await sql
      .raw(
        `create or replace function feed_shift() returns bigint immutable parallel safe language sql return ${shift}`,
      )
      .execute(tx)
    return true
  })
}
