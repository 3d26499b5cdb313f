import { sql } from 'kysely'
import { changeLog, REDACTED } from '../activity/activity.ts'
import { rows, type Sql, type Tx } from '../db/db.ts'
import type { Keys } from '../private/keys.ts'

const NOTHING = '–'

/**
 * Leaves of mails that came, over the row `m`, no word and no sender; that they came stays, and keeps them from coming again. The
 * mails as they were sent go with the files that nobody claims.
 */
export async function forgetReceived(tx: Tx, keys: Keys, which: Sql): Promise<void> {
  const gone = await rows(
    tx,
    { id: 'number' },
    sql`with old as (select m.id, m.file, m.bytes from received_mails m where ${which} for update),
        loose as (
          insert into stored_files (id, name, type, bytes, area, folder, created_at, sha256)
          select file, ${NOTHING}, 'message/rfc822', bytes, 'upload', 'mail', now() - interval '25 hours', '' from old where file is not null
          on conflict do nothing
        ), blank as (
          update received_mails r set sender = ${NOTHING}, sender_name = null, subject = ${NOTHING}, body_html = null, shown_html = null,
            left_out = '{}', file = null from old where r.id = old.id returning r.id
        )
        select id from blank`,
  )
  if (gone.length === 0) return
  const isOfGoneMails = sql`module = 'mailbox' and record_id = any(${gone.map(({ id }) => id)}::bigint[])`
  await sql`update notifications set title = ${NOTHING} where activity in (select id from activity where ${isOfGoneMails})`.execute(
    tx,
  )
  await changeLog(
    tx,
    keys,
    sql`update activity set record_title = ${NOTHING} where ${isOfGoneMails} and record_title is not null returning ${REDACTED}`,
  )
}

/** Leaves of mails that we sent, over the row `m`, neither words nor recipient; what waits is not sent any more. */
export async function forgetSent(tx: Tx, which: Sql): Promise<void> {
  await sql`with blank as (
      update mails m set recipient = ${NOTHING}, subject = ${NOTHING}, body_text = ${NOTHING}, body_html = null, headers = '{}', reason = null,
        state = case when state = 'waiting' then 'unsent' else state end where ${which} returning m.id
    ) delete from mail_parts p using blank where p.mail = blank.id`.execute(tx)
}
