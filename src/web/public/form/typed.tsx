import type { InputHTMLAttributes, ReactNode } from 'react'
import { Field } from '../ui/field.tsx'
import type { Asked } from './kind.ts'
import type { PartProps } from './use-form.ts'

/** The keyboard, the filling-in and the length that fit what is typed. */
const KEYBOARDS = {
  text: { autoComplete: 'off', maxLength: 255 },
  name: { autoComplete: 'name', autoCapitalize: 'words', maxLength: 191 },
  company: { autoComplete: 'organization', autoCapitalize: 'words', maxLength: 255 },
  street: { autoComplete: 'address-line1', autoCapitalize: 'words', maxLength: 255 },
  country: { autoComplete: 'country-name', autoCapitalize: 'words', maxLength: 60 },
  phone: {
    type: 'tel',
    inputMode: 'numeric',
    autoComplete: 'tel-national',
    placeholder: '09xx xxx xxx',
    maxLength: 20,
  },
  email: {
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: 254,
  },
  digits: { inputMode: 'numeric', autoComplete: 'off', maxLength: 40 },
  code: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, maxLength: 40 },
} satisfies Record<string, InputHTMLAttributes<HTMLInputElement>>

interface Props<V extends Asked> {
  part: PartProps<V>
  name: keyof V & string
  label: string
  as: keyof typeof KEYBOARDS
  hint?: string
  isOptional?: boolean
  /** What becomes of what is typed, e.g. blanks that go. */
  clean?: (typed: string) => string
  /** How what was typed is shown once the field is left, where it could be read. */
  tidy?: (typed: string) => string
  more?: InputHTMLAttributes<HTMLInputElement>
  /** Within the field's frame, at its end. */
  beside?: ReactNode
}

/** One line to be typed, with its label above and what is wrong with it below. */
export function Typed<V extends Asked>({
  part,
  name,
  label,
  as,
  hint,
  isOptional,
  clean,
  tidy,
  more,
  beside,
}: Props<V>) {
  const { values, errors, change, leave } = part
  const take = (typed: string) => change({ [name]: clean ? clean(typed) : typed } as Partial<V>) // a text field's name
  return (
    <Field name={name} label={label} error={errors[name]} hint={hint} isOptional={isOptional}>
      {(input) => {
        const typed = (
          <input
            {...input}
            enterKeyHint="next"
            {...KEYBOARDS[as]}
            {...more}
            className="input"
            value={String(values[name])}
            onChange={(event) => take(event.target.value)}
            onBlur={(event) => {
              const tidied = tidy?.(event.target.value)
              if (tidied !== undefined && tidied !== event.target.value) take(tidied)
              leave(name)
            }}
          />
        )
        return beside ? (
          <div className="with-button">
            {typed}
            {beside}
          </div>
        ) : (
          typed
        )
      }}
    </Field>
  )
}
