import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import type { Guard } from '#server/resource/module-options.ts'
import type { Columns } from '#server/resource/statements.ts'
import { tasks } from '../task-management.ts'

/** Who may take a step, beside the flag it needs. */
export function stepGuards(step: string, _asked: Columns, actor: Actor): readonly Guard[] {
  const me = sql`array[${actor.id}::bigint]`
  const doesIt = sql`b.processors @> ${me}`
  const may = (flag: 'edit' | 'other') => sql`${actorMay(actor, tasks.permission, flag)}::boolean`
  switch (step) {
    case 'begin':
      return [{ where: sql`not (${doesIt} or ${may('edit')})`, refusal: 'not a processor' }]
    case 'approve':
    case 'reject':
      return [
        // A key acts for a system, and who stands behind it cannot be told from who did the work.
        ...(actor.key === undefined ? [] : [{ where: sql`true`, refusal: 'not for keys' } as const]),
        { where: sql`${doesIt} or b.worked_by @> ${me}`, refusal: 'own work' },
        {
          where: sql`b.approver is distinct from ${actor.id}::bigint and not ${may('other')}`,
          refusal: 'not the approver',
        },
      ]
    case 'cancel':
      // Else whoever lets a task run late would be rid of it.
      return [{ where: sql`${doesIt} and b.created_by is distinct from ${actor.id}::bigint`, refusal: 'given task' }]
    default:
      return []
  }
}

/** What a step sets beside the state. */
export function stepColumns(step: string, columns: Columns): Columns {
  switch (step) {
    case 'begin':
      return { ...columns, begun_at: sql`coalesce(b.begun_at, clock_timestamp())` }
    case 'approve':
      return { ...columns, done_at: sql`clock_timestamp()`, progress: 100 }
    case 'reject':
      return { ...columns, ...handedBack }
    case 'reopen':
      return {
        ...columns,
        ...handedBack,
        ...{ decided_by: null, decided_at: null, quality: null, quality_note: null },
        ...{ cancelled_by: null, cancelled_at: null, cancel_reason: null, done_at: null },
        // Whoever did it so far has done so, whoever takes it from here.
        worked_by: sql`case when b.finished_at is null then b.worked_by else array(select distinct x from unnest(b.worked_by || b.processors) x order by x) end`,
        begun_at: sql`coalesce(b.begun_at, clock_timestamp())`,
      }
    case 'cancel':
      return { ...columns, late_since: null }
    default:
      return columns
  }
}

/** It goes on at the progress it had; where a checklist says what is done, that says how far it is. */
const handedBack: Columns = {
  progress: sql`case when b.progress < 100 then b.progress else coalesce((
      select case when count(i.done_at) = count(*) then null else least(95, round(count(i.done_at) * 20.0 / count(*))::int * 5) end
      from task_checklist_items i where i.task = b.id and i.deleted_at is null having count(*) > 0), b.progress_before, 95) end`,
  finished_at: null,
  open_items_reason: null,
}
