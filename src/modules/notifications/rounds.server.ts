import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import { rows, type Sql, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { tasks } from '../task-management/task-management.ts'
import { ROUND_ACTS } from '../task-rounds/task-rounds.ts'
import type { KindName } from './kinds.ts'
import { type Ring, ring } from './ringing.server.ts'

const KINDS: Readonly<Record<keyof typeof ROUND_ACTS, KindName>> = {
  sent: 'round assigned',
  reminded: 'round late',
}
const MINE = `/${tasks.name}`

/** Three rounds are one line, and so are the late ones: whoever runs a store is not told three hundred times. */
export async function notifyOfRounds(tx: Tx, happened: readonly Happened[]): Promise<void> {
  const about = happened.filter(({ module }) => module === tasks.name)
  for (const [act, action] of Object.entries(ROUND_ACTS)) {
    const ids = about.filter((one) => one.action === action).map(({ id }) => id)
    const kind = Object.entries(KINDS).find(([name]) => name === act)?.[1]
    if (ids.length > 0 && kind) await ring(tx, kind, MINE, await inCharge(tx, ids, COUNTED[kind] ?? sql`true`))
  }
}

const OPEN: Sql = sql`w.state in ('todo', 'doing', 'rejected')`
/** Which tasks of a person the line counts. */
const COUNTED: Partial<Record<KindName, Sql>> = {
  'round assigned': sql`w.state = 'todo' and w.seen_at is null`,
  'round late': sql`${OPEN} and w.date_end < now()`,
}

/** Each who is in charge of these tasks, with how many rounds wait for them. */
const inCharge = (tx: Tx, activities: readonly number[], counted: Sql): Promise<Ring[]> =>
  rows(
    tx,
    { user_id: 'number', activity: 'number', title: 'string', ticket_id: 'number?', params: jsonOf<Ring['params']>() },
    sql`select distinct on (u.id) u.id as user_id, a.id as activity, coalesce(a.record_title, '') as title, null::bigint as ticket_id,
          jsonb_build_object('who', coalesce(by.user_name, ''), 'n', greatest(1, (select count(distinct w.round_id)::int from task_management w
            where w.in_charge = u.id and w.round_id is not null and w.deleted_at is null and ${counted}))) as params
        from activity a join task_management r on r.id = a.record_id and r.deleted_at is null
        join users u on u.id = r.in_charge and u.deleted_at is null and ${sql.raw(isActive('u'))} and u.id is distinct from a.actor
        join user_roles o on o.id = u.role and (o.permissions->${tasks.permission}->>'read')::boolean
        left join users by on by.id = a.actor
        where a.id = any(${[...activities]}::bigint[]) order by u.id, a.id desc`,
  )
