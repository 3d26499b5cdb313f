import { Input, type InputWrapperProps } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Field } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'

/** What every input of a field gets, whatever its kind. */
export interface InputProps {
  name: string
  field: Field
  /** As a record shows it; a ref may also be a plain id. */
  value: unknown
  onChange: (value: unknown) => void
  error?: string | undefined
  autoFocus?: boolean | undefined
  disabled?: boolean | undefined
  /** Errors of all names of the form, for an input that stands for several, e.g. `lines.0.quantity`. */
  errors?: Record<string, string> | undefined
  /** Told while files or answers are on their way, so that nobody saves too early. */
  onBusy?: ((isBusy: boolean) => void) | undefined
}

const ORDER: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']

/** What an input opens lies above the dialog it may stand in. */
export const OPENED_LAYER = 450

/** DOM id of a field's input; the summary of errors links to it. */
export const inputId = (name: string) => `field-${name}`

/** Label above, hint and error below, for a Mantine input. */
export const framed = ({ name, field, error, autoFocus, disabled }: InputProps) => ({
  id: inputId(name),
  name,
  label: t(field.label),
  description: field.hint ? t(field.hint) : undefined,
  error,
  required: field.required === true,
  disabled: disabled === true,
  // The form moves the focus on purpose: to the first field, or to the first one refused.
  'data-autofocus': autoFocus ? true : undefined,
  autoFocus: autoFocus === true,
  inputWrapperOrder: ORDER,
  autoComplete: 'off',
})

/** The same frame around an input of our own, which gets what ties it to label, hint and error. */
export function Framed({ of, as, children }: { of: InputProps; as?: 'div'; children: (aria: FrameAria) => ReactNode }) {
  const { field, name, error } = of
  const id = inputId(name)
  const described = [field.hint ? `${id}-description` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <Input.Wrapper
      label={t(field.label)}
      labelElement={as ?? 'label'}
      labelProps={{ id: `${id}-label`, htmlFor: as ? undefined : id }}
      descriptionProps={{ id: `${id}-description` }}
      errorProps={{ id: `${id}-error` }}
      description={field.hint ? t(field.hint) : undefined}
      error={error}
      required={field.required === true}
      inputWrapperOrder={ORDER}
    >
      {children({
        id,
        'aria-labelledby': `${id}-label`,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
    </Input.Wrapper>
  )
}

export interface FrameAria {
  id: string
  'aria-labelledby': string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}
