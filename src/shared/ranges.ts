import { type Choice, computed, type Field } from './fields.ts'

/**
 * A number by ranges, as a field: `10` stands for from 10 to below the next one, the last for all above; below the first is `less`.
 * @param value the number, in SQL over the row `r`
 */
export function rangesOf(
  label: string,
  value: string,
  starts: readonly number[],
  unit = '',
): Field<string, never, false> {
  const of: Choice[] = starts.map((from, at) => {
    const next = starts[at + 1]
    return { value: String(from), label: next === undefined ? `≥ ${from}${unit}` : `${from} – ${next}${unit}` }
  })
  const [first = 0] = starts
  const cases = starts.toReversed().map((from) => `when ${value} >= ${from} then '${from}'`)
  return computed<string>(label, 'choice', `case ${cases.join(' ')} when ${value} < ${first} then 'less' end`, {
    of: [{ value: 'less', label: `< ${first}${unit}` }, ...of],
    sortable: false,
  })
}
