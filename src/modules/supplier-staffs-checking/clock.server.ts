import { sql } from 'kysely'
import { theServer } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { rows } from '#server/db/db.ts'
import { change } from '#server/resource/statements.ts'
import { closingMinutes } from '../../shared/time/opening-hours.ts'
import { leaving } from './check-in.server.ts'
import { supplierStaffsChecking } from './supplier-staffs-checking.ts'

/** So long after closing somebody may still be on their way out. */
const GRACE = sql`interval '2 hours'`
const AT_ONCE = 500

/** What nobody at a desk does: whoever is still inside two hours after closing has left, and whoever was planned has not come. */
export const byTheClock = (context: AppContext) => [
  { name: 'visits-lapse', cron: '*/5 * * * *', work: () => lapse(context) },
  { name: 'visits-missed', cron: '*/5 * * * *', work: () => miss(context) },
]

type Clock = Pick<AppContext, 'db' | 'feed'>

/** Checks out by the system, with a mark that a manager resolves: never silently. */
export async function lapse({ db, feed }: Clock): Promise<void> {
  const due = await rows(
    db,
    { id: 'number' },
    sql`select v.id from supplier_staffs_checking v
        where v.receiving_date is not null and v.left_at is null and v.deleted_at is null and v.closes_at + ${GRACE} <= now() order by v.id limit ${sql.lit(AT_ONCE)}`,
  )
  for (const { id } of due)
    await change(
      db,
      supplierStaffsChecking,
      {
        id,
        set: { status: 'unresolved', ...leaving(sql`b.closes_at + ${GRACE}`) },
        action: 'lapse',
        scope: null,
        // Whom a desk lets out at this moment has left.
        when: sql`b.left_at is null`,
      },
      theServer,
    )
  if (due.length > 0) feed.nudge()
}

/** A plan is missed once the store has closed on its day. */
export async function miss({ db, feed }: Clock): Promise<void> {
  const open = await rows(
    db,
    { id: 'number', hours: 'string?', minutes: 'number' },
    sql`select v.id, s.opening_hours as hours, floor(extract(epoch from (now() at time zone chain_zone()) - v.planned_on::timestamp) / 60)::int as minutes
        from supplier_staffs_checking v join stores s on s.id = v.store
        where v.status = 'planned' and v.deleted_at is null and v.planned_on <= (now() at time zone chain_zone())::date order by v.planned_on, v.id limit ${sql.lit(4 * AT_ONCE)}`,
  )
  const due = open.filter(({ hours, minutes }) => minutes >= closingMinutes(hours))
  for (const { id } of due)
    await change(
      db,
      supplierStaffsChecking,
      { id, set: { status: 'no-show' }, action: 'miss', scope: null, when: sql`b.status = 'planned'` },
      theServer,
    )
  if (due.length > 0) feed.nudge()
}
