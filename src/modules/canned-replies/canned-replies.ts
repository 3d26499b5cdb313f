import { flag, longText, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

export const cannedReplies = resource('canned-replies', {
  wire: 'canned-reply',
  permission: 'system',
  label: 'Canned replies',
  one: 'Canned reply',
  icon: 'message-2',
  sheets: { import: true, export: true },
  open: 'all',
  fields: {
    name: text('Name', { required: true, max: 100, unique: true, search: true }),
    body: longText('Text', { required: true, max: 5000, search: true }),
    active: flag('Active', { default: true }),
  },
  sort: 'name',
})
