import { COMMENT_FIELDS } from '../../../shared/definition/comments.ts'
import { choice, ref } from '../../../shared/fields.ts'
import { resource } from '../../../shared/resource.ts'

export const COMMENT_KINDS = [
  { value: 'internal', label: 'Internal note' },
  { value: 'call', label: 'Call' },
  { value: 'customer', label: 'From the customer' },
] as const

/** What staff and customer say below a complaint. */
export const comments = resource('complaint-comments', {
  wire: 'ticket-comment',
  access: { permission: 'complaints', internal: true },
  label: 'Comments',
  one: 'Comment',
  ownership: 'routes',
  ownColumns: ['merged_from'],
  fields: {
    complaint: ref('Complaint', 'complaints', { required: true }),
    kind: choice('Kind', COMMENT_KINDS, { readonly: true, default: 'internal' }),
    ...COMMENT_FIELDS,
  },
  title: 'kind',
})
