import { CloseButton } from '@mantine/core'
import { IconStarFilled } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'
import css from '../fields.module.css'
import { Framed, type InputProps } from './frame.tsx'

/** A small number as so many stars: one press, or the arrow keys of radio buttons. */
export function StarsInput(props: InputProps) {
  const { field, name, value, onChange, disabled } = props
  const most = field.max ?? 0
  const chosen = typeof value === 'number' ? value : 0
  return (
    <Framed of={props} as="div">
      {(aria) => (
        <div role="radiogroup" {...aria} aria-required={field.required || undefined} className={css.stars}>
          {Array.from({ length: most }, (_, at) => at + 1).map((n) => (
            <label key={n} className={css.star} data-lit={n <= chosen} title={String(n)}>
              <input
                type="radio"
                name={name}
                disabled={disabled}
                checked={n === chosen}
                aria-label={most === 5 ? t('{{n}} of 5 stars', { n }) : String(n)}
                data-autofocus={props.autoFocus && n === 1 ? true : undefined}
                onChange={() => onChange(n)}
              />
              <IconStarFilled size={26} aria-hidden="true" />
            </label>
          ))}
          {!field.required && chosen > 0 && (
            <CloseButton size="sm" aria-label={t('Clear')} onClick={() => onChange(null)} />
          )}
        </div>
      )}
    </Framed>
  )
}
