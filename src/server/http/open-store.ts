import { sql } from 'kysely'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { row, type Sql, type Tx } from '../db/db.ts'

/** Whether the public may choose this store: it is open, and no head office. */
export const isOpenStore = (id: unknown): Sql =>
  sql`exists (select 1 from stores where id = ${id}::bigint and deleted_at is null and active and not is_head_office)`

/** Refuses a public form that names no store the public may choose (422). */
export async function refuseClosedStore(tx: Tx, id: unknown): Promise<void> {
  const found = await row(tx, { is_open: 'boolean' }, sql`select ${isOpenStore(id)} as is_open`)
  if (!found?.is_open) refuse('invalid', { fields: { store: CHOOSE } })
}

const CHOOSE = pack('Please select the store to continue')
