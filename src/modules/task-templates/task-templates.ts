import { choice, count, decimal, flag, lines, ref, refs, richText, text } from '../../shared/fields.ts'
import { PRIORITIES } from '../../shared/priorities.ts'
import { group, inGroups, resource } from '../../shared/resource.ts'
import { APPROVED_BY, HOLDERS } from '../../shared/tasks/template.ts'
import { ITEM_KINDS } from '../task-management/checklist.ts'
import { ESTIMATE_UNITS } from '../task-management/task-management.ts'

export const MOST_ITEMS = 100

/** What a task is made from again and again: everything but the people (design/tasks.md). */
export const taskTemplates = resource('task-templates', {
  wire: 'task-template',
  access: { permission: 'task-management' },
  label: 'Task templates',
  one: 'Task template',
  icon: 'template',
  sheets: { import: true, export: true },
  ownership: 'chain',
  ...inGroups(
    group('Task', {
      name: text('Title', { required: true, max: 191, unique: 'folded', search: true }),
      description: richText('Description', { search: true }),
      priority: choice('Priority', PRIORITIES, { required: true, default: 'normal', drawn: 'buttons' }),
      tags: refs('Tags', 'tags', { max: 20 }),
      active: flag('Active', { default: true }),
    }),
    group('Whose task it is', {
      holder: choice('Task of', HOLDERS, { required: true, default: 'store_manager' }),
      department: ref('Department', 'departments'),
      approved_by: choice('Approved by', APPROVED_BY, { required: true, default: 'nobody' }),
    }),
    group('Time', {
      days: count('Days to do it', { max: 365, default: 0, hint: '0: on the same day' }),
      estimate: decimal('Time estimate', { min: 0, max: 10_000 }),
      estimate_unit: choice('Estimated in', ESTIMATE_UNITS, { default: 'hours', drawn: 'buttons', filter: false }),
    }),
    group('Checklist', {
      checklist: lines(
        'Checklist',
        {
          title: text('Item', { required: true, max: 500 }),
          kind: choice('Kind', ITEM_KINDS, { default: 'tick', width: 130 }),
          needs_photo: flag('Needs a photo', { default: false, width: 90 }),
          unit: text('Unit', { max: 20, width: 90 }),
          least: decimal('Least', { width: 100 }),
          most: decimal('Most', { width: 100 }),
        },
        { max: MOST_ITEMS },
      ),
    }),
  ),
  list: { columns: ['name', 'priority', 'holder', 'department', 'approved_by', 'active'], sort: 'name' },
})
