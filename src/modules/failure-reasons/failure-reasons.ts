import { otherNames } from '../../shared/definition/names.ts'
import { flag, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

/** Why orders fail. */
export const failureReasons = resource('failure-reasons', {
  wire: 'failure-reason',
  access: { permission: 'system', visibility: 'all', inlineCreatePermission: 'orders' },
  label: 'Reasons of failure',
  one: 'Reason of failure',
  icon: 'alert-triangle',
  sheets: { import: true, export: true },
  ownership: 'chain',
  fields: {
    name: text('Name', { required: true, max: 100, unique: 'folded', search: true, hint: 'In Vietnamese' }),
    ...otherNames(100),
    active: flag('Active', { default: true }),
  },
  list: { columns: ['name', 'active'], sort: 'name' },
})
