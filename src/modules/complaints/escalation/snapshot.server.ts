import { sql } from 'kysely'
import { type Db, rows, type Tx } from '#server/db/db.ts'
import { jsonOf, narrowed } from '#server/db/shape.ts'
import { isOpenState } from '../states.ts'
import type { DeadlineSnapshot, EscalationLevel } from './policy.ts'

/** What somebody does about a complaint; a look, or a word of the customer, is no act. */
const ACTS = [
  'assign',
  'comment',
  'send mail',
  'start',
  'complete',
  'close',
  'reopen',
  'restore',
  'pause',
  'resume',
  'extend',
  'take back extension',
]

export interface ComplaintSnapshot extends DeadlineSnapshot {
  id: number
}

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/** Complaints as the ladder needs them. */
export const snapshotsOf = (tx: Tx | Db, ids: readonly number[]): Promise<ComplaintSnapshot[]> =>
  rows(
    tx,
    {
      id: 'number',
      isOpen: 'boolean',
      isPaused: 'boolean',
      due_since: 'number',
      due_at: 'number?',
      paused_ms: 'number',
      law_paused_ms: 'number',
      due_round: 'number',
      reopened_count: 'number',
      handle_due_at: 'number?',
      law_due_at: 'number?',
      breached: jsonOf<ComplaintSnapshot['breached']>(),
      since: 'number',
      acted_at: 'number?',
      fired: jsonOf<ComplaintSnapshot['fired']>(),
    },
    sql`select c.id, ${sql.raw(isOpenState('c.state'))} and c.deleted_at is null as "isOpen", c.paused_at is not null as "isPaused",
          coalesce(${ms('c.due_since')}, ${ms('c.created_at')}) as due_since, ${ms('c.due_at')} as due_at,
          c.paused_work / 1000.0 as paused_ms, c.law_paused_work / 1000.0 as law_paused_ms, c.due_round, coalesce(c.reopened_count, 0) as reopened_count, case when c.handle_date is null then ${ms('c.handle_due_at')} end as handle_due_at, ${ms('c.law_due_at')} as law_due_at,
          json_build_object('completion', c.breached_at is not null, 'first', c.handle_breached_at is not null, 'law', c.law_breached_at is not null) as breached,
          coalesce(${ms('a.since')}, case when c.created_at > now() - interval '10 minutes' then ${ms('c.created_at')} else (extract(epoch from now()) * 1000)::float8 end) as since,
          (select max((extract(epoch from x.at) * 1000)::float8) from activity x where x.module = 'complaints' and x.record_id = c.id and x.actor is not null
            and x.action = any(${ACTS}) and x.at > least(c.due_at, c.handle_due_at, c.law_due_at)) as acted_at,
          coalesce((select json_agg(f) from (select f.rung, f.round, max((extract(epoch from f.fired_at) * 1000)::float8) as at
            from escalation_events f where f.complaint = c.id group by 1, 2) f), '[]') as fired
        from complaints c left join complaint_alarms a on a.complaint = c.id where c.id = any(${[...ids]}::bigint[])`,
  )

/** The ladder as the chain set it up. */
export const escalationLevels = (tx: Tx | Db): Promise<EscalationLevel[]> =>
  rows(
    tx,
    {
      id: 'number',
      name: 'string',
      clock: narrowed<EscalationLevel['clock']>('string'),
      timing: narrowed<EscalationLevel['timing']>('string'),
      amount: 'number',
      told: narrowed<EscalationLevel['told']>('string'),
      role: 'number?',
      channels: 'string[]',
      again: 'boolean',
    },
    sql`select id, name, clock, timing, amount, told, role, channels, again from escalation_rungs where active and deleted_at is null order by id`,
  )
