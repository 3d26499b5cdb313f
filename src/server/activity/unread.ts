import { sql } from 'kysely'
import { type Db, rows } from '../db/db.ts'
import type { RowOf } from '../db/shape.ts'

/** The consumer of the activity that writes notifications. */
export const NOTIFIER = 'notifications'

const UNREAD = {
  count_unread: 'number',
  /** The number of the newest notification of all, read or not; 0 where there is none. */
  newest: 'number',
} as const
export type Unread = RowOf<typeof UNREAD>

/** What the bell of each of these people says. */
export async function unreadOf(db: Db, people: readonly number[]): Promise<Map<number, Unread>> {
  const found = await rows(
    db,
    { ...UNREAD, user_id: 'number' },
    sql`select u as user_id, (select count(*)::int from notifications n where n.user_id = u and n.read_at is null and n.in_app) as count_unread,
          coalesce((select n.id from notifications n where n.user_id = u and n.in_app order by n.id desc limit 1), 0) as newest
        from unnest(${[...people]}::bigint[]) u`,
  )
  return new Map(found.map(({ user_id, ...unread }) => [user_id, unread]))
}
