import { COMMENT_FIELDS } from '../../../shared/definition/comments.ts'
import { ref } from '../../../shared/fields.ts'
import { resource } from '../../../shared/resource.ts'

/** What is said below a task. */
export const taskComments = resource('task-comments', {
  wire: 'task-comment',
  access: { permission: 'task-management', internal: true },
  label: 'Comments',
  one: 'Comment',
  ownership: 'routes',
  fields: { task: ref('Task', 'task-management', { required: true }), ...COMMENT_FIELDS },
  title: 'body',
})
