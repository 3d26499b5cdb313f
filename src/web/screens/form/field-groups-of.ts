import type { Fields } from '../../../shared/fields.ts'
import type { Definition } from '../../../shared/resource.ts'

/** The definition's groups, of these fields only; what is in none follows without a heading. */
export function groupsOf(definition: Definition, fields: Fields): { label: string; names: string[] }[] {
  const grouped = (definition.groups ?? []).map(({ label, fields: names }) => ({
    label,
    names: names.filter((name) => Object.hasOwn(fields, name)),
  }))
  const taken = new Set(grouped.flatMap(({ names }) => names))
  const rest = Object.keys(fields).filter((name) => !taken.has(name))
  return [...grouped, { label: '', names: rest }].filter(({ names }) => names.length > 0)
}
