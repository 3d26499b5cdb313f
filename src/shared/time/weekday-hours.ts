import { type Choice, computed, type Field } from '../fields.ts'
import { WEEKDAYS } from './weekdays.ts'

/** When in the week something was: two fields by which lists are filtered and statistics draw their map. */

export const HOURS: readonly Choice[] = Array.from({ length: 24 }, (_, hour) => {
  const value = String(hour).padStart(2, '0')
  return { value, label: `${value}:00` }
})

/** The weekday of a moment in the chain's time zone. @param name of the stored field */
export const weekdayOf = (label: string, name: string): Field<string, never, false> =>
  computed<string>(label, 'choice', `extract(isodow from r.${name} at time zone chain_zone())::int::text`, {
    of: WEEKDAYS.map((name, at) => ({ value: String(at + 1), label: name })),
    sortable: false,
  })

/** The hour that began before a moment. */
export const hourOf = (label: string, name: string): Field<string, never, false> =>
  computed<string>(label, 'choice', `to_char(r.${name} at time zone chain_zone(), 'HH24')`, {
    of: HOURS,
    sortable: false,
  })
