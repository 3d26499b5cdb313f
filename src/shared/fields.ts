/** The vocabulary of fields. A kind is interpreted elsewhere, once each: its check, column, input, cell, filter and spreadsheet cell. */

export const KINDS = [
  'text',
  'longText',
  'richText',
  'email',
  'phone',
  'digits',
  'taxCode',
  'identityNumber',
  'money',
  'count',
  'decimal',
  'percentage',
  'date',
  'moment',
  'flag',
  'choice',
  'choices',
  'ref',
  'refs',
  'address',
  'files',
  'signature',
  'lines',
  'computed',
] as const
export type Kind = (typeof KINDS)[number]

/** One value of a choice: what is stored, the English label (a catalog key), and the tone that gives it meaning. */
export interface Choice<V extends string = string> {
  value: V
  label: string
  tone?: Tone
}
export type Tone = 'info' | 'accent' | 'ok' | 'warn' | 'bad' | 'violet' | 'mute'

export interface FieldOptions {
  required?: boolean
  /**
   * Required of people, but a record that came another way may lack it, e.g. the phone number of a mail; `in workbooks`: a row of one
   * too, as of a new chain whose stores come before the people who will run them.
   */
  optionalWhenImported?: boolean | 'in workbooks'
  /** Longest text in characters (code points), or largest number. */
  max?: number
  min?: number
  /** Exact number of characters. */
  length?: number
  /** No two live records share it; texts, what looks the same (shared/look-alike.ts). */
  unique?: boolean
  /** Kept to the letter, blanks and all: a password. */
  verbatim?: boolean
  /** An e-mail by which somebody is known: letters of other scripts may look like those of another address. */
  ascii?: boolean
  /** Part of the record's diacritic-free search text. */
  search?: boolean
  /** A flag field by which whoever holds `other` says that a value which looks wrong exists all the same. */
  confirmedBy?: string
  /** Set by the server only; never taken from a request. */
  readonly?: boolean
  /**
   * `sealed`: encrypted in the database, masked wherever it is shown, in full only by an explicit act with a reason.
   * `masked`: masked in lists and exports, unless somebody who may asks for an export of all of it and says why; phones, e-mails
   * and addresses are so unless they are `open`, as a shop's own are.
   */
  private?: 'sealed' | 'masked' | 'open'
  /** Never leaves the server. */
  secret?: boolean
  /** Offered as a list filter. Choices, refs, flags, dates, moments and addresses (by province) are unless this is false. */
  filter?: boolean
  /** A person's name: put in order by its last word, the given name. */
  person?: boolean
  /** Offered as a sort order; plain values are unless this is false. */
  sortable?: boolean
  /** Value of a new record. */
  default?: Json
  /** One line of help under the input (a catalog key). */
  hint?: string
  /** The message when it is missing, where the product has its own wording (a catalog key). */
  requiredMessage?: string
  /** How a choice is drawn: a menu, or buttons for the very few. */
  drawn?: 'menu' | 'buttons'
  /** A date of birth: neither in the future nor more than 120 years ago; two digits of a year lie in the past. */
  isBirth?: boolean
  /** A day that has come already. */
  isPast?: boolean
  /** A code in capital letters of a fixed form, and the message where it has another one (a catalog key). */
  shape?: { like: RegExp; says: string }
  /** A number that is a name, such as a port: typed and shown without marks between its digits. */
  ungrouped?: boolean
  /** Path below /api that a picker asks instead of the module's own names, where it offers others than those in scope. */
  optionsEndpoint?: string
  /** Column width in the list, px. */
  width?: number
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export interface Named {
  id: number
  name: string
}

/** A place in Vietnam (docs/decisions/addresses.md). */
export const ADDRESS_PARTS = [
  'line',
  'ward',
  'district',
  'province',
  'ward_code',
  'province_code',
  'model',
  'former',
  'text',
] as const satisfies readonly (keyof Address)[]

export interface Address {
  /** House number and street. */
  line: string
  ward: string | null
  /** Of the three levels before July 2025 only. */
  district: string | null
  province: string | null
  ward_code?: string | null
  /** Of the province today, under the former model too: filters and reports by region go by it. */
  province_code?: string | null
  /** 2: the two levels since July 2025; 1: the three before. */
  model: 1 | 2
  /** Ward, district and province before July 2025, where it was given so and has been moved to the two levels. */
  former?: string | null
  /** As it was written, where names have been set right since. */
  text?: string | null
}

export interface StoredFile {
  id: string
  name: string
  /** Media type found by content. */
  type: string
  bytes: number
  width: number | null
  height: number | null
  has_thumbnail: boolean
}

declare const typed: unique symbol

/** `Out` is what a record shows, `In` what a request gives, `Needed` whether a new record must bring it. */
export interface Field<Out = unknown, In = unknown, Needed extends boolean = boolean> extends FieldOptions {
  kind: Kind
  label: string
  /** The values of a choice. */
  of?: readonly Choice[]
  /** The module a ref points at. */
  to?: string
  /** Computed: its trusted SQL over the row `r`, and the kind it is shown as. */
  sql?: string
  /** Of a number told to customers: the letters before the id. */
  prefix?: string
  as?: Exclude<Kind, 'computed'>
  /** Lines: the fields of one line. */
  line?: Fields
  /** Files: what may be uploaded. */
  accept?: 'images' | 'images and videos'
  readonly [typed]?: { out: Out; in: In; needed: Needed }
}
export type Fields = Record<string, Field>

type Nullable<V, O> = O extends { optionalWhenImported: true | 'in workbooks' }
  ? V | null
  : O extends { required: true }
    ? V
    : V | null
type IsNeeded<O> = O extends { readonly: true } | { default: Json }
  ? false
  : O extends { required: true }
    ? true
    : false
type Made<V, O, In = V> = Field<Nullable<V, O>, Nullable<In, O>, IsNeeded<O>>

const make =
  <V, In = V>(kind: Kind) =>
  <const O extends FieldOptions = Record<never, never>>(label: string, options?: O): Made<V, O, In> => ({
    kind,
    label,
    ...options,
  })

export const text = make<string>('text')
export const longText = make<string>('longText')
/** Sanitised HTML. */
export const richText = make<string>('richText')
export const email = make<string>('email')
/** A Vietnamese number of exactly ten digits (specification section 5), stored as typed digits. */
export const phone = make<string>('phone')
/** Digits kept as text, so that leading zeros stay. */
export const digits = make<string>('digits')
export const taxCode = make<string>('taxCode')
export const identityNumber = make<string>('identityNumber')
/** Whole đồng. */
export const money = make<number>('money')
export const count = make<number>('count')
export const decimal = make<number>('decimal')
export const percentage = make<number>('percentage')
/** A day, `YYYY-MM-DD`. */
export const date = make<string>('date')
/** An instant, ISO 8601. */
export const moment = make<string>('moment')
export const flag = make<boolean>('flag')
export const address = make<Address>('address')
export const signature = make<string>('signature')

export const choice = <const C extends readonly Choice[], const O extends FieldOptions = Record<never, never>>(
  label: string,
  of: C,
  options?: O,
): Made<C[number]['value'], O> => ({ kind: 'choice', label, of, ...options })

export const choices = <const C extends readonly Choice[], const O extends FieldOptions = Record<never, never>>(
  label: string,
  of: C,
  options?: O,
): Field<C[number]['value'][], C[number]['value'][], false> => ({ kind: 'choices', label, of, ...options })

/** A record of another module; given by id, shown with its name. */
export const ref = <const O extends FieldOptions = Record<never, never>>(
  label: string,
  to: string,
  options?: O,
): Made<Named, O, number> => ({ kind: 'ref', label, to, ...options })

export const refs = <const O extends FieldOptions = Record<never, never>>(
  label: string,
  to: string,
  options?: O,
): Field<Named[], number[], false> => ({ kind: 'refs', label, to, ...options })

export const files = <const O extends FieldOptions & { accept?: Field['accept'] } = Record<never, never>>(
  label: string,
  options?: O,
): Field<StoredFile[], string[], false> => ({ kind: 'files', label, accept: 'images and videos', ...options })

/** Several lines of the same few plain fields, e.g. the goods of a bill; kept with their record. */
export const lines = <const F extends Fields, const O extends FieldOptions = Record<never, never>>(
  label: string,
  line: F,
  options?: O,
): Field<{ [K in keyof F]: OutOf<F[K]> }[], Values<F>[], O extends { required: true } ? true : false> => ({
  kind: 'lines',
  label,
  line,
  ...options,
})

/** A value read from the row, never written: `sql` is a trusted constant over the row alias `r`. */
export const computed = <V>(
  label: string,
  as: Exclude<Kind, 'computed'>,
  sql: string,
  options?: FieldOptions & { of?: readonly Choice[] },
): Field<V, never, false> => ({ kind: 'computed', label, as, sql, readonly: true, ...options })

/**
 * The number that a customer is told: letters of the register and the id in at least six digits. It is found by searching for it.
 * @param prefix one or two capital letters, the register's own
 */
export const recordNumber = (prefix: string): Field<string, never, false> & { prefix: string } => ({
  ...computed<string>('Number', 'digits', `'${prefix}' || lpad(r.id::text, greatest(6, length(r.id::text)), '0')`, {
    sortable: false,
    width: 110,
  }),
  prefix,
})

/** How a record is called to a customer. */
export const spokenNumber = ({ prefix }: { prefix: string }, id: number): string =>
  `${prefix}${String(id).padStart(6, '0')}`

/** The kind a field is shown, filtered and exported as. */
export function shownAs(field: Field): Exclude<Kind, 'computed'> {
  return field.kind === 'computed' ? (field.as ?? 'text') : field.kind
}

const FILTERED: readonly Kind[] = ['choice', 'choices', 'ref', 'refs', 'flag', 'date', 'moment', 'address']
const UNSORTED: readonly Kind[] = ['longText', 'richText', 'choices', 'refs', 'address', 'files', 'signature', 'lines']

export const isFiltered = (field: Field): boolean =>
  field.private !== 'sealed' && (field.filter ?? FILTERED.includes(shownAs(field)))
export const isSortable = (field: Field): boolean =>
  field.private !== 'sealed' && (field.sortable ?? !UNSORTED.includes(shownAs(field)))
/** Whether a request may set it. */
export const isWritable = (field: Field): boolean => !field.readonly && field.kind !== 'computed'

export type OutOf<F> = F extends Field<infer Out, unknown, boolean> ? Out : never
export type InOf<F> = F extends Field<unknown, infer In, boolean> ? In : never

type NeededKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<unknown, unknown, infer N> ? (N extends true ? K : never) : never
}[keyof F]

/** What a request body of these fields looks like once checked. */
export type Values<F extends Fields> = { [K in NeededKeys<F>]: InOf<F[K]> } & {
  [K in Exclude<keyof F, NeededKeys<F>>]?: InOf<F[K]>
}
