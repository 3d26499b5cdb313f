import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import type { KeptItem } from '../../shared/tasks/template.ts'
import { recordSql } from '../activity/activity.ts'
import type { Actor } from '../actor.ts'
import { json, rows, type Sql, type Tx } from '../db/db.ts'
import { placeSql } from '../resource/scope.ts'

/** What tasks made at once have in common. */
export interface TaskContent {
  title: string
  description: string | null
  priority: string
  tags: readonly number[]
  estimate: number | null
  estimate_unit: string | null
  source: 'staff' | 'round' | 'series'
  template_id: number | null
  round_id: number | null
  series_id: number | null
  checklist: readonly KeptItem[]
}
/** And what each has of its own. */
export interface TaskOfOne {
  store: number | null
  department: number | null
  processors: readonly number[]
  approver: number | null
  date_start: string | null
  date_end: string | null
  occurrence_on: string | null
}

/**
 * Makes many tasks with their checklists and their lines of history in one statement; of a repetition one a day, whoever was faster.
 * @param action what the history calls it, by which those concerned are told
 * @param maker who asked for them
 */
export const makeTasks = (
  tx: Tx,
  tasks: Definition,
  actor: Actor,
  {
    content,
    each,
    action,
    maker = actor.id,
  }: { content: TaskContent; each: readonly TaskOfOne[]; action: string; maker?: number | null },
): Promise<{ id: number; store: number | null }[]> =>
  rows(
    tx,
    { id: 'number', store: 'number?' },
    sql`with made as (
        insert into task_management (title, description, priority, tags, estimate, estimate_unit, source, template_id, round_id, series_id,
          store, department, processors, approver, date_start, date_end, occurrence_on, created_by, updated_by)
        select ${content.title}::text, ${content.description}::text, ${content.priority}::text, ${[...content.tags]}::bigint[], ${content.estimate}::numeric,
          ${content.estimate_unit}::text, ${content.source}::text, ${content.template_id}::bigint, ${content.round_id}::bigint, ${content.series_id}::bigint,
          g.store, g.department, g.processors, case when g.approver <> all(g.processors) then g.approver end, g.date_start, g.date_end, g.occurrence_on, ${maker}::bigint, ${maker}::bigint
        from jsonb_to_recordset(${json(each)}) g(store bigint, department bigint, processors bigint[], approver bigint, date_start timestamptz, date_end timestamptz, occurrence_on date)
        on conflict (series_id, occurrence_on) where series_id is not null do nothing
        returning *
      ), items as (
        insert into task_checklist_items (task, position, title, kind, needs_photo, unit, least, most, created_by, updated_by)
        select m.id, i.at, i.line->>'title', coalesce(i.line->>'kind', 'tick'), coalesce((i.line->>'needs_photo')::boolean, false),
          i.line->>'unit', (i.line->>'least')::numeric, (i.line->>'most')::numeric, ${maker}::bigint, ${maker}::bigint
        from made m cross join jsonb_array_elements(${json(content.checklist)}) with ordinality i(line, at)
      ), logged as (${recordSql(actor, action, tasks.name, { id: sql`m.id`, title: sql`left(m.title, 191)`, place: placeSql(tasks, 'm'), changes: GIVEN }, sql`made m`)})
      select id, store from made order by id`,
  )

/** Whom it is given to, as the first line of a history says it. */
const GIVEN: Sql = sql`jsonb_strip_nulls(jsonb_build_object('processors', jsonb_build_array(null, m.processors), 'approver', case when m.approver is not null then jsonb_build_array(null, m.approver) end))`
