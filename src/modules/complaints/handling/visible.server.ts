import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Db, row, type Tx } from '#server/db/db.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { refuse } from '../../../shared/refusals.ts'
import { complaints } from '../complaints.ts'

/** A complaint that the actor may not see does not exist. */
export async function assertVisible(db: Db | Tx, id: number, actor: Actor): Promise<void> {
  const scope = scopeOf(complaints, actor)
  const found = await row(
    db,
    sql`select 1 as n from complaints r where r.id = ${id} ${scope ? sql`and ${scope}` : sql``}`,
  )
  if (!found) refuse('not found')
}
