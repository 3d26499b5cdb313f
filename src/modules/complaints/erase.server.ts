import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'

/** What was said about a complaint, and the mails of it, without a word of them; that there were some stays. */
export async function erase(tx: Tx, ids: number[]): Promise<void> {
  await sql`update stored_files set module = null, record_id = null, field = null, claimed_at = null
    where module = 'complaint-comments' and record_id in (select id from complaint_comments where complaint = any(${ids}::bigint[]))`.execute(
    tx,
  )
  await sql`update complaint_comments set body = '–', attachments = '{}' where complaint = any(${ids}::bigint[])`.execute(
    tx,
  )
  await sql`update received_mails set sender = '–', sender_name = null, subject = '–', body_html = null, shown_html = null where complaint = any(${ids}::bigint[])`.execute(
    tx,
  )
  await sql`update mails set recipient = '–', subject = '–', body_text = '–', body_html = null, headers = '{}' where complaint = any(${ids}::bigint[])`.execute(
    tx,
  )
}
