import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Db, row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf, type RowOf } from '#server/db/shape.ts'
import { namedAnswer, STORED_FILE } from '#server/http/answers.ts'
import { filesShown, titleSql } from '#server/resource/query/columns.ts'
import { storeWall } from '#server/resource/scope.ts'
import type { StoredFile } from '../../../shared/fields.ts'
import { tags } from '../../tags/tags.ts'
import { complaints } from '../complaints.ts'
import { DEEPEST, withMerged } from '../merged.ts'

/** What was merged, read: docs/decisions/merging.md. Merges make trees; no complaint is ever its own survivor. */

const PARTS_MOST = 200

/** The complaint that goes on for this one: itself, where it was not merged. */
export async function mergeTargetOf(db: Db | Tx, id: number): Promise<number> {
  const found = await row(
    db,
    { id: 'number' },
    sql`with recursive up as (
          select c.id, c.merged_into_id, 1 as depth from complaints c where c.id = ${id}
          union all select c.id, c.merged_into_id, u.depth + 1 from complaints c join up u on c.id = u.merged_into_id where u.depth < ${sql.lit(DEEPEST)}
        ) select id from up where merged_into_id is null`,
  )
  return found?.id ?? id
}

/** A complaint that was merged into another one, as that one's time line tells it. */
const MERGED_TICKET = {
  id: 'number',
  issue_number: 'string',
  title: 'string',
  content: 'string',
  customer_name: 'string',
  created_at: 'date',
  merged_at: 'date',
  tags: 'string[]',
  attachments: jsonOf<StoredFile[]>(),
} as const
export const MERGED = namedAnswer('MergedTicket', { ...MERGED_TICKET, attachments: [STORED_FILE] })
export type MergedTicket = RowOf<typeof MERGED_TICKET>

/** Everything merged into a complaint, through any number of merges. A merge opens it to whoever sees the survivor and its store. */
export const mergedTicketsOf = (db: Db | Tx, actor: Actor, id: number): Promise<MergedTicket[]> =>
  rows(
    db,
    MERGED_TICKET,
    sql`select r.id, r.issue_number, r.title, r.content, r.customer_name, r.created_at, r.merged_at,
            coalesce((select array_agg(${titleSql(tags, 't', actor.language)} order by t.name) from tags t where t.id = any(r.tags)), '{}') as tags, ${filesShown('r.attachments')} as attachments
          from complaints r where r.id in (select m.id from ${sql.raw(withMerged(String(id)))} m where m.id <> ${id} limit ${sql.lit(PARTS_MOST)}) and ${storeWall(complaints, actor)} order by r.id`,
  )

/** A complaint and everything merged into it, as far as the actor sees it: whose mails and files stand in its story. */
export const familyOf = async (db: Db | Tx, actor: Actor, id: number): Promise<number[]> => [
  id,
  ...(await mergedTicketsOf(db, actor, id)).map((part) => part.id),
]
