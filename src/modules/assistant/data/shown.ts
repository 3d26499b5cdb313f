import { type Field, shownAs } from '../../../shared/fields.ts'
import { type Language, tIn } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'

export const isPerson = (field: Field | undefined): boolean => field?.to === 'users'

/** How a record stands: its state as lists show it, and its deadline. */
export function stateFields({ fields, flow, board, list }: Definition): string[] {
  const state =
    ['status', 'state', 'stage', 'standing'].find((name) => list.includes(name) && fields[name]) ??
    board?.by ??
    flow?.field
  const due = ['due_at', 'date_end'].find((name) => fields[name])
  return [...(state ? [state] : []), ...(due ? [due] : [])]
}

/** A value of a shown record in words. */
export function keyWords(field: Field, value: unknown, language: Language): string {
  const choice = field.of?.find((one) => one.value === value)
  if (choice) return tIn(language, choice.label)
  if (Array.isArray(value)) return value.map((one) => keyWords(field, one, language)).join(', ')
  if (typeof value === 'object' && value !== null && 'name' in value) return String(value.name)
  return shownAs(field) === 'flag' ? tIn(language, value === true ? 'Yes' : 'No') : String(value)
}
