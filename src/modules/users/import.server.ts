import { sql } from 'kysely'
import { type Actor, holdsRole, ROLE_POWERS } from '#server/actor.ts'
import { json, rows, type Tx } from '#server/db/db.ts'
import type { Imports } from '#server/resource/import-options.ts'
import { isWaiting } from '#server/sheets/sheets.ts'
import { pack } from '../../shared/message.ts'
import { REFUSALS } from '../../shared/refusals.ts'

/** What is said beside the place of work that a role's scope asks for. */
export const NEEDS_PLACE = {
  store: 'This role sees one store only: please choose it',
  department: 'This role sees one department only: please choose it',
} as const

/** People come without a password: an invitation follows from their page. Role and state of who is here already change there, too. */
export const userImports: Imports = { fixed: ['role', 'status'], check }

/** Nobody touches a person, or gives a role, with more rights than their own. */
async function check(tx: Tx, id: number, actor: Actor): Promise<void> {
  const roles = await rows(
    tx,
    { ...ROLE_POWERS, id: 'number' },
    sql`select id, permissions, cost_limit from user_roles`,
  )
  const foreign = roles.filter((role) => !holdsRole(actor, role)).map((role) => role.id)
  await sql`update import_rows i set verdict = 'bad', errors = coalesce(i.errors, '{}') || ${json({ role: pack(REFUSALS['more than held'].text) })}
    where i.import = ${id} and ${isWaiting(id)} and ((i."values" ->> 'role')::bigint = any(${foreign}::bigint[])
      or exists (select 1 from users u where u.id = i.target and u.role = any(${foreign}::bigint[])))`.execute(tx)
  for (const place of ['store', 'department'] as const)
    await sql`update import_rows i set verdict = 'bad', errors = coalesce(i.errors, '{}') || ${json({ [place]: pack(NEEDS_PLACE[place]) })}
      where i.import = ${id} and ${isWaiting(id)} and exists (
        select 1 from user_roles o left join users u on u.id = i.target
        where o.id = coalesce(u.role, (i."values" ->> 'role')::bigint) and o.scope = ${place}
          and coalesce(u.status, i."values" ->> 'status', 'active') = 'active'
          and (case when i."values" ? ${place} then i."values" ->> ${place} else u.${sql.ref(place)}::text end) is null)`.execute(
      tx,
    )
}
