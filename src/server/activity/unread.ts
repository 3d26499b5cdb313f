import { sql } from 'kysely'
import { type Db, rows } from '../db/db.ts'

/** How many notifications each of these people has not read yet. */
export async function unreadOf(db: Db, people: readonly number[]): Promise<Map<number, number>> {
  const found = await rows(
    db,
    { user_id: 'number', n: 'number' },
    sql`select u as user_id, (select count(*)::int from notifications n where n.user_id = u and n.read_at is null and n.in_app) as n from unnest(${[...people]}::bigint[]) u`,
  )
  return new Map(found.map(({ user_id, n }) => [user_id, n]))
}
