import { useRef } from 'react'
import { t } from '../../../shared/language.ts'
import { Icon } from '../ui/icon.tsx'
import type { Asked } from './kind.ts'
import { Typed } from './typed.tsx'
import { dayOf, tidyDay } from './typed-values.ts'
import type { PartProps } from './use-form.ts'

interface Props<V extends Asked> {
  part: PartProps<V>
  name: keyof V & string
  label: string
  isOptional?: boolean
  /** `YYYY-MM-DD`, the first that the calendar offers. */
  first?: string
}

/** A day that is typed, or chosen from the device's own calendar. */
export function DayField<V extends Asked>({ part, name, label, isOptional, first }: Props<V>) {
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <Typed
      part={part}
      name={name}
      label={label}
      as="digits"
      {...(isOptional && { isOptional })}
      tidy={tidyDay}
      more={{ placeholder: t('DD/MM/YYYY') }}
      beside={
        <>
          <button
            type="button"
            className="icon-button"
            aria-label={t('Choose a day')}
            onClick={() => calendar.current?.showPicker()}
          >
            <Icon name="calendar" size={22} stroke={1.6} />
          </button>
          <input
            ref={calendar}
            className="own-calendar"
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            min={first}
            value={/^\d{4}-/.test(dayOf(String(part.values[name]))) ? dayOf(String(part.values[name])) : ''}
            onChange={(event) => part.change({ [name]: tidyDay(event.target.value) } as Partial<V>)} // a text field's name
          />
        </>
      }
    />
  )
}
