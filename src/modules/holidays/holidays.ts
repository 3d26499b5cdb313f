import { otherNames } from '../../shared/definition/names.ts'
import { choice, date, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

export const holidays = resource('holidays', {
  wire: 'holiday',
  access: { permission: 'system', visibility: 'all' },
  label: 'Holidays',
  one: 'Holiday',
  icon: 'calendar-event',
  sheets: { import: true, export: true },
  ownership: 'chain',
  fields: {
    day: date('Day', { required: true, unique: true }),
    name: text('Name', { required: true, max: 100, search: true }),
    ...otherNames(100),
    kind: choice(
      'Kind',
      [
        { value: 'off', label: 'Day off', tone: 'bad' },
        { value: 'working', label: 'Make-up working day', tone: 'ok' },
      ] as const,
      { required: true, default: 'off', drawn: 'buttons' },
    ),
  },
  title: 'name',
  list: { columns: ['day', 'name', 'kind'], sort: 'day' },
})
