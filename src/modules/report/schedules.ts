import { choice, count, flag, longText, moment, refs } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'
import { WEEKDAYS } from '../../shared/time/weekdays.ts'
import { REPORTS } from './kinds.ts'

export const RHYTHMS = [
  { value: 'daily', label: 'Every day, about the day before' },
  { value: 'weekly', label: 'Every week, about the seven days before' },
  { value: 'monthly', label: 'On the first of the month, about the month before' },
] as const
export type Rhythm = (typeof RHYTHMS)[number]['value']

export type Weekday = Lowercase<(typeof WEEKDAYS)[number]>
export const WEEKDAY_CHOICES = WEEKDAYS.map((label) => ({ value: label.toLowerCase() as Weekday, label })) // the type of toLowerCase is any text

/** When a report comes by itself. */
export interface Turn {
  rhythm: Rhythm
  /** Of a weekly one. */
  weekday: Weekday | null
}

/** A report that comes by e-mail of itself; whoever made it is its owner. */
export const schedules = resource('report-schedules', {
  wire: 'report/schedule',
  access: { permission: 'report', internal: true },
  label: 'Reports by e-mail',
  one: 'Report by e-mail',
  ownership: 'routes',
  fields: {
    report: choice(
      'Report',
      REPORTS.map(({ page, label }) => ({ value: page, label })),
      { required: true },
    ),
    filters: longText('Filters', { max: 2000 }),
    rhythm: choice('How often', RHYTHMS, { required: true, default: 'weekly', drawn: 'buttons' }),
    weekday: choice('On which weekday', WEEKDAY_CHOICES, { default: 'monday', hint: 'Counts for a weekly report' }),
    hour: count('At which hour', {
      required: true,
      min: 0,
      max: 23,
      default: 7,
      hint: '0 to 23, by the clock of the chain',
    }),
    people: refs('To whom', 'users', { max: 30, hint: 'Each recipient gets the figures their own permissions allow' }),
    is_paused: flag('Paused', { readonly: true, default: false }),
    next_at: moment('Next time', { readonly: true }),
    last_at: moment('Last time', { readonly: true }),
  },
  title: 'report',
})

/** What the link in such a mail ends. */
export const scheduleName = (id: number): string => `report ${id}`
export function scheduleIn(name: string): number | null {
  const id = /^report (\d+)$/.exec(name)?.[1]
  return id === undefined ? null : Number(id)
}
