import { sql } from 'kysely'
import type { AppContext } from '#server/app-context.ts'
import { rows } from '#server/db/db.ts'

/** So many days before somebody's last one the managers of their stores are told. */
const DAYS_BEFORE = 7
export const ENDING = 'ending soon'

/**
 * Sets down in the log, once for each last day, that somebody's time ends: from there the managers are told. A day that the server
 * missed is made up for.
 */
export async function tellEnding({ db, feed }: Pick<AppContext, 'db' | 'feed'>): Promise<void> {
  const told = await rows(
    db,
    { id: 'number' },
    sql`insert into activity (action, module, record_id, record_title, place, changes)
        select ${ENDING}, 'supplier-staffs', r.id, left(r.full_name, 191), '{}', jsonb_build_object('ends_on', jsonb_build_array(null, r.valid_until))
        from supplier_staffs r
        where r.deleted_at is null and r.active and r.status = 'open'
          and r.valid_until between (now() at time zone chain_zone())::date and (now() at time zone chain_zone())::date + ${DAYS_BEFORE}::int
          and not exists (
            select 1 from activity a where a.module = 'supplier-staffs' and a.record_id = r.id and a.action = ${ENDING}
              and a.changes -> 'ends_on' ->> 1 = r.valid_until::text
          ) returning id`,
  )
  if (told.length > 0) feed.nudge()
}
