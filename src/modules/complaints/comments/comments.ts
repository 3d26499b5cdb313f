import { choice, files, ref, refs, richText } from '../../../shared/fields.ts'
import { resource } from '../../../shared/resource.ts'

export const COMMENT_KINDS = [
  { value: 'internal', label: 'Internal note' },
  { value: 'customer', label: 'From the customer' },
] as const

/** What staff and customer say below a complaint. */
export const comments = resource('complaint-comments', {
  wire: 'ticket-comment',
  access: { permission: 'complaints', internal: true },
  label: 'Comments',
  one: 'Comment',
  ownership: 'routes',
  fields: {
    complaint: ref('Complaint', 'complaints', { required: true }),
    kind: choice('Kind', COMMENT_KINDS, { readonly: true, default: 'internal' }),
    body: richText('Comment', { required: true, max: 10_000 }),
    mentions: refs('Mentioned', 'users', { max: 30 }),
    attachments: files('Pictures and videos'),
  },
  title: 'kind',
})
