import { ApiRefusal, failureWords } from '../../api.ts'
import { inputId } from '../../fields/inputs/frame.tsx'

/** What a refusal says, by field; '' is what concerns no field. */
export function errorsOf(error: unknown): Record<string, string> {
  const fields = error instanceof ApiRefusal ? error.fields : {}
  return Object.keys(fields).length > 0 ? fields : { '': failureWords(error) }
}

/** Errors in the order the fields stand on the screen, those of no field last. */
export function inOrder(
  order: readonly string[],
  errors: Record<string, string>,
  say: (text: string) => string = (text) => text,
): Record<string, string> {
  const names = [...order, ...Object.keys(errors)].filter((name) => Object.hasOwn(errors, name))
  return Object.fromEntries(names.map((name) => [name, say(errors[name] ?? '')]))
}

/** Without those of a field or of its lines. */
export function without(errors: Record<string, string>, name: string): Record<string, string> {
  const isOf = (one: string) => one === name || one.startsWith(`${name}.`)
  if (!Object.keys(errors).some(isOf)) return errors
  return Object.fromEntries(Object.entries(errors).filter(([one]) => !isOf(one)))
}

const FOCUSABLE = 'input, textarea, select, button, [contenteditable=true], [tabindex]'

/** Moves the focus to a field's input, wherever in it the focus goes. */
export function focusField(name: string): void {
  const found = document.getElementById(inputId(name)) ?? document.getElementById(`${inputId(name)}-label`)
  const target = found?.matches(FOCUSABLE) ? found : found?.querySelector(FOCUSABLE)
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  found?.scrollIntoView({ block: 'center' })
}
