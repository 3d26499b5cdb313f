import { sql } from 'kysely'
import type { Definition } from '../shared/resource.ts'
import {
  type Calendar,
  chainCalendar,
  type HolidayKind,
  lawCalendar,
  type WorkingHours,
} from '../shared/working-time.ts'
import { type Db, rows, type Tx } from './db/db.ts'
import { narrowed } from './db/shape.ts'

/**
 * The chain's own calendar and the law's, as they stand.
 * @param daysOff the register of days off, each with its `day` and `kind`
 */
export async function calendarsOf(
  tx: Tx | Db,
  daysOff: Definition,
  zone: string,
): Promise<{ chain: Calendar; law: Calendar }> {
  const week = await rows<WorkingHours>(
    tx,
    sql`select to_char(opens, 'HH24:MI') as opens, to_char(closes, 'HH24:MI') as closes, is_law_day from working_hours order by weekday`,
  )
  const found = await rows(
    tx,
    { day: 'string', kind: narrowed<HolidayKind>('string') },
    sql`select day, kind from ${sql.table(daysOff.table)} where deleted_at is null`,
  )
  const holidays = new Map(found.map(({ day, kind }) => [day, kind]))
  return { chain: chainCalendar(week, holidays, zone), law: lawCalendar(week, holidays, zone) }
}
