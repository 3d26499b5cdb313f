import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import { forgetComments } from '#server/discussion/comments.ts'
import { forgetReceived, forgetSent } from '#server/mail/forgetting.ts'
import { forgetAnswers } from '#server/private/kept-answers.ts'
import type { Keys } from '#server/private/keys.ts'
import { complaints, feedback } from '../complaints.ts'

/** What was said about a complaint, and the mails of it, without a word of them; that there were some stays. */
export async function anonymize(tx: Tx, ids: number[], keys: Keys): Promise<void> {
  const elsewhere = sql`id in (select c.id from complaint_comments c where c.merged_from = any(${ids}::bigint[]))`
  await forgetComments(tx, complaints, ids, elsewhere)
  await forgetAnswers(tx, feedback, ids)
  await sql`delete from idempotency_keys where route like 'POST /api/public/follow/%'
      and split_part(route, '/', 5) in (select follow_token from complaints where id = any(${ids}::bigint[]))`.execute(
    tx,
  )
  await sql`update complaints set rating_note = null where id = any(${ids}::bigint[]) and rating_note is not null`.execute(
    tx,
  )
  await sql`update notifications set title = '–' where ticket_id = any(${ids}::bigint[])`.execute(tx)
  await forgetReceived(tx, keys, sql`m.complaint = any(${ids}::bigint[])`)
  await forgetSent(tx, sql`m.complaint = any(${ids}::bigint[])`)
}
