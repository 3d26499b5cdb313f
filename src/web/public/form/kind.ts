import type { PublicForm, Question } from '../../../modules/public-form.ts'
import { AGREED, type Consent } from '../../../shared/consents/consent.ts'
import type { Address, Field, Fields, Kind, Named, OutOf, StoredFile } from '../../../shared/fields.ts'
import type { Place } from '../places/place.ts'
import type { Errors, Rules } from './errors.ts'

/** One public form as its page uses it: its name on this device, what it asks, and where it is sent. */
export interface FormKind<V extends Asked> {
  name: string
  /** The address of its page, for a message that comes back. */
  page: string
  /** Below /api. */
  path: string
  consent: Consent
  empty: () => V
  /** Its fields as they follow each other on the page. */
  order: readonly string[]
  /** Counts once from this device: while a letter of it is kept, no other form is offered. */
  isOnce?: boolean
  /** What the summary calls a field whose message does not say which one it is. */
  called?: (name: string) => string | undefined
  /** Fields kept no longer than this tab is open: numbers of papers, dates of birth, signatures. */
  private: readonly string[]
  /** Lists that later steps need: fetched as the form opens, so that they are there without a connection too. */
  ahead: readonly string[]
  /** The checks; they come with the first touch of the form. */
  rules: () => Promise<Rules<V>>
  /** What is sent of the values. */
  body: (values: V) => object
}

/** What every form asks. */
export interface Asked {
  agreed: boolean
}

/** What a page holds of a field while it is filled in: ids and addresses as chosen, all else as typed. */
type Held<F> =
  NonNullable<OutOf<F>> extends infer Out
    ? [Out] extends [Named]
      ? number | null
      : [Out] extends [Address]
        ? Place
        : [Out] extends [boolean]
          ? boolean
          : [Out] extends [string]
            ? Out | ''
            : string
    : never
type UploadedKeys<F extends Fields> = {
  [K in keyof F]: [NonNullable<OutOf<F[K]>>] extends [StoredFile[]] ? K : never
}[keyof F]

/** The values of a form's page, by what the form asks; files are held apart (attachments/). */
export type ValuesOf<F extends Fields> = Asked & { [K in Exclude<keyof F, UploadedKeys<F>>]: Held<F[K]> }

/** How values of some kinds are held and sent, where that is not as a text. */
export interface Conversion {
  kinds: readonly Kind[]
  empty: unknown
  /** As the server takes it; undefined where nothing was said. */
  sent: (held: never, field: Field) => unknown
  /** Lists that its input needs. */
  ahead?: string
}

export interface Behaviour<V> {
  conversions?: readonly Conversion[]
  /** What the page holds beside what is asked. */
  extra?: Partial<V>
  /** The fields asked at this state of the form: the others are neither checked nor sent. */
  fieldsFor?: (values: V) => Fields
  /** What one field alone cannot tell, as packed messages. */
  check?: (values: V) => Errors
}

/** The form as its page uses it, read from the form's value. */
export function kindOf<F extends Fields, V extends ValuesOf<F> = ValuesOf<F>>(
  form: PublicForm<F>,
  { conversions = [], extra, fieldsFor = () => form.fields, check }: Behaviour<V> = {},
): FormKind<V> {
  const fields: Fields = form.fields
  const names = Object.keys(fields)
  const conversionOf = ({ kind }: Field) => conversions.find(({ kinds }) => kinds.includes(kind))
  const sent = (values: V): object =>
    Object.fromEntries(
      Object.entries(fieldsFor(values)).flatMap(([name, field]) => {
        const held: unknown = Reflect.get(values, name)
        const conversion = conversionOf(field)
        const value = conversion ? conversion.sent(held as never, field) : plain(held) // held as this conversion says
        return value === undefined ? [] : [[name, value]]
      }),
    )
  const empty = (): V => {
    const asked = names
      .filter((name) => fields[name]?.kind !== 'files')
      .map((name) => [name, beginning(fields[name], form.questions[name], conversionOf)])
    return { ...Object.fromEntries(asked), ...extra, agreed: false } as V // every name asked, as `Held` has it
  }
  return {
    name: form.name,
    page: `/${form.name}`,
    path: `/${form.path}`,
    consent: form.consent,
    empty,
    order: [...names.flatMap((name) => (fields[name]?.kind === 'address' ? [name, `${name}-line`] : [name])), 'agreed'],
    private: names.filter((name) => fields[name]?.private === 'sealed' || form.questions[name]?.isTransient),
    ahead: conversions.flatMap(({ ahead }) => ahead ?? []),
    rules: async () =>
      (await import('./rules.ts')).rulesOf((values) => ({ ...fieldsFor(values), agreed: AGREED }), sent, check),
    body: sent,
  }
}

function beginning(
  field: Field | undefined,
  question: Question | undefined,
  conversionOf: (field: Field) => Conversion | undefined,
): unknown {
  const given = question?.initial ?? field?.default
  if (field?.kind === 'flag') return given === true
  if (field?.kind === 'ref') return null
  return given !== undefined ? String(given) : field && conversionOf(field) ? conversionOf(field)?.empty : ''
}

/** A text, a choice, a yes or a record's id. */
const plain = (held: unknown): unknown =>
  held === null || (typeof held === 'string' && held.trim() === '') ? undefined : held
