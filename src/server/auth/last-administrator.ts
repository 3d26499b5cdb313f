import { sql } from 'kysely'
import { refuse } from '../../shared/refusals.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { FLAGS, IDENTIFIERS } from '../../shared/users/permissions.ts'
import { row, type Tx } from '../db/db.ts'

const everything = JSON.stringify(
  Object.fromEntries(IDENTIFIERS.map((id) => [id, Object.fromEntries(FLAGS.map((flag) => [flag, true]))])),
)

/** One active person with every right on the whole chain must remain; asked at the end of whatever could take the last one. */
export async function refuseWithoutAdministrator(tx: Tx): Promise<void> {
  // Two of these at once would each see the other's administrator: they take turns.
  await sql`select pg_advisory_xact_lock(hashtext('last administrator'))`.execute(tx)
  const found = await row(
    tx,
    sql`select 1 as n from users u join user_roles o on o.id = u.role
        where u.deleted_at is null and ${sql.raw(isActive('u'))} and o.deleted_at is null and o.scope = 'chain' and o.permissions @> ${everything}::jsonb limit 1`,
  )
  if (!found) refuse('last administrator')
}
