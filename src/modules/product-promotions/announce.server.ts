import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { theServer } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { inTransaction, row, rows } from '#server/db/db.ts'
import { wallClock } from '../../shared/format.ts'
import { ANNOUNCED } from './announced.ts'
import { productPromotions } from './product-promotions.ts'
import { SOON_DAYS } from './standing.ts'

const FROM_HOUR = 7

/** Once each morning: a line of the activity for what begins tomorrow and what ends in three days, of which the stores are told. */
export async function announce(context: AppContext, now: Date): Promise<void> {
  const { day, time } = wallClock(now, context.config.timezone)
  if (Number(time.slice(0, 2)) < FROM_HOUR) return
  const isDone = await inTransaction(context.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('announce promotions'))`.execute(tx)
    const before = await row(
      tx,
      { id: 'number' },
      sql`select id from activity where module = ${productPromotions.name} and record_id is null and action = ${ANNOUNCED} and record_title = ${day} limit 1`,
    )
    if (before) return true
    const due = await rows(
      tx,
      { id: 'number', begins: 'boolean' },
      sql`select id, starts_on = ${day}::date + 1 as begins from product_promotions r where r.deleted_at is null and r.active
            and (r.starts_on = ${day}::date + 1 or (r.ends_on = ${day}::date + ${SOON_DAYS}::int and r.starts_on <= ${day}::date))`,
    )
    const changes = {
      begins: [null, due.filter(({ begins }) => begins).length],
      ends: [null, due.filter(({ begins }) => !begins).length],
    }
    await record(tx, theServer, { action: ANNOUNCED, module: productPromotions.name, title: day, changes })
    return false
  })
  if (!isDone) context.feed.nudge()
}
