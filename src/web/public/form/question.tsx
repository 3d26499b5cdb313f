import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { PublicForm, Question } from '../../../modules/public-form.ts'
import type { Field, Kind } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { Field as Labelled } from '../ui/field.tsx'
import { GrowingText } from '../ui/growing-text.tsx'
import { Choice } from './choice.tsx'
import type { Asked } from './kind.ts'
import { Typed } from './typed.tsx'
import type { PartProps } from './use-form.ts'

/** The values of any form, by name. */
type AnyValues = Asked & Record<string, unknown>

/** What draws one question of a form. */
export interface QuestionProps {
  part: PartProps<AnyValues>
  name: string
  field: Field
  question: Question
  /** Above the input, in the person's language. */
  label: string
  isOptional: boolean
  /** The keyboard's key then says that it was the last. */
  isLast: boolean
}
export type DrawQuestion = ComponentType<QuestionProps>

/** A group of a one-page form, or a step. */
export interface ShownPart {
  title: string
  fields: readonly string[]
  content: ReactNode
}

/** What draws the questions of a kind, or the question of a name, in place of a line of text. */
export type Draws = Readonly<Partial<Record<Kind, DrawQuestion>>>

const KEYBOARDS: Partial<Record<Kind, 'phone' | 'email' | 'digits'>> = {
  phone: 'phone',
  email: 'email',
  digits: 'digits',
  taxCode: 'digits',
  money: 'digits',
  count: 'digits',
  date: 'digits',
}

type LineProps = QuestionProps & Pick<ComponentProps<typeof Typed>, 'hint' | 'clean' | 'tidy' | 'more'>

/** A line to be typed. */
export const Line = ({ part, name, field, question, label, isOptional, isLast, hint, more, ...rest }: LineProps) => (
  <Typed
    part={part}
    name={name}
    label={label}
    as={question.as ?? KEYBOARDS[field.kind] ?? 'text'}
    hint={hint ?? (question.hint && t(question.hint))}
    isOptional={isOptional}
    {...rest}
    more={{ ...(isLast && { enterKeyHint: 'done' }), ...more }}
  />
)

const Options = ({ part, name, field: { of = [] }, question: { offers }, label, isOptional }: QuestionProps) => (
  <Choice
    part={part}
    name={name}
    label={label}
    isOptional={isOptional}
    options={of
      .filter(({ value }) => offers?.includes(value) ?? true)
      .map((option) => ({ value: option.value, label: t(option.label) }))}
  />
)

const LongText = ({ part, name, field, question, label, isOptional }: QuestionProps) => (
  <Labelled
    name={name}
    label={label}
    error={part.errors[name]}
    hint={question.hint && t(question.hint)}
    isOptional={isOptional}
  >
    {(input) => (
      <GrowingText
        {...input}
        className="input area is-small"
        maxLength={field.max}
        value={String(part.values[name])}
        placeholder={question.placeholder && t(question.placeholder)}
        onChange={(text) => part.change({ [name]: text })}
      />
    )}
  </Labelled>
)

const PLAIN: Draws = { choice: Options, longText: LongText }

/**
 * One part of a form as its value says it: each question drawn by its kind.
 * @param shown the form as `useForm` has it
 * @param own what draws the questions of these names
 */
export function questionsOf(
  form: PublicForm,
  shown: object,
  draws: Draws = {},
  own: Readonly<Partial<Record<string, DrawQuestion>>> = {},
): ShownPart[] {
  const part = shown as PartProps<AnyValues> // questions read and change values by name
  const last = form.parts.at(-1)?.fields.at(-1)
  return form.parts.map(({ title, fields }) => ({
    title: title ? t(title) : '',
    fields,
    content: fields.map((name) => {
      const field = form.fields[name]
      if (!field) return null
      const question = form.questions[name] ?? {}
      const Draw = own[name] ?? draws[field.kind] ?? PLAIN[field.kind] ?? Line
      return (
        <Draw
          key={name}
          part={part}
          name={name}
          field={field}
          question={question}
          label={t(question.label ?? field.label)}
          isOptional={field.required !== true}
          isLast={name === last}
        />
      )
    }),
  }))
}
