import { choice, count, decimal, files, flag, moment, ref, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

/** What ticking an item asks for. */
export const ITEM_KINDS = [
  { value: 'tick', label: 'Tick' },
  { value: 'number', label: 'Number' },
  { value: 'answer', label: 'Yes / No' },
] as const

export const ITEM_ANSWERS = [
  { value: 'yes', label: 'Yes', tone: 'ok' },
  { value: 'no', label: 'No', tone: 'bad' },
  { value: 'not_applicable', label: 'Not applicable', tone: 'mute' },
] as const

/** The items of a task's checklist, in their order. */
export const checklistItems = resource('task-checklist-items', {
  access: { permission: 'task-management', internal: true },
  label: 'Checklist',
  one: 'Checklist item',
  icon: 'list-check',
  ownership: 'routes',
  fields: {
    task: ref('Task', 'task-management', { required: true }),
    position: count('Place in the list', { readonly: true, min: 1 }),
    title: text('Item', { required: true, max: 500 }),
    kind: choice('Kind', ITEM_KINDS, { required: true, default: 'tick' }),
    needs_photo: flag('Needs a photo', { default: false }),
    unit: text('Unit', { max: 20 }),
    least: decimal('Least'),
    most: decimal('Most'),
    due_at: moment('Due'),
    person: ref('Who does it', 'users'),
    number: decimal('Number'),
    answer: choice('Answer', ITEM_ANSWERS),
    note: text('Note', { max: 500 }),
    photos: files('Photos', { accept: 'images', max: 5 }),
    /** The number noted lies outside the range that is right. */
    is_out: flag('Out of range', { readonly: true }),
    done_at: moment('Done at', { readonly: true }),
    done_by: ref('Done by', 'users', { readonly: true }),
  },
  title: 'title',
})
