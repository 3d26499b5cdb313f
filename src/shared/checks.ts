import type * as z from 'zod/mini'
import { type Field, type Fields, isWritable, type Values } from './fields.ts'
import { CHECKS } from './kind-checks.ts'
import { pack } from './message.ts'
import { isMask, isPrivateField } from './private.ts'
import { isNowhere } from './vietnam/places.ts'

export type Checked<V> = { ok: true; values: V } | { ok: false; errors: Record<string, string> }

const cache = new WeakMap<Field, z.ZodMiniType>()

/** The check of one field, required or not left aside. */
export function checkOf(field: Field): z.ZodMiniType {
  const known = cache.get(field)
  if (known) return known
  const made = CHECKS[field.kind](field)
  cache.set(field, made)
  return made
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Checks one value: the stored value (null when empty), or a packed message. */
export function checkValue(field: Field, value: unknown): { value: unknown } | { error: string } {
  if (
    isEmpty(value) ||
    (field.kind === 'address' && isNowhere(value)) ||
    (field.required && Array.isArray(value) && value.length === 0)
  ) {
    if (!field.required) return { value: null }
    return {
      error: field.requiredMessage
        ? pack(field.requiredMessage)
        : pack('{{field}} is required', { field: field.label }),
    }
  }
  const found = checkOf(field).safeParse(value)
  if (found.success && !(isPrivateField(field) && isMask(found.data))) {
    const isBlank = field.kind === 'richText' && field.required && !hasText(String(found.data))
    return isBlank ? { error: pack('{{field}} is required', { field: field.label }) } : { value: found.data }
  }
  return { error: found.error?.issues[0]?.message ?? pack('{{field}} is not valid', { field: field.label }) }
}

/**
 * Checks a whole body against fields. Names that are no writable field are left out; which may be given is judged where the body comes in.
 * @param partial only the given names are checked (an update); otherwise missing ones get their default, or null
 */
export function checkFields<F extends Fields>(fields: F, body: unknown, partial = false): Checked<Values<F>> {
  const { values, errors } = checkAll(fields, body, partial)
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, values }
}

/** The same: the values that are right, and what is wrong with the others. */
export function checkAll<F extends Fields>(
  fields: F,
  body: unknown,
  partial = false,
): { values: Values<F>; errors: Record<string, string> } {
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {} // narrowed on this line
  const values: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!isWritable(field)) continue
    const isGiven = Object.hasOwn(given, name)
    if (partial && !isGiven) continue
    const raw = isGiven && given[name] !== undefined ? given[name] : (field.default ?? null)
    const found = checkValue(field, raw)
    if ('error' in found) errors[name] = found.error
    else if (field.kind === 'lines') {
      const lines = checkLines(name, field, found.value, errors)
      if (!lines.includes(null)) values[name] = lines
    } else
      values[name] =
        found.value ??
        (field.kind === 'choices' || field.kind === 'refs' || field.kind === 'files'
          ? []
          : field.kind === 'flag'
            ? false
            : null)
  }
  return { values: values as Values<F>, errors } // every name was checked by its own field
}

/** Each line by its own fields; what is wrong is named by line, e.g. `lines.0.quantity`. */
function checkLines(name: string, field: Field, value: unknown, errors: Record<string, string>): unknown[] {
  return (Array.isArray(value) ? value : []).map((line: unknown, at) => {
    const found = checkFields(field.line ?? {}, line)
    if (found.ok) return found.values
    for (const [part, error] of Object.entries(found.errors)) errors[`${name}.${at}.${part}`] = error
    return null
  })
}

const hasText = (html: string) => html.replace(/<[^>]*>|&nbsp;/g, '').trim() !== '' || /<img\b/i.test(html)
