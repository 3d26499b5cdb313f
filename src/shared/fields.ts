import type {
  AddressOptions,
  ChoiceOptions,
  CodeOptions,
  CountOptions,
  DateOptions,
  DigitsOptions,
  EmailOptions,
  FieldOptions,
  FilesOptions,
  Json,
  LongTextOptions,
  ManyOptions,
  MoneyOptions,
  NumberOptions,
  PhoneOptions,
  PlainOptions,
  Presence,
  RefOptions,
  SignatureOptions,
  TextOptions,
} from './definition/field-options.ts'
import type { RefTarget } from './definition/ref-targets.ts'

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

type Lacking = boolean | 'in workbooks'
type Made<V, In, R, Ro, L, D> = Field<
  Stored<V, R, L>,
  Stored<In, R, L>,
  [R, Ro, D] extends [true, false, undefined] ? true : false
>
type Stored<V, R, L> = [R, L] extends [true, false] ? V : V | null

/** Options that do not belong to a kind are refused, as each kind has its own `Options`; `default` is a value of the kind. */
const make =
  <V, Options>(kind: Kind) =>
  <
    R extends boolean = false,
    Ro extends boolean = false,
    L extends Lacking = false,
    D extends Extract<V, Json> | undefined = undefined,
  >(
    label: string,
    options?: Options & Presence<R, Ro, L, D>,
  ): Made<V, V, R, Ro, L, D> => ({ kind, label, ...options })

export const text = make<string, TextOptions>('text')
export const longText = make<string, LongTextOptions>('longText')
/** Sanitised HTML. */
export const richText = make<string, LongTextOptions>('richText')
export const email = make<string, EmailOptions>('email')
/** A Vietnamese mobile number of exactly ten digits (specification section 5), stored as typed digits; with `landline` any other as well. */
export const phone = make<string, PhoneOptions>('phone')
/** Digits kept as text, so that leading zeros stay. */
export const digits = make<string, DigitsOptions>('digits')
export const identityNumber = make<string, CodeOptions>('identityNumber')
/** Whole đồng. */
export const money = make<number, MoneyOptions>('money')
export const count = make<number, CountOptions>('count')
export const decimal = make<number, NumberOptions>('decimal')
export const percentage = make<number, NumberOptions>('percentage')
/** A day, `YYYY-MM-DD`. */
export const date = make<string, DateOptions>('date')
/** An instant, ISO 8601. */
export const moment = make<string, PlainOptions>('moment')
export const flag = make<boolean, PlainOptions>('flag')
export const address = make<Address, AddressOptions>('address')
export const signature = make<string, SignatureOptions>('signature')

export const taxCode = <R extends boolean = false, Ro extends boolean = false, const By extends string = never>(
  label: string,
  options?: CodeOptions & Presence<R, Ro> & { confirmedBy?: By },
): Made<string, string, R, Ro, false, undefined> & { confirmedBy?: By } => ({ kind: 'taxCode', label, ...options })

export const choice = <
  const C extends readonly Choice[],
  R extends boolean = false,
  Ro extends boolean = false,
  L extends Lacking = false,
  D extends C[number]['value'] | undefined = undefined,
>(
  label: string,
  of: C,
  options?: ChoiceOptions & Presence<R, Ro, L, D>,
): Made<C[number]['value'], C[number]['value'], R, Ro, L, D> => ({ kind: 'choice', label, of, ...options })

export const choices = <const C extends readonly Choice[]>(
  label: string,
  of: C,
  options?: ManyOptions & Presence<boolean, boolean>,
): Field<C[number]['value'][], C[number]['value'][], false> => ({ kind: 'choices', label, of, ...options })

/** A record of another module; given by id, shown with its name. */
export const ref = <
  const T extends RefTarget,
  R extends boolean = false,
  Ro extends boolean = false,
  L extends Lacking = false,
>(
  label: string,
  to: T,
  options?: RefOptions & Presence<R, Ro, L>,
): Made<Named, number, R, Ro, L, undefined> & { to: T } => ({ kind: 'ref', label, to, ...options })

export const refs = <const T extends RefTarget>(
  label: string,
  to: T,
  options?: ManyOptions & Presence<boolean, boolean>,
): Field<Named[], number[], false> & { to: T } => ({ kind: 'refs', label, to, ...options })

export const files = (
  label: string,
  options?: FilesOptions & Presence<boolean, boolean> & { accept?: Field['accept'] },
): Field<StoredFile[], string[], false> => ({ kind: 'files', label, accept: 'images and videos', ...options })

/** Several lines of the same few plain fields, e.g. the goods of a bill; kept with their record. */
export const lines = <const F extends Fields, R extends boolean = false>(
  label: string,
  line: F,
  options?: FilesOptions & Presence<R, boolean>,
): Field<{ [K in keyof F]: OutOf<F[K]> }[], Values<F>[], R extends true ? true : false> => ({
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
  options?: Pick<FieldOptions, 'filter' | 'sortable' | 'search' | 'hint' | 'width' | 'max'> & {
    of?: readonly Choice[]
  },
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
