import type { Tx } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { queueStaffMails } from '#server/mail/staff-mail.ts'

/** Where something is told to somebody. */
export interface Ways {
  in_app: boolean
  by_mail: boolean
  in_digest: boolean
}

/** Something to be told to somebody. */
export interface Wanted extends Ways {
  user_id: number
  activity: number
}

/** What stands under somebody's bell, or in their digest, now. */
export const NOTED = { id: 'number', user_id: 'number', activity: 'number' } as const
export type Noted = RowOf<typeof NOTED>

/** One mail for each person, however much came at once. */
export async function mailAll(tx: Tx, wanted: readonly Wanted[], kept: readonly Noted[]): Promise<void> {
  const mailed = new Set(wanted.filter(({ by_mail }) => by_mail).map((one) => `${one.user_id} ${one.activity}`))
  const news = Map.groupBy(
    kept.filter((one) => mailed.has(`${one.user_id} ${one.activity}`)),
    (one) => one.user_id,
  )
  await queueStaffMails(
    tx,
    'news',
    [...news].map(([reader, ones]) => ({
      key: `news ${ones[0]?.id}`,
      reader,
      facts: { notifications: ones.map(({ id }) => id) },
    })),
  )
}
