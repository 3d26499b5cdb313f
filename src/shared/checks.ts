import * as z from 'zod/mini'
import type { Field, Fields, Kind, Values } from './fields.ts'
import { isWritable } from './fields.ts'
import { pack } from './message.ts'
import { isNowhere } from './places.ts'
import { isMask, isPrivateField } from './private.ts'
import { isIdentityNumber, isPhone, isTaxCode, looksLikeTaxCode, plainDigits, plainPhone } from './vietnam.ts'

/** The check of each kind: takes what a form, a request or a spreadsheet gives, answers the stored value or a packed message. */
export type Checked<V> = { ok: true; values: V } | { ok: false; errors: Record<string, string> }

const HIGHEST_ID = 2 ** 53 - 1
const LONG = 20_000
/** Characters; a signature is a few thousand. */
const DRAWING_MOST = 100_000
const LARGEST_MONEY = 999_999_999_999_999

const says = (key: string, field: Field, params: Record<string, string | number> = {}) => ({
  error: () => pack(key, { field: field.label, ...params }),
  abort: true,
})
const invalid = (field: Field) => says('{{field}} is not valid', field)
const length = (text: string) => [...text].length

const string = (field: Field, max: number) => {
  const longest = field.exactly ?? field.max ?? max
  return z.string(invalid(field)).check(
    z.refine((v) => !v.includes('\u0000'), invalid(field)),
    z.overwrite((v) => v.normalize('NFC').trim()),
    z.refine((v) => length(v) <= longest, says('{{field}}: at most {{max}} characters', field, { max: longest })),
    z.refine(
      (v) => !field.exactly || length(v) === field.exactly,
      says('{{field}}: exactly {{exactly}} characters', field, { exactly: field.exactly ?? 0 }),
    ),
    z.refine(
      (v) => !field.min || length(v) >= field.min,
      says('{{field}}: at least {{min}} characters', field, { min: field.min ?? 0 }),
    ),
  )
}

const number = (field: Field, { whole, min, max }: { whole: boolean; min: number; max: number }) => {
  const [low, high] = [field.min ?? min, field.max ?? max]
  return z.number(says('{{field}} must be a number', field)).check(
    z.refine((v) => !whole || Number.isInteger(v), says('{{field}} must be a whole number', field)),
    z.refine((v) => v >= low, says('{{field}}: at least {{min}}', field, { min: low })),
    z.refine((v) => v <= high, says('{{field}}: at most {{max}}', field, { max: high })),
  )
}

const id = (field: Field) =>
  z.int(invalid(field)).check(z.positive(invalid(field)), z.maximum(HIGHEST_ID, invalid(field)))
const oneOf = (field: Field) => z.enum((field.of ?? []).map((c) => c.value) as [string, ...string[]], invalid(field)) // a choice has values
const fileId = (field: Field) => z.string(invalid(field)).check(z.regex(/^[A-Za-z0-9_-]{16,64}$/, invalid(field)))
/** A drawn signature that is kept sealed beside the record: a small PNG as a data address. */
const drawing = (field: Field) =>
  z
    .string(invalid(field))
    .check(
      z.maxLength(DRAWING_MOST, invalid(field)),
      z.regex(/^data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]+={0,2}$/, invalid(field)),
    )
/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export const isDay = (v: string) =>
  /^\d{4}-\d\d-\d\d$/.test(v) && new Date(`${v}T00:00:00Z`).toJSON()?.slice(0, 10) === v
const isMoment = (v: string) =>
  v.length <= 40 && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(v) && isDay(v.slice(0, 10)) && !Number.isNaN(Date.parse(v))

const CHECKS: Record<Kind, (field: Field) => z.ZodMiniType> = {
  text: (f) => string(f, 255),
  longText: (f) => string(f, LONG),
  richText: (f) => string(f, LONG),
  email: (f) =>
    string(f, 254).check(
      z.refine(
        (v) => /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@.<>(),;:"[\]\\]+(\.[^\s@.<>(),;:"[\]\\]+)+$/.test(v),
        says('Please enter a valid email', f),
      ),
      z.overwrite((v) => v.toLowerCase()),
    ),
  phone: (f) =>
    string(f, 20).check(
      z.overwrite(plainPhone),
      z.refine((v) => v.length === 10, says('Phone number has exactly 10 digits', f)),
      z.refine(isPhone, says('Please enter a valid phone number', f)),
    ),
  digits: (f) => string(f, 40).check(z.refine((v) => /^\d*$/.test(v), says('{{field}}: digits only', f))),
  taxCode: (f) =>
    string(f, 20).check(
      z.overwrite(plainDigits),
      z.refine(f.confirmedBy ? looksLikeTaxCode : isTaxCode, says('Please enter a valid tax code', f)),
    ),
  identityNumber: (f) =>
    string(f, 20).check(z.refine(isIdentityNumber, says('Identity number has exactly 12 digits', f))),
  money: (f) => number(f, { whole: true, min: 0, max: LARGEST_MONEY }),
  count: (f) => number(f, { whole: true, min: 0, max: 2_147_483_647 }),
  decimal: (f) => number(f, { whole: false, min: -1e12, max: 1e12 }),
  percentage: (f) => number(f, { whole: false, min: 0, max: 100 }),
  date: (f) => string(f, 10).check(z.refine(isDay, says('{{field}} is not a date', f))),
  moment: (f) => string(f, 40).check(z.refine(isMoment, says('{{field}} is not a date and time', f))),
  flag: (f) => z.boolean(invalid(f)),
  choice: oneOf,
  choices: (f) =>
    z
      .array(oneOf(f), invalid(f))
      .check(z.maxLength(f.max ?? 50, says('{{field}}: at most {{max}}', f, { max: f.max ?? 50 }))),
  ref: id,
  refs: (f) =>
    z
      .array(id(f), invalid(f))
      .check(z.maxLength(f.max ?? 50, says('{{field}}: at most {{max}}', f, { max: f.max ?? 50 }))),
  address: (f) =>
    z.object(
      {
        line: string({ ...f, max: 255 }, 255),
        ward: z._default(z.nullable(string({ ...f, max: 100 }, 100)), null),
        district: z._default(z.nullable(string({ ...f, max: 100 }, 100)), null),
        province: z._default(z.nullable(string({ ...f, max: 100 }, 100)), null),
        ward_code: z.optional(z.nullable(string({ ...f, max: 10 }, 10))),
        province_code: z.optional(z.nullable(string({ ...f, max: 10 }, 10))),
        model: z._default(z.union([z.literal(1), z.literal(2)]), 2),
        former: z.optional(z.nullable(string({ ...f, max: 255 }, 255))),
        text: z.optional(z.nullable(string({ ...f, max: 500 }, 500))),
      },
      invalid(f),
    ),
  files: (f) =>
    z
      .array(fileId(f), invalid(f))
      .check(z.maxLength(f.max ?? 10, says('{{field}}: at most {{max}} files', f, { max: f.max ?? 10 }))),
  signature: (f) => (f.private === 'sealed' ? drawing(f) : fileId(f)),
  // Each line is checked by its own fields in `checkLines`, which names the one that is wrong.
  lines: (f) =>
    z
      .array(z.record(z.string(), z.unknown(), invalid(f)), invalid(f))
      .check(z.maxLength(f.max ?? 100, says('{{field}}: at most {{max}}', f, { max: f.max ?? 100 }))),
  computed: () => z.never(),
}

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
    return { error: field.missing ? pack(field.missing) : pack('{{field}} is required', { field: field.label }) }
  }
  const found = checkOf(field).safeParse(value)
  if (found.success && !(isPrivateField(field) && isMask(found.data))) {
    const isBlank = field.kind === 'richText' && field.required && !hasText(String(found.data))
    return isBlank ? { error: pack('{{field}} is required', { field: field.label }) } : { value: found.data }
  }
  return { error: found.error?.issues[0]?.message ?? pack('{{field}} is not valid', { field: field.label }) }
}

/**
 * Checks a whole body against fields. Names that are no writable field are left out.
 * @param partial only the given names are checked (an update); otherwise missing ones get their default, or null
 */
export function checkFields<F extends Fields>(fields: F, body: unknown, partial = false): Checked<Values<F>> {
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
    else if (field.kind === 'lines') values[name] = checkLines(name, field, found.value, errors)
    else
      values[name] =
        found.value ??
        (field.kind === 'choices' || field.kind === 'refs' || field.kind === 'files'
          ? []
          : field.kind === 'flag'
            ? false
            : null)
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, values: values as Values<F> } // every name was checked by its own field
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
