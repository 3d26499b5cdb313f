import type { ReactNode } from 'react'
import { t } from '../../../shared/language.ts'
import { Icon } from './icon.tsx'

/** What an input inside a field carries so that label, hint and error belong to it. */
export interface InputProps {
  id: string
  name: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  'aria-required': boolean
}

interface Props {
  name: string
  label: string
  hint?: string
  error?: string
  isOptional?: boolean
  children: (input: InputProps) => ReactNode
}

export const inputId = (name: string) => `field-${name}`

/** A label above, the input, and what is wrong with it right below. */
export function Field({ name, label, hint, error, isOptional = false, children }: Props) {
  const id = inputId(name)
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
        {isOptional && <span className="optional">{t('optional')}</span>}
      </label>
      {children({
        id,
        name,
        'aria-invalid': error !== undefined,
        'aria-describedby': describedBy || undefined,
        'aria-required': !isOptional,
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p className="error" id={id}>
    <Icon name="alert-circle" size={18} stroke={1.75} />
    {children}
  </p>
)
