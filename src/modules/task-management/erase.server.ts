import { sql } from 'kysely'
import { changeLog, REDACTED } from '#server/activity/activity.ts'
import type { Tx } from '#server/db/db.ts'
import { forgetComments } from '#server/discussion/comments.ts'
import { releaseForGood } from '#server/files/housekeeping.ts'
import type { Keys } from '#server/private/keys.ts'
import { checklistItems } from './checklist.ts'
import { tasks } from './task-management.ts'

/** What was said and noted about tasks, without a word of it; that there was some stays. */
export async function anonymize(tx: Tx, ids: number[], keys: Keys): Promise<void> {
  await forgetComments(tx, tasks, ids)
  await releaseForGood(
    tx,
    sql`f.module = ${checklistItems.name} and f.record_id in (select id from task_checklist_items where task = any(${ids}::bigint[]))`,
  )
  await sql`update task_checklist_items set title = '–', note = null, photos = '{}' where task = any(${ids}::bigint[])`.execute(
    tx,
  )
  await changeLog(
    tx,
    keys,
    sql`update activity set changes = changes - 'item' where module = ${tasks.name} and record_id = any(${ids}::bigint[]) returning ${REDACTED}`,
  )
  // What is told of several tasks at once is called by the first of them.
  await sql`update notifications set title = '–', params = case when params ? 'item' then params || '{"item": "–"}' else params end
      where task_id = any(${ids}::bigint[]) or task_id is null and regexp_replace(title, ' …$', '') in (
        select record_title from activity where module = ${tasks.name} and record_id = any(${ids}::bigint[]))`.execute(
    tx,
  )
}
