import { sql } from 'kysely'
import { inTransaction, row } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { recordOf } from '#server/http/answers.ts'
import { JsonText, post } from '#server/http/route.ts'
import { showJson } from '#server/resource/query/list.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { insert } from '#server/resource/statements.ts'
import { ref, text } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import type { KeptItem } from '../../shared/tasks/template.ts'
import { tasks } from '../task-management/task-management.ts'
import { taskTemplates } from './task-templates.ts'

/** Saves what a task is as a template: everything but its people, its dates and what has been done of it. */
export const fromTaskRoute = post(
  'from-task',
  {
    needs: 'add',
    creates: true,
    body: {
      task: ref('Task', 'task-management', { required: true }),
      name: text('Title', { required: true, max: 191 }),
    },
    answers: recordOf(taskTemplates),
    summary: 'Save a task as a template',
  },
  async ({ db, body, actor, context }) => {
    const scope = scopeOf(tasks, actor)
    const found = await row(
      db,
      {
        description: 'string?',
        priority: 'string',
        tags: 'number[]',
        department: 'number?',
        estimate: 'number?',
        estimate_unit: 'string?',
        days: 'number',
        checklist: jsonOf<KeptItem[]>(),
      },
      sql`select r.description, r.priority, r.tags, r.department, r.estimate, r.estimate_unit,
            least(365, greatest(0, coalesce(r.falls_on - (r.created_at at time zone chain_zone())::date, 0)))::int as days,
            coalesce((select jsonb_agg(jsonb_build_object('title', i.title, 'kind', i.kind, 'needs_photo', i.needs_photo, 'unit', i.unit, 'least', i.least, 'most', i.most) order by i.position, i.id)
              from task_checklist_items i where i.task = r.id and i.deleted_at is null), '[]') as checklist
          from task_management r where r.id = ${body.task} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`,
    )
    const content = found ?? refuse('not found')
    const made = await inTransaction(db, async (tx) => {
      const id = await insert(tx, taskTemplates, { ...content, name: body.name }, actor)
      return showJson(tx, taskTemplates, id, null, actor.language)
    })
    context.feed.nudge()
    return new JsonText(made ?? 'null')
  },
)
