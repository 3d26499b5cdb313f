import { sql } from 'kysely'
import { type Db, rows, type Tx } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { seenBy } from '#server/resource/scope.ts'
import { isActive } from '../../../shared/users/active-user.ts'
import { complaints } from '../complaints.ts'
import type { EscalationLevel } from './policy.ts'

/** Someone a rung may come to; only people who are there and may see the complaint are. */
const CANDIDATE = {
  id: 'number',
  name: 'string',
  role: 'number',
  is_assignee: 'boolean',
  is_department_manager: 'boolean',
  is_store_manager: 'boolean',
} as const
export type Candidate = RowOf<typeof CANDIDATE>

/** Everyone whom any of these rungs may come to. A store without a manager is answered for by its people who may assign. */
export const candidatesOf = (tx: Tx | Db, complaint: number, rungs: readonly EscalationLevel[]): Promise<Candidate[]> =>
  rows(
    tx,
    CANDIDATE,
    sql`select u.id, u.user_name as name, u.role, coalesce(u.id = r.assignee, false) as is_assignee, coalesce(u.id = d.manager, false) as is_department_manager,
          case when s.manager is not null then u.id = s.manager else u.store = r.store and o.scope = 'store' and coalesce((o.permissions->'complaints'->>'other')::boolean, false) end as is_store_manager
        from complaints r join stores s on s.id = r.store left join departments d on d.id = r.department
        join users u on u.id in (r.assignee, d.manager, s.manager) or (s.manager is null and u.store = r.store) or u.role = any(${rungs.flatMap(({ role }) => role ?? [])}::bigint[])
        join user_roles o on o.id = u.role
        where r.id = ${complaint} and u.deleted_at is null and ${sql.raw(isActive('u'))}
          and coalesce((o.permissions->${complaints.permission}->>'read')::boolean, false) and ${seenBy(complaints, 'r')} order by u.id`,
  )

/** Whom a rung comes to, and as what: where nobody holds the place, the next above does. */
export function recipientsOf(
  rung: EscalationLevel,
  candidates: readonly Candidate[],
): { people: Candidate[]; as_whom: EscalationLevel['told'] } {
  if (rung.told === 'role') return { people: candidates.filter(({ role }) => role === rung.role), as_whom: 'role' }
  const places = [
    ['assignee', (one: Candidate) => one.is_assignee],
    ['department manager', (one: Candidate) => one.is_department_manager],
    ['store manager', (one: Candidate) => one.is_store_manager],
  ] as const
  const from = places.findIndex(([place]) => place === rung.told)
  for (const [as_whom, holds] of places.slice(from)) {
    const people = candidates.filter(holds)
    if (people.length > 0) return { people, as_whom }
  }
  return { people: [], as_whom: rung.told }
}
