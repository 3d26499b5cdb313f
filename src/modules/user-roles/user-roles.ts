import { choice, computed, longText, money, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

export const ROLE_SCOPES = [
  { value: 'chain', label: 'Whole chain' },
  { value: 'store', label: 'Own store' },
  { value: 'department', label: 'Own department' },
  { value: 'own', label: 'Own records' },
] as const

/** Its permissions travel beside the fields, as `permissions`: identifier to the flags it grants. */
export const userRoles = resource('user-roles', {
  wire: 'role',
  label: 'User roles',
  one: 'User role',
  icon: 'shield-lock',
  ownColumns: ['permissions'],
  ownership: 'chain',
  fields: {
    name: text('Role name', { required: true, max: 100, unique: true, search: true }),
    name_vi: text('Name in Vietnamese', { max: 100, search: true }),
    name_ko: text('Name in Korean', { max: 100, search: true }),
    description: longText('Description', { max: 500 }),
    scope: choice('Data scope', ROLE_SCOPES, { required: true, default: 'store', drawn: 'buttons' }),
    cost_limit: money('Cost limit', {
      hint: 'What one complaint may cost before somebody else must approve it, in đồng',
    }),
    /** Written beside the fields, as a switch of its own: an amount left out never opens everything. */
    no_cost_limit: computed<boolean>('No cost limit', 'flag', '(r.cost_limit is null)', {
      filter: false,
      sortable: false,
    }),
    people: computed<number>(
      'People',
      'count',
      '(select count(*)::int from users u where u.role = r.id and u.deleted_at is null)',
      {
        sortable: false,
      },
    ),
  },
  list: { columns: ['name', 'description', 'scope', 'cost_limit', 'people'], sort: 'name' },
})
