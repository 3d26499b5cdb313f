import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import type { Tx } from '../db/db.ts'

/**
 * What is kept for repeats of who made one of these records, or did something about one, also at a second address of its own that part
 * of a register has (`wire-new`).
 */
export async function forgetAnswers(tx: Tx, { wire, title }: Definition, ids: number[]): Promise<void> {
  const named = ids.map(String)
  const made = sql`route ~ ${`^\\S+ /api/${wire}(-[^/]+)?$`} and answer::jsonb ? ${title}::text and answer::jsonb ->> 'id' = any(${named}::text[])`
  const below = sql`route ~ ${`^\\S+ /api/${wire}(-[^/]+)?/[0-9]+/`} and split_part(route, '/', 4) = any(${named}::text[])`
  await sql`delete from idempotency_keys where (${made}) or (${below})`.execute(tx)
}
