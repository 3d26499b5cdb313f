import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { json, type Sql, type Tx } from '#server/db/db.ts'
import type { Imports } from '#server/resource/import-options.ts'
import { isWaiting } from '#server/sheets/sheets.ts'
import { choice, moment } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { complaints } from '../complaints.ts'
import { handlers, NO_HANDLER } from '../handling/handlers.server.ts'
import { ASSIGNING } from '../handling/transitions.server.ts'
import { STATES } from '../states.ts'

const PAST = ['new', 'processing', 'completed', 'closed'] as const
const OLDEST = '2000-01-01'

/** Complaints of an older system come with their day and how they ended; those of today with neither. */
export const complaintImports: Imports = {
  extra: {
    created_at: moment('Received at', { hint: 'Empty: now' }),
    state: choice(
      'State',
      STATES.filter(({ value }) => PAST.some((state) => state === value)),
    ),
    completed_at: moment('Completed at', { hint: 'Where the state is completed or closed' }),
  },
  completed: [
    'issue_number',
    'source',
    'priority',
    'state',
    'created_at',
    'completed_at',
    'closed_at',
    'handle_date',
    'wait_minutes',
    'solved_by',
    'due_at',
    'due_since',
    'handle_due_at',
    'law_due_at',
    'breached_at',
    'cost_state',
    'cost_asked_by',
    'follow_token',
  ],
  closed: (actor) => (actorMay(actor, complaints.permission, 'other') ? [] : ASSIGNING),
  check,
  complete,
}

const error = (name: string, label: string) => json({ [name]: pack('{{field}} is not valid', { field: label }) })

/** Nothing came in tomorrow, nothing ended before it came in or while it is open, and nobody settles more money than they may. */
async function check(tx: Tx, id: number, actor: Actor): Promise<void> {
  const received = sql`coalesce(p.created_at, now())`
  const isOpen = sql`coalesce(p.state, 'new') in ('new', 'processing')`
  const limit = actor.costLimit
  const tooDear = sql`${limit !== null} and p.cost > ${limit ?? 0}::numeric and not ${isOpen}`
  await sql`update import_rows i set verdict = 'bad', errors = x.errors
    from (
      select i.line, coalesce(i.errors, '{}')
        || case when ${received} > now() + interval '5 minutes' or ${received} < ${OLDEST}::timestamptz then ${error('created_at', 'Received at')} else '{}' end
        || case when p.completed_at is not null and (${isOpen} or p.completed_at < ${received} or p.completed_at > now() + interval '5 minutes') then ${error('completed_at', 'Completed at')} else '{}' end
        || case when p.assignee is not null and not exists (${handlers(sql`coalesce(p.store, u.store)`)} and u.id = p.assignee) then ${json({ assignee: pack(NO_HANDLER) })} else '{}' end
        || case when ${tooDear} then ${json({ cost: pack('{{field}}: at most {{max}}', { field: 'Cost', max: limit ?? 0 }) })} else '{}' end as errors
      from import_rows i cross join lateral jsonb_to_record(i."values") p(created_at timestamptz, completed_at timestamptz, state text, cost numeric, store bigint, assignee bigint)
      where i.import = ${id} and i."values" ?| array['created_at', 'completed_at', 'cost', 'assignee'] and ${isWaiting(id)} and i.verdict <> 'bad'
    ) x where i.import = ${id} and i.line = x.line and x.errors <> '{}'`.execute(tx)
}

/**
 * What only the server decides: numbers without a gap in each month, taken in one go and last of all, as everybody's new complaint
 * waits for them; the deadline, which counts from today for what is still open, so that an old complaint does not come in late; and
 * what a settled one has behind it.
 */
function complete(actor: Actor): Sql {
  const isTooDear = sql`${actor.costLimit !== null} and (p).cost > ${actor.costLimit ?? 0}::numeric`
  return sql`, stood as materialized (
      select c.*, (p).feedback_type, (p).assignee, coalesce((p).created_at, now()) as received, coalesce((p).priority, t.priority) as urgency,
        coalesce((p).state, case when (p).assignee is null then 'new' else 'processing' end) as stands, (p).completed_at, ${isTooDear} as is_too_dear
      from c join ticket_types t on t.id = (p).feedback_type
    ), dated as materialized (
      select *, stands in ('completed', 'closed') as is_settled, case when stands in ('completed', 'closed') then received else now() end as since,
        case when stands in ('completed', 'closed') then coalesce(completed_at, received) end as ended, to_char(received at time zone chain_zone(), 'YYMM') as month from stood
    ), due as materialized (
      select d.*, ticket_deadline(feedback_type, urgency, since) as due_on, handling_deadline(feedback_type, urgency, since) as handle_on, law_deadline(since) as law_on
      from (select distinct feedback_type, urgency, since from dated) d
    ), taken as (
      insert into issue_counters as k (month, n) select month, count(*)::int from dated where (select count(*) from due) > 0 group by month order by month
      on conflict (month) do update set n = k.n + excluded.n returning month, n
    ), numbered as (
      select dated.*, (taken.n - count(*) over (partition by month) + row_number() over (partition by month order by received, line)) as n
      from dated join taken using (month)
    ), completed as (
      select line, id, p, month || '-' || lpad(n::text, greatest(6, length(n::text)), '0') as issue_number, 'import' as source, urgency as priority,
        stands as state, received as created_at, ended as completed_at, case when stands = 'closed' then ended end as closed_at,
        case when is_settled then ended when stands = 'processing' then now() end as handle_date,
        case when stands = 'processing' then 0 end as wait_minutes, case when is_settled then assignee end as solved_by,
        due_on as due_at, case when since <> received then since end as due_since, handle_on as handle_due_at, law_on as law_due_at,
        case when ended > due_on then due_on end as breached_at, case when is_too_dear then 'requested' end as cost_state,
        case when is_too_dear then ${actor.id}::bigint end as cost_asked_by,
        replace(replace(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+', '-'), '/', '_') as follow_token
      from numbered join due using (feedback_type, urgency, since)
    )`
}
