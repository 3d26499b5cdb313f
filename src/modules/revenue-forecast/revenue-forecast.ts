import { computed, count, money, ref, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

/** What each store is to sell, is expected to sell and sold in a month, by department group. It comes by workbooks alone. */
export const revenueForecast = resource('revenue-forecast', {
  label: 'Revenue forecast',
  one: 'Forecast of a month',
  icon: 'trending-up',
  sheets: { import: true, export: true, isOnly: true },
  ownership: { store: 'store' },
  fields: {
    name: text('Name', { readonly: true, max: 191 }),
    year: count('Year', { required: true, min: 2000, max: 2100, ungrouped: true, filter: true, width: 80 }),
    month: count('Month', { required: true, min: 1, max: 12, filter: true, width: 80 }),
    store: ref('Store', 'stores', { required: true }),
    department_group: ref('Department group', 'supplier-groups', { required: true }),
    target: money('Target', { required: true }),
    forecast: money('Forecast', { required: true }),
    actual: money('Actual'),
    difference: computed<number | null>('Difference', 'money', 'r.actual - r.target', {
      hint: 'Actual less target',
    }),
    achievement: computed<number | null>(
      'Achievement',
      'percentage',
      'case when r.target > 0 then round(100 * r.actual / r.target, 1) end',
      { hint: 'Actual in per cent of the target' },
    ),
  },
  unique: { together: ['year', 'month', 'store', 'department_group'] },
  list: {
    columns: [
      'year',
      'month',
      'store',
      'department_group',
      'target',
      'forecast',
      'actual',
      'difference',
      'achievement',
    ],
    sort: '-year',
  },
})
