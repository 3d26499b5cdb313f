import { text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

export const tags = resource('tags', {
  wire: 'tag',
  permission: 'system',
  label: 'Tags',
  one: 'Tag',
  icon: 'tags',
  sheets: { import: true, export: true },
  visibility: 'all',
  inlineCreatePermission: 'complaints',
  ownership: 'chain',
  fields: { name: text('Tag', { required: true, max: 50, unique: true, search: true }) },
  sort: 'name',
})
