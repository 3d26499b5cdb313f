import * as z from 'zod/mini'
import { isBarcodeRight } from './barcodes/barcodes.ts'
import type { Field, Kind } from './fields.ts'
import { pack } from './message.ts'
import { boundsOf, isWhole, readNumber } from './numbers.ts'
import {
  birthProblem,
  dayProblem,
  futureProblem,
  isDay,
  latestToday,
  type Read,
  readDay,
  readMoment,
} from './time/days.ts'
import { foldBlanks, holdsHidden } from './vietnam/look-alike.ts'
import {
  isIdentityNumber,
  isMobile,
  isPhone,
  isTaxCode,
  looksLikeTaxCode,
  plainDigits,
  plainPhone,
} from './vietnam/vietnam.ts'

const HIGHEST_ID = 2 ** 53 - 1
const LONG = 20_000
const DIGITS_MOST = 40
/** Characters of a day or a moment, however it is written. */
const DAY_MOST = 60
/** Characters; a signature is a few thousand. */
const DRAWING_MOST = 100_000

const says = (key: string, field: Field, params: Record<string, string | number> = {}) => ({
  error: () => pack(key, { field: field.label, ...params }),
  abort: true,
})
const invalid = (field: Field) => says('{{field}} is not valid', field)
const length = (text: string) => [...text].length

const text = (field: Field, tidied = (given: string) => given.trim()) =>
  z.string(invalid(field)).check(
    z.refine((v) => !v.includes('\u0000'), invalid(field)),
    z.overwrite((v) => (field.verbatim ? v : tidied(v.normalize('NFC')))),
  )
const LENGTHS = {
  characters: {
    most: '{{field}}: at most {{max}} characters',
    exactly: '{{field}}: exactly {{exactly}} characters',
    least: '{{field}}: at least {{min}} characters',
  },
  digits: {
    most: '{{field}}: at most {{max}} digits',
    exactly: '{{field}}: exactly {{exactly}} digits',
    least: '{{field}}: at least {{min}} digits',
  },
}
function lengths(field: Field, max: number, of: keyof typeof LENGTHS = 'characters') {
  const { length: exactly, min } = field
  const longest = field.max ?? max
  const { [of]: say } = LENGTHS
  if (exactly) return [z.refine<string>((v) => length(v) === exactly, says(say.exactly, field, { exactly }))]
  return [
    z.refine<string>((v) => length(v) <= longest, says(say.most, field, { max: longest })),
    z.refine<string>((v) => !min || length(v) >= min, says(say.least, field, { min: min ?? 0 })),
  ]
}
const string = (field: Field, max: number) => text(field).check(...lengths(field, max))
const shaped = (field: Field, { like, says: key }: NonNullable<Field['shape']>) =>
  text(field).check(
    z.overwrite((v) => v.replaceAll(/\s/g, '').toUpperCase()),
    z.refine((v) => like.test(v), says(key, field)),
  )
/** A text of one line: what can be seen of it is all there is. */
const line = (field: Field, max: number) =>
  text(field, foldBlanks).check(
    z.refine(
      (v) => field.verbatim === true || !holdsHidden(v),
      says('{{field}} holds characters that cannot be seen. Please type it by hand.', field),
    ),
    ...lengths(field, max),
  )
const MISREAD = '{{field}}: its last digit does not fit the others. Please scan it again, or compare it with the label'
/** A number that is a name: what people type between its digits is no part of it. */
const digitsOf = (field: Field) =>
  text(field).check(
    z.overwrite(plainDigits),
    z.refine((v) => /^\d*$/.test(v), says('{{field}}: digits only', field)),
    ...lengths(field, DIGITS_MOST, 'digits'),
    ...(field.isBarcode ? [z.refine<string>(isBarcodeRight, says(MISREAD, field))] : []),
  )

/** A number; of a text, which is none, the sentence says what keeps it from being one. */
const number = (field: Field) => {
  const [low, high] = boundsOf(field)
  return z.number({ error: ({ input }) => typedProblem(field, input) }).check(
    z.refine((v) => v >= 0 || low !== 0, says('{{field}} cannot be negative', field)),
    z.refine((v) => !isWhole(field.kind) || Number.isInteger(v), says(NO_FRACTION[field.kind] ?? '', field)),
    z.refine((v) => v >= low, says('{{field}}: at least {{min}}', field, { min: low })),
    z.refine((v) => v <= high, says('{{field}}: at most {{max}}', field, { max: high })),
  )
}

const NO_FRACTION: Partial<Record<Kind, string>> = {
  money: '{{field}}: only whole đồng, no fraction',
  count: '{{field}}: only whole numbers, no fraction',
}
const UNREAD = {
  unreadable: '{{field}} must be a number',
  unclear: '{{field}} can be read as two different numbers. Please type all its digits without marks',
}

function typedProblem(field: Field, input: unknown): string {
  const read = typeof input === 'string' ? readNumber(input, field) : { problem: 'unreadable' as const }
  if ('problem' in read) return pack(UNREAD[read.problem], { field: field.label })
  const found = number(field).safeParse(read.value)
  return found.error?.issues[0]?.message ?? pack(UNREAD.unreadable, { field: field.label })
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
const isMoment = (v: string) =>
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(v) && isDay(v.slice(0, 10)) && !Number.isNaN(Date.parse(v))

/** What keeps a typed day or moment from being one; of one that could be read, but was not written as the server takes it, just that. */
const unread = (field: Field, read: typeof readDay, otherwise: string) => ({
  error: ({ input }: { input?: unknown }) => {
    const found: Read = read(String(input), { today: latestToday() })
    return 'problem' in found ? dayProblem(found.problem, field.label) : pack(otherwise, { field: field.label })
  },
  abort: true,
})
const day = (field: Field) => {
  const read = string(field, DAY_MOST).check(z.refine(isDay, unread(field, readDay, '{{field}} is not a date')))
  if (!field.isBirth && !field.isPast) return read
  const problem = (v: string) => (field.isBirth ? birthProblem : futureProblem)(v, latestToday(), field.label)
  return read.check(
    z.refine((v) => problem(v) === null, { error: ({ input }) => problem(String(input)) ?? '', abort: true }),
  )
}

/** The check of each kind: takes what a form, a request or a spreadsheet gives, answers the stored value or a packed message. */
export const CHECKS: Record<Kind, (field: Field) => z.ZodMiniType> = {
  text: (f) => (f.shape ? shaped(f, f.shape) : line(f, 255)),
  longText: (f) => string(f, LONG),
  richText: (f) => string(f, LONG),
  email: (f) =>
    line(f, 254).check(
      // Whole and half width, upper and lower case are the same mailbox.
      z.overwrite((v) => v.normalize('NFKC').toLowerCase()),
      z.refine(
        (v) => /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@.<>(),;:"[\]\\]+(\.[^\s@.<>(),;:"[\]\\]+)+$/.test(v),
        says('Please enter a valid email', f),
      ),
      z.refine(
        (v) => !f.unique || /^[\u0020-\u007E]*$/.test(v),
        says('Please write the e-mail in the letters a to z, digits and signs only', f),
      ),
    ),
  phone: (f) =>
    string(f, 20).check(
      z.overwrite(plainPhone),
      z.refine(
        (v) => v.length === 10 || (f.landline === true && /^(02|1)/.test(v)),
        says('Phone number has exactly 10 digits', f),
      ),
      z.refine(f.landline ? isPhone : isMobile, says('Please enter a valid phone number', f)),
    ),
  digits: digitsOf,
  taxCode: (f) =>
    string(f, 20).check(
      z.overwrite(plainDigits),
      z.refine(f.confirmedBy ? looksLikeTaxCode : isTaxCode, says('Please enter a valid tax code', f)),
    ),
  identityNumber: (f) =>
    text(f).check(
      z.overwrite(plainDigits),
      z.refine(isIdentityNumber, says('Identity number has exactly 12 digits', f)),
    ),
  money: number,
  count: number,
  decimal: number,
  percentage: number,
  date: day,
  moment: (f) =>
    string(f, DAY_MOST).check(z.refine(isMoment, unread(f, readMoment, '{{field}} is not a date and time'))),
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
        line: line({ ...f, max: 255 }, 255),
        ward: z._default(z.nullable(line({ ...f, max: 100 }, 100)), null),
        district: z._default(z.nullable(line({ ...f, max: 100 }, 100)), null),
        province: z._default(z.nullable(line({ ...f, max: 100 }, 100)), null),
        ward_code: z.optional(z.nullable(line({ ...f, max: 10 }, 10))),
        province_code: z.optional(z.nullable(line({ ...f, max: 10 }, 10))),
        model: z._default(z.union([z.literal(1), z.literal(2)]), 2),
        former: z.optional(z.nullable(line({ ...f, max: 255 }, 255))),
        text: z.optional(z.nullable(line({ ...f, max: 500 }, 500))),
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
