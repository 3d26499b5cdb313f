import type { Definition } from '../../../shared/resource.ts'
import type { Period } from '../language/periods.ts'
import type { Question } from '../language/question.ts'

/** The address of the register's list with exactly the rows that were asked for; of a view its own address. */
export function listLink(definition: Definition, { filters, on }: Question, period: Period | null): string {
  const view = definition.views.find(({ filter }) => {
    const wanted = Object.entries(filter)
    return (
      wanted.length > 0 && wanted.every(([name, value]) => filters[name]?.length === 1 && filters[name][0] === value)
    )
  })
  const left = Object.entries(filters).filter(([name]) => !(view && name in view.filter))
  const parts = [
    ...left.flatMap(([name, values]) => values.map((value) => `${name}=${encodeURIComponent(value)}`)),
    ...(period ? [`${on}=${period.from}..${period.to}`] : []),
  ]
  const path = view ? `/${definition.name}/${view.path}` : `/${definition.name}`
  return parts.length > 0 ? `${path}?${parts.join('&')}` : path
}
