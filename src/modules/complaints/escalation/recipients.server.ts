import { sql } from 'kysely'
import { type Db, rows, type Tx } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { answersFor, mayHold } from '#server/holders.ts'
import { seenBy } from '#server/resource/scope.ts'
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

/** Everyone whom a rung of the ladder may come to. A store without a manager is answered for by its people who may assign. */
export const candidatesOf = (
  tx: Tx | Db,
  complaint: number,
  ladder: readonly EscalationLevel[],
): Promise<Candidate[]> =>
  rows(
    tx,
    CANDIDATE,
    sql`select u.id, u.user_name as name, u.role, coalesce(u.id = r.assignee, false) as is_assignee, coalesce(u.id = d.manager, false) as is_department_manager,
          coalesce(${answersFor(complaints, 'r')}, false) as is_store_manager
        from complaints r join stores s on s.id = r.store left join departments d on d.id = r.department
        join users u on u.id in (r.assignee, d.manager, s.manager) or u.store = r.store or u.role = any(${ladder.flatMap(({ role }) => role ?? [])}::bigint[])
        join user_roles o on o.id = u.role
        where r.id = ${complaint} and ${mayHold(complaints.permission)} and ${seenBy(complaints, 'r')} order by u.id`,
  )

/** Whom a rung comes to, and as what: where nobody holds the place, the next above does, and in the end the first role of the ladder. */
export function recipientsOf(
  rung: EscalationLevel,
  candidates: readonly Candidate[],
  ladder: readonly EscalationLevel[],
): { people: Candidate[]; as_whom: EscalationLevel['told'] } {
  const places = [
    ['assignee', (one: Candidate) => one.is_assignee],
    ['department manager', (one: Candidate) => one.is_department_manager],
    ['store manager', (one: Candidate) => one.is_store_manager],
  ] as const
  const from = places.findIndex(([place]) => place === rung.told)
  for (const [as_whom, holds] of from < 0 ? [] : places.slice(from)) {
    const people = candidates.filter(holds)
    if (people.length > 0) return { people, as_whom }
  }
  const { role } = [rung, ...ladder].find(({ told }) => told === 'role') ?? rung
  return { people: candidates.filter((one) => one.role === role), as_whom: 'role' }
}
