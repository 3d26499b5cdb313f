import { sql } from 'kysely'
import { rows, type Sql, type Tx } from '#server/db/db.ts'
import { refuse } from '../../shared/refusals.ts'

const NAMED_MOST = 5

/**
 * A role that sees one store, or one department, shows nothing to whoever has none: they are named, and it stays as it was.
 * @param who over the users `u`
 * @throws 'without a store', 'without a department'
 */
export async function refuseUnplaced(tx: Tx, who: Sql, scope: string): Promise<void> {
  if (scope !== 'store' && scope !== 'department') return
  const lacking = await rows(
    tx,
    { user_name: 'string' },
    sql`select u.user_name from users u where ${who} and u.deleted_at is null and u.status = 'active' and u.${sql.ref(scope)} is null
        order by u.user_name, u.id`,
  )
  if (lacking.length === 0) return
  const names = lacking.slice(0, NAMED_MOST).map(({ user_name }) => user_name)
  const more = lacking.length > NAMED_MOST ? ', …' : ''
  refuse(scope === 'store' ? 'without a store' : 'without a department', {
    params: { n: lacking.length, names: `${names.join(', ')}${more}` },
  })
}
