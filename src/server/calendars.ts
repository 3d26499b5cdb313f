import { sql } from 'kysely'
import type { Definition } from '../shared/resource.ts'
import {
  type Calendar,
  chainCalendar,
  type HolidayKind,
  lawCalendar,
  type WorkingHours,
} from '../shared/time/working-time.ts'
import { type Db, rows, type Tx } from './db/db.ts'
import { narrowed } from './db/shape.ts'

/** The working hours of Monday to Sunday. */
export const weekOf = (db: Db | Tx): Promise<WorkingHours[]> =>
  rows(
    db,
    { opens: 'string?', closes: 'string?', is_law_day: 'boolean' },
    sql`select to_char(opens, 'HH24:MI') as opens, to_char(closes, 'HH24:MI') as closes, is_law_day from working_hours order by weekday`,
  )

/**
 * The chain's own calendar and the law's, as they stand.
 * @param daysOff the register of days off, each with its `day` and `kind`
 */
export async function calendarsOf(
  tx: Tx | Db,
  daysOff: Definition,
  zone: string,
): Promise<{ chain: Calendar; law: Calendar }> {
  const week = await weekOf(tx)
  const found = await rows(
    tx,
    { day: 'string', kind: narrowed<HolidayKind>('string') },
    sql`select day, kind from ${sql.table(daysOff.table)} where deleted_at is null`,
  )
  const holidays = new Map(found.map(({ day, kind }) => [day, kind]))
  return { chain: chainCalendar(week, holidays, zone), law: lawCalendar(week, holidays, zone) }
}
