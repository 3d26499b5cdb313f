import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Db, row } from '#server/db/db.ts'
import { type FileAccesses, seesRecord } from '#server/files/access.ts'
import { scopeOf, storeWall } from '#server/resource/scope.ts'
import { comments } from '../comments/comments.ts'
import { complaints } from '../complaints.ts'

/** A comment's files belong to its complaint, and a customer's private link opens those that the customer sent. */
export const files: FileAccesses = {
  [complaints.name]: {
    isOpen: (db, { record_id }, actor) => seesFiles(db, record_id, actor),
    isFollowed: async (db, { record_id }, token) =>
      (await row(
        db,
        sql`select 1 as n from complaints c where c.follow_token = ${token} and c.deleted_at is null and c.id = ${record_id}`,
      )) !== undefined,
  },
  [comments.name]: {
    isOpen: async (db, { record_id }, actor) => {
      const found = await row(
        db,
        { complaint: 'number' },
        sql`select complaint from complaint_comments where id = ${record_id}`,
      )
      return found !== undefined && seesFiles(db, found.complaint, actor)
    },
    isFollowed: async (db, { record_id }, token) =>
      (await row(
        db,
        sql`select 1 as n from complaint_comments m join complaints c on c.id = m.complaint
            where m.id = ${record_id} and m.kind = 'customer' and c.follow_token = ${token} and c.deleted_at is null`,
      )) !== undefined,
  },
}

const seesFiles = async (db: Db, id: number, actor: Actor): Promise<boolean> =>
  (await seesRecord(db, complaints, id, actor)) || (await seesSurvivor(db, id, actor))

/** A merged complaint is part of the one that goes on, and is seen along with it; only the wall between stores stays. */
async function seesSurvivor(db: Db, id: number, actor: Actor): Promise<boolean> {
  const scope = scopeOf(complaints, actor)
  const found = await row(
    db,
    sql`with recursive up as (
          select r.id, r.merged_into_id, 1 as depth from complaints r where r.id = ${id} and r.merged_into_id is not null and ${storeWall(complaints, actor)}
          union all select c.id, c.merged_into_id, u.depth + 1 from complaints c join up u on c.id = u.merged_into_id where u.depth < 100
        ) select 1 as n from up u join complaints r on r.id = u.id where u.depth > 1 ${scope ? sql`and ${scope}` : sql``} limit 1`,
  )
  return found !== undefined
}
