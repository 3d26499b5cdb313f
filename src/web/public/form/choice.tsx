import { t } from '../../../shared/language.ts'
import { FieldError, inputId } from '../ui/field.tsx'
import type { Asked } from './kind.ts'
import type { PartProps } from './use-form.ts'

interface Props<V extends Asked> {
  part: PartProps<V>
  name: keyof V & string
  label: string
  options: readonly { value: string; label: string }[]
  isOptional?: boolean
}

/** One of a few, each a button as wide as a thumb. */
export function Choice<V extends Asked>({ part, name, label, options, isOptional = false }: Props<V>) {
  const { values, errors, change } = part
  const id = inputId(name)
  return (
    <div
      className="field types"
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={errors[name] && `${id}-error`}
      aria-invalid={errors[name] !== undefined}
      aria-required={!isOptional}
    >
      <span className="label" id={`${id}-label`}>
        {label}
        {isOptional && <span className="optional">{t('optional')}</span>}
      </span>
      <div className="types-grid">
        {options.map((option, at) => (
          <label key={option.value} className="type">
            <input
              type="radio"
              name={name}
              id={at === 0 ? id : undefined}
              value={option.value}
              checked={values[name] === option.value}
              onChange={() => change({ [name]: option.value } as Partial<V>)} // a choice's name
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {errors[name] && <FieldError id={`${id}-error`}>{errors[name]}</FieldError>}
    </div>
  )
}
