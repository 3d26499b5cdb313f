import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import { rows, type Sql, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { AWAITS_DECISION } from '#server/mail/receiving.ts'
import { seenBy } from '#server/resource/scope.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { complaints } from '../complaints/complaints.ts'
import { HELD } from './kinds.ts'
import { type Ring, ring } from './ringing.server.ts'

/** Where such mails are decided about. */
const LINK = '/complaints/mails'

/**
 * Mails that are held, or cannot be read, ring the bell of those who may decide about them: each of them once, with how many wait for that person.
 * What nobody has read yet is not told beside it, and once none waits any more nothing is left to read.
 */
export async function notifyOfMails(tx: Tx, happened: readonly Happened[]): Promise<void> {
  const about = happened.filter(({ module }) => module === 'mailbox')
  const held = about.filter(({ action }) => action === HELD || action === 'mail parked').map(({ id }) => id)
  if (held.length > 0) await ring(tx, HELD, LINK, await deciders(tx, held))
  if (about.some(({ action }) => ['mail accepted', 'mail retry', 'mail dropped'].includes(action))) await calm(tx)
}

/** Who may decide about one of these mails, with the newest of them and how many wait for that person in all. */
const deciders = (tx: Tx, activities: readonly number[]): Promise<Ring[]> =>
  rows(
    tx,
    {
      user_id: 'number',
      activity: 'number',
      title: 'string',
      ticket_id: 'number?',
      params: jsonOf<Ring['params']>(),
    },
    sql`select distinct on (u.id) u.id as user_id, a.id as activity, coalesce(a.record_title, '') as title, m.complaint as ticket_id,
          jsonb_build_object('n', (select count(*)::int from received_mails m left join complaints c on c.id = m.complaint where ${AWAITS_DECISION} and ${decides})) as params
        from activity a join received_mails m on m.id = a.record_id and ${AWAITS_DECISION} left join complaints c on c.id = m.complaint
        join users u on u.deleted_at is null and ${sql.raw(isActive('u'))}
        join user_roles o on o.id = u.role and (o.permissions->'complaints'->>'other')::boolean
        where a.id = any(${[...activities]}::bigint[]) and ${decides} order by u.id, a.id desc`,
  )

/** A mail that names no complaint may be of any store: it is for those who see the whole chain. */
const decides: Sql = sql`case when m.complaint is null then o.scope = 'chain' else ${seenBy(complaints, 'c')} end`

const calm = (tx: Tx) =>
  sql`update notifications set read_at = now() where kind = ${HELD} and read_at is null
      and not exists (select 1 from received_mails m where ${AWAITS_DECISION})`.execute(tx)
