import type { Consent } from '../shared/consents/consent.ts'
import type { Field, Fields } from '../shared/fields.ts'
import type { Definition } from '../shared/resource.ts'
import type { PublicFormName } from './public-pages.ts'

/** How a form asks for one field; what it does not say is the definition's. Texts are catalog keys. */
export interface Question {
  /** In place of the module's field: other limits, another message, or a field that the module does not have. */
  field?: Field
  /** Above the input, where it is not the field's label. */
  label?: string
  hint?: string
  placeholder?: string
  /** Keyboard and autofill of a text, where the field's kind does not tell. */
  as?: 'text' | 'name' | 'company' | 'street' | 'country' | 'digits' | 'code'
  /** What it begins with, where it is not the field's default; the server assumes nothing of it. */
  initial?: string
  /** The values of a choice that the page offers; the others are taken from elsewhere. */
  offers?: readonly string[]
  /** The first day that the calendar offers is today. */
  fromToday?: boolean
  /** Kept on the device no longer than the tab is open; sealed fields always are. */
  isTransient?: boolean
}

/** Fields that stand together: a group of a one-page form, or a step of a longer one. */
export interface Part {
  title?: string
  asks: Readonly<Record<string, Question>>
}

/** What a public form is, as data: the browser is given nothing else of its module. */
export interface PublicForm<F extends Fields = Fields, Icon extends string = string> {
  name: PublicFormName
  /** Where it is sent, below /api. */
  path: string
  /** For the API's description. */
  summary: string
  /** The module whose record it makes. */
  module: string
  /** What it asks, in its order; the server checks the same. */
  fields: F
  questions: Readonly<Record<string, Question>>
  parts: readonly { title?: string; fields: readonly string[] }[]
  /** What must be agreed to. */
  consent: Consent
  /** What may be agreed to beside, by the name of its flag. */
  offered: Readonly<Record<string, Consent>>
  intro: { title: string; lead: string; points: readonly (readonly [icon: Icon, text: string])[] }
  /** The button's text. */
  send: string
  thanks: { title: string; lead: string; label: string; again: string }
}

type Asks<P extends readonly Part[]> = (
  P[number] extends infer One
    ? One extends Part
      ? (a: One['asks']) => 0
      : 0
    : 0
) extends (a: infer All) => 0
  ? All
  : never

/** The fields that a form's parts ask for: the module's, but for those that a question brings itself. */
type AskedFields<D extends Fields, A> = {
  [K in keyof A & string]: A[K] extends { field: infer Own extends Field } ? Own : K extends keyof D ? D[K] : never
}

/** The names asked that the module does not have, and for which the question brings no field. */
type UnknownName<D extends Fields, A> = {
  [K in keyof A & string]: K extends keyof D ? never : A[K] extends { field: Field } ? never : K
}[keyof A & string]
type Checked<D extends Fields, A> = [UnknownName<D, A>] extends [never]
  ? unknown
  : { parts: `${UnknownName<D, A>} is no field of this module` }

interface Options<P, Icon extends string>
  extends Pick<PublicForm<Fields, Icon>, 'path' | 'summary' | 'consent' | 'intro' | 'send' | 'thanks'> {
  parts: P
  offered?: Readonly<Record<string, Consent>>
}

/**
 * A form that anybody may fill in, as a value of its module, in `<name>.public.ts`: the server's route and check, the page, its values'
 * type, order and rules are read from it.
 * @param name one of `PUBLIC_FORMS`: its address
 */
export function publicForm<D extends Fields, const P extends readonly Part[], const Icon extends string = never>(
  name: PublicFormName,
  module: Definition<D>,
  { parts, offered = {}, ...rest }: Options<P, Icon> & Checked<D, Asks<P>>,
): PublicForm<AskedFields<D, Asks<P>>, Icon> {
  const questions: Record<string, Question> = Object.assign({}, ...parts.map(({ asks }) => asks))
  const fields = Object.fromEntries(
    Object.entries(questions).map(([asked, { field }]) => [asked, field ?? module.fields[asked]]),
  )
  return {
    ...rest,
    name,
    module: module.name,
    fields: fields as AskedFields<D, Asks<P>>, // exactly the names asked
    questions: Object.fromEntries(
      Object.entries(questions).map(([asked, { field: _, ...question }]) => [asked, question]),
    ),
    parts: parts.map(({ title, asks }) => ({ title, fields: Object.keys(asks) })),
    offered,
  }
}
