import { otherNames } from '../../shared/definition/names.ts'
import { computed, ref, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

export const departments = resource('departments', {
  wire: 'dept',
  label: 'Departments',
  one: 'Department',
  icon: 'sitemap',
  sheets: { import: true, export: true },
  access: { visibility: 'names' },
  ownership: 'chain',
  fields: {
    name: text('Department name', { required: true, max: 191, unique: true, search: true }),
    ...otherNames(191),
    parent: ref('Parent department', 'departments'),
    manager: ref('Manager', 'users', {
      required: true,
      optionalWhenImported: 'in workbooks',
      hint: 'Name yourself until somebody else runs it',
    }),
    people: computed<number>(
      'People',
      'count',
      '(select count(*)::int from users u where u.department = r.id and u.deleted_at is null)',
      {
        sortable: false,
      },
    ),
  },
  list: { columns: ['name', 'parent', 'manager', 'people'], sort: 'name' },
})
