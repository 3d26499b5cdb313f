import { otherNames } from '../../shared/definition/names.ts'
import { text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

export const tags = resource('tags', {
  wire: 'tag',
  access: { permission: 'system', visibility: 'all', inlineCreatePermission: 'complaints' },
  label: 'Tags',
  one: 'Tag',
  icon: 'tags',
  sheets: { import: true, export: true },
  ownership: 'chain',
  fields: {
    name: text('Tag', { required: true, max: 50, unique: true, search: true }),
    ...otherNames(50),
  },
  list: { columns: ['name'], sort: 'name' },
})
