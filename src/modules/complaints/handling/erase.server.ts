import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import { releaseForGood } from '#server/files/housekeeping.ts'
import { forgetReceived, forgetSent } from '#server/mail/forgetting.ts'

/** What was said about a complaint, and the mails of it, without a word of them; that there were some stays. */
export async function anonymize(tx: Tx, ids: number[]): Promise<void> {
  const theirs = sql`complaint = any(${ids}::bigint[])`
  await releaseForGood(
    tx,
    sql`f.module = 'complaint-comments' and f.record_id in (select id from complaint_comments where ${theirs})`,
  )
  await sql`update complaint_comments set body = '–', attachments = '{}' where ${theirs}`.execute(tx)
  await sql`update complaints set rating_note = null where id = any(${ids}::bigint[]) and rating_note is not null`.execute(
    tx,
  )
  await sql`delete from comment_drafts where ${theirs}`.execute(tx)
  await sql`update notifications set title = '–' where ticket_id = any(${ids}::bigint[])`.execute(tx)
  await forgetReceived(tx, sql`m.complaint = any(${ids}::bigint[])`)
  await forgetSent(tx, sql`m.complaint = any(${ids}::bigint[])`)
}
