import { sql } from 'kysely'
import { type Db, row, type Tx } from '#server/db/db.ts'
import { jsonOf, narrowed } from '#server/db/shape.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { type ApprovedBy, type Holder, type KeptItem, keptItem } from '../../shared/tasks/template.ts'
import { checklistItems } from '../task-management/checklist.ts'
import { taskTemplates } from '../task-templates/task-templates.ts'

/** A template as it is read to make tasks from it. */
const TEMPLATE = {
  id: 'number',
  name: 'string',
  description: 'string?',
  priority: 'string',
  tags: 'number[]',
  active: 'boolean',
  holder: narrowed<Holder>('string'),
  approved_by: narrowed<ApprovedBy>('string'),
  department: 'number?',
  days: 'number?',
  estimate: 'number?',
  estimate_unit: 'string?',
  checklist: jsonOf<KeptItem[]>(),
} as const

/** Refuses one that is not there, or out of use. */
export async function templateOf(db: Db | Tx, id: number) {
  const found = await row(
    db,
    TEMPLATE,
    sql`select r.id, r.name, r.description, r.priority, r.tags, r.active, r.holder, r.approved_by, r.department, r.days, r.estimate, r.estimate_unit, r.checklist
        from task_templates r where r.id = ${id} and r.deleted_at is null`,
  )
  if (!found) refuse('not found')
  if (!found.active) refuse('invalid', { fields: { template: pack('This template is out of use.') } })
  return { ...found, permission: taskTemplates.permission }
}
export type Template = Awaited<ReturnType<typeof templateOf>>

/** What every task made from it has, and the items of each. */
export const contentOf = ({
  id,
  name,
  description,
  priority,
  tags,
  estimate,
  estimate_unit,
  department,
}: Template) => ({
  ...{ title: name, description, priority, tags, estimate, estimate_unit, department, template: id },
})
export const itemsOf = ({ checklist }: Pick<Template, 'checklist'>) => ({
  of: checklistItems,
  by: 'task',
  common: checklist.map(keptItem),
})
