import { sql } from 'kysely'
import { HAPPENED, type Happened } from '#server/activity/feed.ts'
import { rows, type Tx } from '#server/db/db.ts'
import { isGathered, type KindName } from './kinds.ts'
import type { Wanted } from './staff-mails.server.ts'

/** What one person is told: of one ticket, or of many at once. */
export interface PendingNotification extends Wanted {
  kind: KindName
  params: Record<string, string | number>
  tickets: number[]
  at: Date
}

const PART = 1000

/**
 * What an act on many did, a thousand at a time: from where it was through before, as its refused records may have been tried again,
 * up to the line of the activity that says it is through now.
 */
export async function* partsOfBulk(tx: Tx, { id: end, bulk }: Happened): AsyncGenerator<Happened[]> {
  const [before] = await rows(
    tx,
    { id: 'number?' },
    sql`select max(id) as id from activity where bulk = ${bulk} and action = 'bulk' and id < ${end}`,
  )
  for (let last = before?.id ?? 0; ; ) {
    const part = await rows(
      tx,
      { ...HAPPENED, bulk: 'number?' },
      sql`select a.id, a.at, a.actor, u.user_name as actor_name, a.action, a.module, a.record_id, a.record_title, a.place, a.changes, a.bulk
          from activity a left join users u on u.id = a.actor
          where a.bulk = ${bulk} and a.id > ${last} and a.id < ${end} order by a.id limit ${sql.lit(PART)}`,
    )
    yield part
    last = part.at(-1)?.id ?? last
    if (part.length < PART) return
  }
}

/** One line for each person and kind, in the place of the first of them; a kind that cannot be said of many stays as it is. */
export function gathered(lines: readonly PendingNotification[]): PendingNotification[] {
  const found = Map.groupBy(lines, ({ user_id, kind, activity }) =>
    isGathered(kind) ? `${user_id} ${kind}` : `${user_id} ${activity}`,
  )
  return [...found.values()].flatMap((ones) => {
    const [first] = ones
    const last = ones.at(-1)
    return first && last
      ? [{ ...first, at: last.at, tickets: [...new Set(ones.flatMap(({ tickets }) => tickets))] }]
      : []
  })
}
