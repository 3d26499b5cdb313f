import { sql } from 'kysely'
import type { AppContext } from '#server/app-context.ts'
import { placeSql } from '#server/resource/scope.ts'
import { priceChecking } from './price-checking.ts'

/** A store that let its time run out is reminded once; the version does not move, so that nobody's open form turns stale. */
export async function remindLate({ db, feed }: Pick<AppContext, 'db' | 'feed'>): Promise<void> {
  await sql`with late as (
      update price_checking r set reminded_at = now()
      where r.status = 'to_check' and r.due_at < now() and r.reminded_at is null and r.deleted_at is null returning r.*
    ) insert into activity (action, module, record_id, record_title, place, changes)
      select 'remind', ${priceChecking.name}, l.id, left(l.product_name, 191), ${placeSql(priceChecking, 'l')}, jsonb_build_object('due_at', jsonb_build_array(null, l.due_at)) from late l`.execute(
    db,
  )
  feed.nudge()
}
