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
  titleIn: { en: 'name_en', ko: 'name_ko' },
  fields: {
    name: text('Name', { required: true, max: 100, unique: 'folded', search: true, hint: 'In Vietnamese' }),
    name_en: text('Name in English', { max: 100 }),
    name_ko: text('Name in Korean', { max: 100 }),
    active: flag('Active', { default: true }),
  },
  list: { sort: 'name' },
})
