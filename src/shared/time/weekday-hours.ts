import { type Choice, computed, type Field } from '../fields.ts'

/** When in the week something was: two fields by which lists are filtered and statistics draw their map. */

export const WEEKDAYS = [
  { value: '1', label: 'Monday' },
  { value: '2', label: 'Tuesday' },
  { value: '3', label: 'Wednesday' },
  { value: '4', label: 'Thursday' },
  { value: '5', label: 'Friday' },
  { value: '6', label: 'Saturday' },
  { value: '7', label: 'Sunday' },
] as const satisfies readonly Choice[]

export const HOURS: readonly Choice[] = Array.from({ length: 24 }, (_, hour) => {
  const value = String(hour).padStart(2, '0')
  return { value, label: `${value}:00` }
})

/** The weekday of a moment in the chain's time zone. @param name of the stored field */
export const weekdayOf = (label: string, name: string): Field<string, never, false> =>
  computed<string>(label, 'choice', `extract(isodow from r.${name} at time zone chain_zone())::int::text`, {
    of: WEEKDAYS,
    sortable: false,
  })

/** The hour that began before a moment. */
export const hourOf = (label: string, name: string): Field<string, never, false> =>
  computed<string>(label, 'choice', `to_char(r.${name} at time zone chain_zone(), 'HH24')`, {
    of: HOURS,
    sortable: false,
  })

/**
 * A number in steps, as a field: `10` stands for from 10 to below the next one, the last for all above; below the first is `less`.
 * @param value the number, in SQL over the row `r`
 */
export function stepsOf(
  label: string,
  value: string,
  steps: readonly number[],
  unit = '',
): Field<string, never, false> {
  const of: Choice[] = steps.map((from, at) => {
    const next = steps[at + 1]
    return { value: String(from), label: next === undefined ? `≥ ${from}${unit}` : `${from} – ${next}${unit}` }
  })
  const [first = 0] = steps
  const cases = steps.toReversed().map((from) => `when ${value} >= ${from} then '${from}'`)
  return computed<string>(label, 'choice', `case ${cases.join(' ')} when ${value} < ${first} then 'less' end`, {
    of: [{ value: 'less', label: `< ${first}${unit}` }, ...of],
    sortable: false,
  })
}
