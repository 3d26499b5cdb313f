import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { json, type Tx } from '#server/db/db.ts'
import type { Imports } from '#server/sheets/imports.ts'
import { choice, moment } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { complaints, STATES } from './complaints.ts'
import { ASSIGNING } from './handling.server.ts'

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
        || case when ${tooDear} then ${json({ cost: pack('{{field}}: at most {{max}}', { field: 'Cost', max: limit ?? 0 }) })} else '{}' end as errors
      from import_rows i cross join lateral jsonb_populate_record(null::complaints, i."values") p
      where i.import = ${id} and not i.done and i.verdict <> 'bad'
    ) x where i.import = ${id} and i.line = x.line and x.errors <> '{}'`.execute(tx)
}

/**
 * What only the server decides: numbers without a gap in each month, taken in one go; the deadline, which counts from today for what is
 * still open, so that an old complaint does not come in late; and what a settled one has behind it.
 */
async function complete(tx: Tx, id: number, lines: readonly number[], actor: Actor): Promise<void> {
  await sql`
    with c as materialized (
      select i.line, p.*, coalesce(p.created_at, now()) as received, coalesce(p.priority, t.priority) as urgency,
        coalesce(p.state, case when p.assignee is null then 'new' else 'processing' end) as stands
      from import_rows i cross join lateral jsonb_populate_record(null::complaints, i."values") p join ticket_types t on t.id = p.feedback_type
      where i.import = ${id} and i.line = any(${[...lines]}::int[])
    ), dated as materialized (
      select *, stands in ('completed', 'closed') as is_settled, case when stands in ('completed', 'closed') then received else now() end as since,
        case when stands in ('completed', 'closed') then coalesce(completed_at, received) end as ended, to_char(received at time zone chain_zone(), 'YYMM') as month from c
    ), due as materialized (
      select d.*, ticket_deadline(feedback_type, urgency, since) as due_on, handling_deadline(feedback_type, urgency, since) as handle_on, law_deadline(since) as law_on
      from (select distinct feedback_type, urgency, since from dated) d
    ), taken as (
      insert into issue_counters as k (month, n) select month, count(*)::int from dated group by month order by month
      on conflict (month) do update set n = k.n + excluded.n returning month, n
    ), numbered as (
      select d.*, u.due_on, u.handle_on, u.law_on, d.month || '-' || lpad(n::text, greatest(6, length(n::text)), '0') as number
      from (select dated.*, (taken.n - count(*) over (partition by month) + row_number() over (partition by month order by received, line)) as n
            from dated join taken using (month)) d
      join due u on u.feedback_type = d.feedback_type and u.urgency = d.urgency and u.since = d.since
    )
    update import_rows i set "values" = i."values" || jsonb_build_object(
      'issue_number', number, 'source', 'import', 'priority', urgency, 'state', stands, 'created_at', received,
      'completed_at', ended, 'closed_at', case when stands = 'closed' then ended end,
      'handle_date', case when is_settled then ended when stands = 'processing' then now() end,
      'wait_minutes', case when stands = 'processing' then 0 end, 'solved_by', case when is_settled then assignee end,
      'due_at', due_on, 'due_since', case when since <> received then since end, 'handle_due_at', handle_on, 'law_due_at', law_on,
      'breached_at', case when ended > due_on then due_on end,
      'cost_state', case when ${actor.costLimit !== null} and cost > ${actor.costLimit ?? 0}::numeric then 'requested' end,
      'cost_asked_by', case when ${actor.costLimit !== null} and cost > ${actor.costLimit ?? 0}::numeric then ${actor.id}::bigint end,
      'follow_token', replace(replace(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+', '-'), '/', '_'))
    from numbered x where i.import = ${id} and i.line = x.line`.execute(tx)
}
