import { sql } from 'kysely'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import type { Actor } from '../actor.ts'
import { type Db, row, type Tx } from '../db/db.ts'
import { scopeOf } from './scope.ts'

/** A record that the actor may not see does not exist. */
export async function assertVisible(db: Db | Tx, definition: Definition, id: number, actor: Actor): Promise<void> {
  const scope = scopeOf(definition, actor)
  const found = await row(
    db,
    sql`select 1 as n from ${sql.table(definition.table)} r where r.id = ${id} ${scope ? sql`and ${scope}` : sql``}`,
  )
  if (!found) refuse('not found')
}
